import { z } from 'zod'
import { id, instant } from '#api/wire.ts'

export const AuditEntry = z.object({
  id,
  at: instant,
  /** Null for the portal itself, a visitor or an integration account; `data` then names the account. */
  userId: id.nullable(),
  userName: z.string().nullable(),
  action: z.string(),
  targetType: z.string(),
  targetId: z.string(),
  /** Present name of the target; null when it is gone or never had a name. */
  targetName: z.string().nullable(),
  /** Path of the target's page. */
  targetPath: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof AuditEntry>
