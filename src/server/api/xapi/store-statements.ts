import type { Visitor } from '../context.ts'
import { agentKey } from './agent.ts'
import { completionWrites } from './completion-writes.ts'
import { XapiError } from './error.ts'
import type { Launch } from './launch-storage.ts'
import { activityIdOf, isSameStatement, Statement } from './statement.ts'
import { insertStatement, listStatementsById, markVoided } from './statement-storage.ts'

const voids = 'http://adlnet.gov/expapi/verbs/voided'

function parsed(given: unknown): Statement {
  const read = Statement.safeParse(given)
  if (read.success) return read.data
  const issue = read.error.issues[0]
  throw new XapiError(400, `Not a statement: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`)
}

function checkActor(statement: Statement, launch: Launch, ctx: Visitor): void {
  if (agentKey(statement.actor) !== `account:${ctx.env.PORTAL_ORIGIN}|${launch.userId}`) {
    throw new XapiError(403, 'The actor is not the person of this launch')
  }
}

/** What the store fills in: an id, the times, and who vouches for it; never what the content claims of that. */
function completed(statement: Statement, ctx: Visitor): Statement & { id: string } {
  const now = ctx.now.toISOString()
  return {
    ...statement,
    id: statement.id ?? ctx.newId(),
    timestamp: statement.timestamp ?? now,
    stored: now,
    version: '1.0.0',
    authority: { objectType: 'Agent', account: { homePage: ctx.env.PORTAL_ORIGIN, name: 'launch' } },
  }
}

function rowOf(statement: Statement & { id: string }, launch: Launch, ctx: Visitor) {
  return {
    id: statement.id,
    userId: launch.userId,
    educationPartId: launch.educationPartId,
    educatorMaterialId: launch.educatorMaterialId,
    registration: statement.context?.registration ?? launch.registration,
    activityId: activityIdOf(statement),
    verb: statement.verb.id,
    statement,
    storedAt: ctx.now,
  }
}

const targetOfVoid = (statement: Statement) =>
  statement.verb.id === voids && statement.object.objectType === 'StatementRef' ? String(statement.object['id']) : null

/** Statements sent again under their ids are the same statements; the same id for something else is a conflict. */
async function unknownOf(statements: (Statement & { id: string })[], ctx: Visitor) {
  const ids = new Set(statements.map((statement) => statement.id))
  if (ids.size !== statements.length) throw new XapiError(400, 'A batch has the same statement id twice')
  const stored = new Map((await listStatementsById(ctx.db, [...ids])).map((row) => [row.id, row.statement]))
  for (const statement of statements) {
    const before = stored.get(statement.id)
    if (before && !isSameStatement(before, statement)) throw new XapiError(409, `Statement ${statement.id} exists`)
  }
  return statements.filter((statement) => !stored.has(statement.id))
}

/** Stores a batch, all or nothing, and lets the course's own statements complete what they complete. Answers the ids. */
export async function storeStatements(given: unknown[], launch: Launch, ctx: Visitor): Promise<string[]> {
  const statements = given.map((one) => completed(parsed(one), ctx))
  for (const statement of statements) checkActor(statement, launch, ctx)
  const fresh = await unknownOf(statements, ctx)
  const writes = fresh.flatMap((statement) => {
    const voided = targetOfVoid(statement)
    const insert = insertStatement(ctx.db, rowOf(statement, launch, ctx))
    return voided ? [insert, markVoided(ctx.db, voided, launch.userId)] : [insert]
  })
  await ctx.db.commit([...writes, ...(await completionWrites(statements, launch, ctx))])
  return statements.map((statement) => statement.id)
}
