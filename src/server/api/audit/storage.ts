import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#platform/database.ts'
import type { Visitor } from '../context.ts'
import { auditEntries } from './table.ts'

/** The id of the row that the statement just before this one inserted. */
export const insertedId = sql<string>`last_insert_rowid()`

/** A person by id; a machine has no such id, and is named in the data. */
const authorOf = ({ actor }: Visitor) => (actor && !actor.integration ? actor.id : null)

const dataOf = ({ actor }: Visitor, data: Record<string, unknown>) =>
  actor?.integration ? { ...data, integrationAccountId: actor.integration.accountId } : data

/** The audit row of a write; goes into the same batch as the write. `action` is `noun.verb`. */
export const recordAudit = (
  ctx: Visitor,
  action: string,
  target: { type: string; id: number | string | SQL },
  data: Record<string, unknown> = {},
): Statement =>
  ctx.db.query.insert(auditEntries).values({
    at: ctx.now,
    userId: authorOf(ctx),
    action,
    targetType: target.type,
    targetId: typeof target.id === 'object' ? target.id : String(target.id),
    data: dataOf(ctx, data),
    requestId: ctx.requestId,
  })

/** The audit row of a write that only happens when a condition holds inside the transaction. */
export const recordAuditWhen = (
  ctx: Visitor,
  condition: SQL,
  action: string,
  target: { type: string; id: number | string },
  data: Record<string, unknown> = {},
): Statement =>
  // A select gives every column in the table's order.
  ctx.db.query.insert(auditEntries).select(sql`
    select null, ${ctx.now.toISOString()}, ${authorOf(ctx)}, ${action}, ${target.type}, ${String(target.id)},
      ${JSON.stringify(dataOf(ctx, data))}, ${ctx.requestId}
    where ${condition}`)

/** An audit row for each thing that a query gives as `id` and `data`, when it is not known before the transaction which. */
export const recordAuditOfEach = (ctx: Visitor, action: string, targetType: string, things: SQL): Statement =>
  // A select gives every column in the table's order.
  ctx.db.query.insert(auditEntries).select(sql`
    select null, ${ctx.now.toISOString()}, ${authorOf(ctx)}, ${action}, ${targetType}, cast(thing.id as text),
      thing.data, ${ctx.requestId}
    from (${things}) thing`)
