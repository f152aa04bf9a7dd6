import { Constraint } from '#platform/database.ts'
import type { Visitor } from '../context.ts'
import { agentKey } from './agent.ts'
import { type Contents, checkAttachments, keepAttachments } from './attachments.ts'
import { completionWrites } from './completion-writes.ts'
import { refuseEarlyStatement } from './early-statement.ts'
import { XapiError } from './error.ts'
import { checkPerson, type Reach } from './reach.ts'
import { referencesOf } from './references.ts'
import {
  activityIdOf,
  isSameStatement,
  type Statement,
  type StoredStatement,
  targetIdOf,
  withLists,
} from './statement.ts'
import { refuseStatement } from './statement-rules/statement.ts'
import {
  insertReferences,
  insertStatements,
  listStatementsById,
  markVoided,
  type NewStatement,
} from './statement-storage.ts'

export interface Told {
  /** As they came, each of them anything. */
  given: readonly unknown[]
  contents: Contents
  /** Told by the protocol of before 1.0, which left more to the teller. */
  isEarly: boolean
}

function parsed(given: unknown, isEarly: boolean): Statement {
  const wrong = isEarly ? refuseEarlyStatement(given) : refuseStatement(given)
  if (wrong) throw new XapiError(400, `Not a statement: ${wrong}`)
  // Just judged.
  return given as Statement
}

/** What the store fills in: an id, the times, and who vouches for it; never what the content claims of that. */
function completed(statement: Statement, reach: Reach, ctx: Visitor): StoredStatement {
  const now = ctx.now.toISOString()
  return {
    ...withLists(statement),
    id: statement.id ?? ctx.newId(),
    timestamp: statement.timestamp ?? now,
    stored: now,
    version: statement.version ?? '1.0.0',
    authority: reach.authority,
  }
}

function rowOf(statement: StoredStatement, { launch, integrationAccountId }: Reach): NewStatement {
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
  }
}

/** Statements sent again under their ids are the same statements; the same id for something else is a conflict. */
async function unknownOf(statements: StoredStatement[], ctx: Visitor): Promise<StoredStatement[]> {
  const ids = new Set(statements.map(({ id }) => id.toLowerCase()))
  if (ids.size !== statements.length) throw new XapiError(400, 'A batch has the same statement id twice')
  const stored = new Map((await listStatementsById(ctx.db, [...ids])).map((row) => [row.id, row.statement]))
  for (const statement of statements) {
    const before = stored.get(statement.id.toLowerCase())
    if (before && !isSameStatement(before, statement)) throw new XapiError(409, `Statement ${statement.id} exists`)
  }
  return statements.filter(({ id }) => !stored.has(id.toLowerCase()))
}

/** What the fresh ones leave behind; those that void something, and those that wait to be voided, in whatever order they come. */
function writesFor(fresh: readonly StoredStatement[], reach: Reach, ctx: Visitor) {
  if (fresh.length === 0) return []
  const references = fresh.flatMap((statement) =>
    referencesOf(statement).map((reference) => ({ id: statement.id.toLowerCase(), ...reference })),
  )
  const touched = fresh.flatMap((statement) => [statement.id.toLowerCase(), targetIdOf(statement) ?? []].flat())
  return [
    ...insertStatements(
      ctx.db,
      fresh.map((statement) => rowOf(statement, reach)),
    ),
    ...insertReferences(ctx.db, references),
    markVoided(ctx.db, touched),
  ]
}

async function commit(statements: StoredStatement[], contents: Contents, reach: Reach, ctx: Visitor): Promise<void> {
  const fresh = await unknownOf(statements, ctx)
  const kept = await keepAttachments(ctx, fresh, contents)
  const completing = reach.launch ? await completionWrites(statements, reach.launch, ctx) : []
  try {
    await ctx.db.commit([...writesFor(fresh, reach, ctx), ...kept.writes, ...completing])
  } catch (error) {
    await kept.undo()
    throw error
  }
}

const isTakenId = (error: unknown) => error instanceof Constraint && error.text.includes('xapi_statements.id')

/** Stores a batch, all or nothing, and lets the course's own statements complete what they complete. Answers the ids. */
export async function storeStatements(told: Told, reach: Reach, ctx: Visitor): Promise<string[]> {
  const read = told.given.map((one) => parsed(one, told.isEarly))
  checkAttachments(read, told.contents)
  for (const { actor } of read) checkPerson(agentKey(actor), reach, ctx.env.PORTAL_ORIGIN)
  const statements = read.map((one) => completed(one, reach, ctx))
  try {
    await commit(statements, told.contents, reach, ctx)
  } catch (error) {
    // Somebody else told one of them meanwhile: it is now the same, or a conflict.
    if (!isTakenId(error)) throw error
    await commit(statements, told.contents, reach, ctx)
  }
  return statements.map(({ id }) => id)
}
