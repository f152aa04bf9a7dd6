import type { Visitor } from '#api/context.ts'
import { ConstraintError, type Statement as Write } from '#platform/database.ts'
import { agentKey, namingOrigin } from './agent.ts'
import { type AttachmentContents, checkAttachments, storeAttachments } from './attachments.ts'
import { isDefined, refuseInSession } from './cmi5/session-rules.ts'
import { verbs } from './cmi5/vocabulary.ts'
import { completionWrites } from './completion-writes.ts'
import { refuseEarlyStatement } from './early-statement.ts'
import { XapiError } from './error.ts'
import { listDefinedStatements } from './evidence-storage.ts'
import { markTerminated } from './launch-storage.ts'
import { checkPerson, type Reach } from './reach.ts'
import { isSameStatement, normalizeContextActivities, type Statement, type StoredStatement } from './statement.ts'
import { refuseStatement } from './statement-rules/statement.ts'
import { listStatementsById } from './statement-storage.ts'
import { toStatementWrites } from './statement-writes.ts'

/** Statements of one request with their attachments. */
export interface StatementBatch {
  /** Statements as they were sent, not yet validated. */
  values: readonly unknown[]
  contents: AttachmentContents
  /** Sent with a protocol version before 1.0, which has fewer rules. */
  isEarly: boolean
}

function parsed(value: unknown, isEarly: boolean): Statement {
  const wrong = isEarly ? refuseEarlyStatement(value) : refuseStatement(value)
  if (wrong) throw new XapiError(400, `Not a statement: ${wrong}`)
  // Validated above, so this cast is safe.
  return value as Statement
}

/**
 * Fills in id, times, version and authority; values that the content sent for `stored` and `authority` are replaced.
 */
function filledIn(statement: Statement, reach: Reach, ctx: Visitor): StoredStatement {
  const now = ctx.now.toISOString()
  return {
    ...normalizeContextActivities(statement),
    id: statement.id ?? ctx.newId(),
    timestamp: statement.timestamp ?? now,
    stored: now,
    version: statement.version ?? '1.0.0',
    authority: reach.authority,
  }
}

/**
 * Returns the statements that are not stored yet. A repeated statement is the same one; the same id with other content
 * is a conflict.
 */
async function withoutStored(statements: StoredStatement[], ctx: Visitor): Promise<StoredStatement[]> {
  const ids = new Set(statements.map(({ id }) => id.toLowerCase()))
  if (ids.size !== statements.length) throw new XapiError(400, 'A batch has the same statement id twice')
  const stored = new Map((await listStatementsById(ctx.db, [...ids])).map((row) => [row.id, row.statement]))
  for (const statement of statements) {
    const before = stored.get(statement.id.toLowerCase())
    if (before && !isSameStatement(before, statement)) throw new XapiError(409, `Statement ${statement.id} exists`)
  }
  return statements.filter(({ id }) => !stored.has(id.toLowerCase()))
}

/** Checks the rules of a cmi5 session and returns the write that ends it when the batch terminates it. */
async function sessionWrites(
  newStatements: readonly StoredStatement[],
  { launch }: Reach,
  ctx: Visitor,
): Promise<Write[]> {
  if (!launch?.session || newStatements.length === 0) return []
  const { activityId, registration, session } = launch
  const past = await listDefinedStatements(ctx.db, registration, activityId)
  const wrong = refuseInSession(newStatements, past, { ...session, activityId, registration })
  if (wrong) throw new XapiError(403, `Against the rules of cmi5: ${wrong}`)
  const isOver = newStatements.some((statement) => isDefined(statement) && statement.verb.id === verbs.terminated)
  return isOver ? [markTerminated(ctx.db, launch.id, ctx.now)] : []
}

async function commit(
  statements: StoredStatement[],
  contents: AttachmentContents,
  reach: Reach,
  ctx: Visitor,
): Promise<void> {
  const newStatements = await withoutStored(statements, ctx)
  const ending = await sessionWrites(newStatements, reach, ctx)
  const attachments = await storeAttachments(ctx, newStatements, contents, reach.launch?.userId ?? null)
  const completing = reach.launch ? await completionWrites(statements, reach.launch, ctx) : []
  const own = toStatementWrites(newStatements, { ...reach, isCmi5Defined: isDefined }, ctx)
  try {
    await ctx.db.commit([...own, ...ending, ...attachments.writes, ...completing])
  } catch (error) {
    await attachments.undo()
    throw error
  }
}

/**
 * Whether the same was stored at the same time: a statement with this id, or one that an attempt or a session may make
 * only once.
 */
const isAlreadyStored = (error: unknown) => error instanceof ConstraintError && error.text.includes('xapi_statements.')

/**
 * Stores a batch, all or nothing, with the completions that it causes; a `terminated` statement ends its cmi5 session.
 * Returns the ids in the order of the batch.
 *
 * Ids and times that are missing are filled in. A statement that is stored already is accepted and not stored again.
 * The commit fails as `attachment_quota` beyond the quota.
 *
 * @throws XapiError 400, 403 or 409 when a statement is invalid, of another person or against the rules of its session,
 * or its id is taken
 */
export async function storeStatements(batch: StatementBatch, reach: Reach, ctx: Visitor): Promise<string[]> {
  const read = batch.values.map((one) => parsed(one, batch.isEarly))
  checkAttachments(read, batch.contents)
  for (const { actor } of read) checkPerson(agentKey(actor), reach, namingOrigin(ctx.env))
  const statements = read.map((one) => filledIn(one, reach, ctx))
  try {
    await commit(statements, batch.contents, reach, ctx)
  } catch (error) {
    // A second attempt finds the same statement, a conflict or a broken rule.
    if (!isAlreadyStored(error)) throw error
    await commit(statements, batch.contents, reach, ctx)
  }
  return statements.map(({ id }) => id)
}
