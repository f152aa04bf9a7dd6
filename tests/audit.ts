import { desc, eq } from 'drizzle-orm'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { database } from './portal.ts'

/** What the audit log holds about a kind of thing, newest first. */
export const auditOf = (targetType: string) =>
  database()
    .query.select({
      action: auditEntries.action,
      userId: auditEntries.userId,
      targetId: auditEntries.targetId,
      data: auditEntries.data,
    })
    .from(auditEntries)
    .where(eq(auditEntries.targetType, targetType))
    .orderBy(desc(auditEntries.id))
