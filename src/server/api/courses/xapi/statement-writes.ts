import type { Visitor } from '#api/context.ts'
import type { Statement as Write } from '#platform/database.ts'
import type { Reach } from './reach.ts'
import { listReferences } from './references.ts'
import { activityIdOf, type StoredStatement, targetIdOf } from './statement.ts'
import { insertReferences, insertStatements, markVoided, type NewStatement } from './statement-storage.ts'

/** Source of a statement, and whether cmi5 defines it. */
export interface StatementOrigin extends Pick<Reach, 'launch' | 'integrationAccountId'> {
  isCmi5Defined: (statement: StoredStatement) => boolean
}

function rowOf(
  statement: StoredStatement,
  { launch, integrationAccountId, isCmi5Defined }: StatementOrigin,
): NewStatement {
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

/**
 * Returns the writes that store new statements with their references and mark voided ones; the caller commits them, and
 * has checked and completed the statements. `origin` says which launch or account sent them. A voiding statement may
 * arrive before its target.
 */
export function toStatementWrites(
  newStatements: readonly StoredStatement[],
  origin: StatementOrigin,
  ctx: Visitor,
): Write[] {
  if (newStatements.length === 0) return []
  const references = newStatements.flatMap((statement) =>
    listReferences(statement).map((reference) => ({ id: statement.id.toLowerCase(), ...reference })),
  )
  const voidable = newStatements.flatMap((statement) =>
    [statement.id.toLowerCase(), targetIdOf(statement) ?? []].flat(),
  )
  return [
    ...insertStatements(
      ctx.db,
      newStatements.map((statement) => rowOf(statement, origin)),
    ),
    ...insertReferences(ctx.db, references),
    markVoided(ctx.db, voidable),
  ]
}
