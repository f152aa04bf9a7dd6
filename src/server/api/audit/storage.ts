import type { Statement } from '#platform/database.ts'
import type { Visitor } from '../context.ts'
import { auditEntries } from './table.ts'

/** The audit row of a write; goes into the same batch as the write. `action` is `noun.verb`. */
export const recordAudit = (
  ctx: Visitor,
  action: string,
  target: { type: string; id: number | string },
  data: Record<string, unknown> = {},
): Statement =>
  ctx.db.query.insert(auditEntries).values({
    at: ctx.now,
    userId: ctx.actor?.id ?? null,
    action,
    targetType: target.type,
    targetId: String(target.id),
    data,
    requestId: ctx.requestId,
  })
