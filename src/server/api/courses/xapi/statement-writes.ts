import type { Visitor } from '#api/context.ts'
import type { Statement as Write } from '#platform/database.ts'
import type { Reach } from './reach.ts'
import { referencesOf } from './references.ts'
import { activityIdOf, type StoredStatement, targetIdOf } from './statement.ts'
import { insertReferences, insertStatements, markVoided, type NewStatement } from './statement-storage.ts'

/** Where a statement came from, and what it is to cmi5. */
export interface Origin extends Pick<Reach, 'launch' | 'integrationAccountId'> {
  isCmi5Defined: (statement: StoredStatement) => boolean
}

function rowOf(statement: StoredStatement, { launch, integrationAccountId, isCmi5Defined }: Origin): NewStatement {
  return {
    id: statement.id.toLowerCase(),
    userId: launch?.userId ?? null,
    educationPartId: launch?.educationPartId ?? null,
    educatorMaterialId: launch?.educatorMaterialId ?? null,
    integrationAccountId,
    registration: (statement.context?.registration ?? launch?.registration ?? null)?.toLowerCase() ?? null,
    activityId: activityIdOf(statement),
    targetId: targetIdOf(statement),
    verb: statement.verb.id,
    statement,
    storedAt: statement.stored,
    session: launch?.session?.id ?? null,
    isCmi5Defined: launch?.session ? isCmi5Defined(statement) : false,
  }
}

/** What new statements leave behind; those that void something, and those that wait to be voided, in whatever order they come. */
export function writesFor(fresh: readonly StoredStatement[], origin: Origin, ctx: Visitor): Write[] {
  if (fresh.length === 0) return []
  const references = fresh.flatMap((statement) =>
    referencesOf(statement).map((reference) => ({ id: statement.id.toLowerCase(), ...reference })),
  )
  const touched = fresh.flatMap((statement) => [statement.id.toLowerCase(), targetIdOf(statement) ?? []].flat())
  return [
    ...insertStatements(
      ctx.db,
      fresh.map((statement) => rowOf(statement, origin)),
    ),
    ...insertReferences(ctx.db, references),
    markVoided(ctx.db, touched),
  ]
}
