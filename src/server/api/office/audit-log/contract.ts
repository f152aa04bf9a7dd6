import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { AuditEntry } from '#api/foundation/audit/contract.ts'
import { day, queryOrder, queryPageSize } from '#api/wire.ts'
import { auditOrders } from './rules.ts'

/** Position of the last entry of a page, as `<timestamp>_<id>`; the next page starts after it. */
const cursor = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT[\d:.]+Z_\d{1,15}$/)
  .transform((text) => {
    const [at = '', entryId = ''] = text.split('_')
    return { at, id: Number(entryId) }
  })

export const AuditFilter = z.object({
  /** A user name, an id or the beginning of a name. */
  who: z.string().trim().max(200).optional(),
  action: z.string().trim().max(100).optional(),
  /** Target of the action, as `user/12`. */
  target: z
    .string()
    .regex(/^[A-Za-z]{1,50}\/\S.{0,199}$/)
    .optional(),
  from: day.optional(),
  /** Inclusive: the whole day. */
  to: day.optional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>

export const AuditPage = z.object({
  items: z.array(AuditEntry),
  /** Display names of the ids in the entries' data, by `<type>/<id>`. */
  names: z.record(z.string(), z.string()),
  /** Value of `after` for the next page; null on the last. */
  next: z.string().nullable(),
})
export type AuditPage = z.infer<typeof AuditPage>

export const audit = contract({
  'GET /AuditLog': {
    who: 'superadministrators',
    query: AuditFilter.extend({ ...queryOrder(auditOrders), after: cursor.optional(), pageSize: queryPageSize }),
    reply: AuditPage,
    cache: 'never',
    summary: 'Lists recorded actions, newest first by default; `after` is the `next` of the previous page.',
  },
  'GET /AuditLog/actions': {
    who: 'superadministrators',
    reply: z.array(z.string()),
    summary: 'Lists the kinds of recorded actions.',
  },
  'GET /AuditLog/export': {
    who: 'superadministrators',
    query: AuditFilter,
    cache: 'never',
    summary: 'Exports the filtered log as CSV, at most 50,000 rows; the export is recorded.',
  },
})
