import { auditEntries } from '#api/foundation/audit/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import type { World } from './world.ts'

type ResultRow = typeof educationPartResults.$inferInsert
type Entry = typeof auditEntries.$inferInsert

const signedUp = ({ userId, educationId, educationPartId, createdAt }: ResultRow): Entry => ({
  at: createdAt,
  userId,
  action: 'result.signedUp',
  targetType: 'education',
  targetId: String(educationId),
  data: { userIds: [userId], educationPartId },
  requestId: 'seed',
})

function settled({ userId, educationPartId, ...row }: ResultRow, id: number): Entry[] {
  if (!row.completed && !row.canceled) return []
  return [
    {
      at: row.completedAt ?? row.changedAt,
      userId: row.approvedByUserId ?? userId,
      action: row.completed ? 'result.completed' : 'result.canceled',
      targetType: 'result',
      targetId: String(id),
      data: { userId, educationPartId },
      requestId: 'seed',
    },
  ]
}

/** What has been done about results stands in the log as if it had been done in the portal; it grows with the federation. */
export function addLog({ ledger }: World): void {
  // The ledger holds rows of the table that it is asked about; the database numbers them in their order.
  const rows = ledger.rowsOf(educationPartResults) as ResultRow[]
  const entries = rows.flatMap((row, at) => [signedUp(row), ...settled(row, at + 1)])
  for (const entry of entries.sort((a, b) => a.at.getTime() - b.at.getTime())) ledger.add(auditEntries, entry)
}
