import { desc, eq } from 'drizzle-orm'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { database } from './portal.ts'

/** Returns the audit entries of a target type, newest first. */
export const listAuditEntries = (targetType: string) =>
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
