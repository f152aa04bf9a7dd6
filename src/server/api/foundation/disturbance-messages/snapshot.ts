import { tableSnapshot, valueColumn } from '#api/foundation/audit/edits/snapshot.ts'

/** Returns a disturbance message by id as its form has it, for the audit log. */
export const disturbanceMessageSnapshot = tableSnapshot('disturbance_messages', {
  content: valueColumn('content'),
  from: valueColumn('from_at'),
  to: valueColumn('to_at'),
})
