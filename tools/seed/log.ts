import { auditEntries } from '#api/foundation/audit/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import type { World } from './world.ts'

type ResultRow = typeof educationPartResults.$inferInsert
type Entry = typeof auditEntries.$inferInsert

const signUpEntry = ({ userId, educationId, educationPartId, createdAt }: ResultRow): Entry => ({
  at: createdAt,
  userId,
  action: 'result.signedUp',
  targetType: 'education',
  targetId: String(educationId),
  data: { userIds: [userId], educationPartId },
  requestId: 'seed',
})

function outcomeEntries({ userId, educationPartId, ...row }: ResultRow, id: number): Entry[] {
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

/** Adds audit entries about results, as the portal records them; their number grows with the federation. */
export function addLog({ ledger }: World): void {
  // The ledger returns rows of the requested table; the database numbers them in their order.
  const rows = ledger.rowsOf(educationPartResults) as ResultRow[]
  const entries = rows.flatMap((row, at) => [signUpEntry(row), ...outcomeEntries(row, at + 1)])
  for (const entry of entries.sort((a, b) => a.at.getTime() - b.at.getTime())) ledger.add(auditEntries, entry)
}
