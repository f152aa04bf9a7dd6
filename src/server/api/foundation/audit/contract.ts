import { z } from 'zod'
import { id, instant } from '#api/wire.ts'

export const AuditEntry = z.object({
  id,
  at: instant,
  /** Empty: the portal itself, a visitor, or another system, whose account the data then names. */
  userId: id.nullable(),
  userName: z.string().nullable(),
  action: z.string(),
  targetType: z.string(),
  targetId: z.string(),
  /** What is done to is called so now; empty of what is gone, or never had a name. */
  targetName: z.string().nullable(),
  /** The page where it is found. */
  targetPath: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof AuditEntry>
