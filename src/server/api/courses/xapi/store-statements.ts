import type { Visitor } from '#api/context.ts'
import { Constraint, type Statement as Write } from '#platform/database.ts'
import { agentKey, namingOrigin } from './agent.ts'
import { type Contents, checkAttachments, keepAttachments } from './attachments.ts'
import { isDefined, refuseInSession } from './cmi5/session-rules.ts'
import { verbs } from './cmi5/vocabulary.ts'
import { completionWrites } from './completion-writes.ts'
import { refuseEarlyStatement } from './early-statement.ts'
import { XapiError } from './error.ts'
import { listPast } from './evidence-storage.ts'
import { markTerminated } from './launch-storage.ts'
import { checkPerson, type Reach } from './reach.ts'
import { isSameStatement, type Statement, type StoredStatement, withLists } from './statement.ts'
import { refuseStatement } from './statement-rules/statement.ts'
import { listStatementsById } from './statement-storage.ts'
import { writesFor } from './statement-writes.ts'

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

/** A unit of cmi5 keeps to the rules of its session; what ends it is kept with it. */
async function sessionWrites(fresh: readonly StoredStatement[], { launch }: Reach, ctx: Visitor): Promise<Write[]> {
  if (!launch?.session || fresh.length === 0) return []
  const { activityId, registration, session } = launch
  const past = await listPast(ctx.db, registration, activityId)
  const wrong = refuseInSession(fresh, past, { ...session, activityId, registration })
  if (wrong) throw new XapiError(403, `Against the rules of cmi5: ${wrong}`)
  const isOver = fresh.some((statement) => isDefined(statement) && statement.verb.id === verbs.terminated)
  return isOver ? [markTerminated(ctx.db, launch.id, ctx.now)] : []
}

async function commit(statements: StoredStatement[], contents: Contents, reach: Reach, ctx: Visitor): Promise<void> {
  const fresh = await unknownOf(statements, ctx)
  const ending = await sessionWrites(fresh, reach, ctx)
  const kept = await keepAttachments(ctx, fresh, contents, reach.launch?.userId ?? null)
  const completing = reach.launch ? await completionWrites(statements, reach.launch, ctx) : []
  const own = writesFor(fresh, { ...reach, isCmi5Defined: isDefined }, ctx)
  try {
    await ctx.db.commit([...own, ...ending, ...kept.writes, ...completing])
  } catch (error) {
    await kept.undo()
    throw error
  }
}

/** Somebody else told the same meanwhile: a statement of this id, or what an attempt or a session tells once. */
const isTold = (error: unknown) => error instanceof Constraint && error.text.includes('xapi_statements.')

/** Stores a batch, all or nothing, and lets the course's own statements complete what they complete. Answers the ids. */
export async function storeStatements(told: Told, reach: Reach, ctx: Visitor): Promise<string[]> {
  const read = told.given.map((one) => parsed(one, told.isEarly))
  checkAttachments(read, told.contents)
  for (const { actor } of read) checkPerson(agentKey(actor), reach, namingOrigin(ctx.env))
  const statements = read.map((one) => completed(one, reach, ctx))
  try {
    await commit(statements, told.contents, reach, ctx)
  } catch (error) {
    // Asked again, it is the same, a conflict or against the rules.
    if (!isTold(error)) throw error
    await commit(statements, told.contents, reach, ctx)
  }
  return statements.map(({ id }) => id)
}
