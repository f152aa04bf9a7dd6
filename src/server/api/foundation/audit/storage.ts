import { and, asc, desc, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import type { AuditEntry } from './contract.ts'
import { personName } from './people.ts'
import { auditEntries } from './table.ts'
import type { AuditAction, AuditThing, DataWithTexts } from './text-types.ts'

/** The id of the row that the statement just before this one inserted. */
export const insertedId = sql<string>`last_insert_rowid()`

/**
 * Returns the caller's user id for the audit log; null for the portal itself, a visitor and an integration account. The
 * account is named in the data of the entry.
 */
export const toAuthorId = ({ actor }: Visitor) => (actor && !actor.integration ? actor.id : null)

/**
 * Returns the real actor when the author alone does not identify it: an integration account, or a person in a session
 * opened by a sign-on link.
 */
function actingIn({ actor }: Visitor): Record<string, number> {
  if (actor?.integration) return { integrationAccountId: actor.integration.accountId }
  return actor?.signedOnByUserId ? { signedOnByUserId: actor.signedOnByUserId } : {}
}

/**
 * Returns the data of an audit row with the real actor: the integration account, or the superadministrator of a sign-on
 * link; unchanged for others.
 */
export const withRealActor = (ctx: Visitor, data: object = {}): Record<string, unknown> => ({
  ...data,
  ...actingIn(ctx),
})

/**
 * Returns the statement that inserts the audit row of a write, for the same commit. A target id whose SQL gives null
 * fails the commit as `not_found`.
 *
 * The author is the caller (`toAuthorId`), unless the caller gives another. The data also names the real actor, as
 * `withRealActor` does.
 */
export const recordAudit = <const Data extends object>(
  ctx: Visitor,
  action: AuditAction,
  target: { type: AuditThing; id: number | string | SQL },
  data?: Data & DataWithTexts<NoInfer<Data>>,
  author = toAuthorId(ctx),
): Statement =>
  ctx.db.query.insert(auditEntries).values({
    at: ctx.now,
    userId: author,
    action,
    targetType: target.type,
    targetId: typeof target.id === 'object' ? target.id : String(target.id),
    data: withRealActor(ctx, data),
    requestId: ctx.requestId,
  })

/**
 * Returns the statement that inserts an audit row when `condition` holds at its place in the transaction, and none
 * otherwise. Author and real actor are those of `recordAudit`.
 */
export const recordAuditWhen = <const Data extends object>(
  ctx: Visitor,
  condition: SQL,
  action: AuditAction,
  target: { type: AuditThing; id: number | string },
  data?: Data & DataWithTexts<NoInfer<Data>>,
): Statement =>
  insertFrom(
    ctx.db.query,
    auditEntries,
    {
      at: ctx.now.toISOString(),
      userId: toAuthorId(ctx),
      action,
      targetType: target.type,
      targetId: String(target.id),
      data: JSON.stringify(withRealActor(ctx, data)),
      requestId: ctx.requestId,
    },
    sql`where ${condition}`,
  )

/**
 * Returns the statement that inserts an audit row for each `id` and `data` (JSON) of a query, and none without rows.
 * For many targets, and those that are known only inside the transaction. The author is the caller, unless the caller
 * gives another, and the real actor is added to each `data`.
 */
export const recordAuditOfEach = (
  ctx: Visitor,
  action: AuditAction,
  targetType: AuditThing,
  things: SQL,
  author = toAuthorId(ctx),
): Statement =>
  insertFrom(
    ctx.db.query,
    auditEntries,
    {
      at: ctx.now.toISOString(),
      userId: author,
      action,
      targetType,
      targetId: sql`cast(thing.id as text)`,
      data: sql`json_patch(thing.data, ${JSON.stringify(actingIn(ctx))})`,
      requestId: ctx.requestId,
    },
    sql`from (${things}) thing`,
  )

export interface AuditQuery {
  userIds: number[] | null
  action: string | null
  target: { targetType: string; targetId: string } | null
  from: Date | null
  until: Date | null
  /** By default the newest entry is first. */
  isOldestFirst?: boolean
}

/**
 * Lists at most `atMost` entries of the audit log, the newest first by default, with the name of each author; filters
 * that are null admit all. Both times are inclusive, and an empty `userIds` finds none. `after` is the last entry of
 * the previous page, null for the first page.
 *
 * Filters by person, action or target each have an index in this order, and so has the whole log. Access is not checked
 * and the read itself is not recorded here.
 */
export async function listEntries(
  db: Database,
  { userIds, action, target, from, until, isOldestFirst = false }: AuditQuery,
  after: { at: string; id: number } | null,
  atMost: number,
): Promise<Omit<AuditEntry, 'targetName' | 'targetPath'>[]> {
  const { id, at, userId, targetType, targetId, data } = auditEntries
  const direction = isOldestFirst ? asc : desc
  const ownId = sql`audit_entries.user_id`
  const question = db.query
    .select({
      id,
      at,
      userId,
      action: auditEntries.action,
      targetType,
      targetId,
      data,
      userName: personName(ownId),
    })
    .from(auditEntries)
    .where(
      and(
        userIds ? (userIds.length === 1 ? eq(userId, userIds[0] ?? 0) : inArray(userId, userIds)) : undefined,
        action ? eq(auditEntries.action, action) : undefined,
        target ? and(eq(targetType, target.targetType), eq(targetId, target.targetId)) : undefined,
        from ? gte(at, from) : undefined,
        until ? lte(at, until) : undefined,
        after ? sql`(${at}, ${id}) ${isOldestFirst ? sql`>` : sql`<`} (${after.at}, ${after.id})` : undefined,
      ),
    )
    .orderBy(direction(at), direction(id))
    .limit(atMost)
  const rows = await question
  return rows
}

/**
 * Lists the actions in the audit log, each once, in alphabetical order. An index lookup finds each one after the
 * previous one, so that a million rows need not be read.
 */
export async function listActions(db: Database): Promise<string[]> {
  const kinds = sql`(
    with recursive kinds(action) as (
      select min(action) from audit_entries
      union all
      select (select min(e.action) from audit_entries e where e.action > kinds.action) from kinds
      where kinds.action is not null
    )
    select action from kinds where action is not null)`
  const rows = await db.query.select({ action: sql<string>`action`.as('kind_of_action') }).from(kinds)
  return rows.map(({ action }) => action)
}
