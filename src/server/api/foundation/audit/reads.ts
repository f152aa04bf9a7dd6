import { subMinutes } from 'date-fns'
import { sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import type { Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { toAuthorId, withRealActor } from './storage.ts'
import { auditEntries } from './table.ts'
import type { AuditAction, AuditThing, DataWithTexts } from './text-types.ts'

/**
 * Minutes in which repeated reads by one reader make one entry: pages are reloaded, and films are requested in ranges.
 */
const minutesOfOneRead = 30

/**
 * Returns the statement that records a read of personal data; commit it before the data is sent.
 *
 * It writes nothing when the same reader has read the same target with the same data within the last 30 minutes. The
 * reader is the caller, also one who acts as somebody else, unless `readerId` is given. `data` adds fields to the
 * entry.
 */
export const recordRead = <const Data extends object>(
  ctx: Visitor,
  action: AuditAction,
  target: { type: AuditThing; id: number | string },
  data?: Data & DataWithTexts<NoInfer<Data>>,
  readerId = toAuthorId(ctx),
): Statement => {
  const [id, text] = [String(target.id), JSON.stringify(withRealActor(ctx, data))]
  const since = subMinutes(ctx.now, minutesOfOneRead).toISOString()
  return insertFrom(
    ctx.db.query,
    auditEntries,
    {
      at: ctx.now.toISOString(),
      userId: readerId,
      action,
      targetType: target.type,
      targetId: id,
      data: text,
      requestId: ctx.requestId,
    },
    sql`where not exists (select 1 from audit_entries earlier_read
      where earlier_read.target_type = ${target.type} and earlier_read.target_id = ${id} and earlier_read.at > ${since}
        and earlier_read.action = ${action} and earlier_read.user_id is ${readerId} and earlier_read.data = ${text})`,
  )
}
