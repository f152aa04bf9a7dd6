import { tableSnapshot, valueColumn } from '#api/foundation/audit/edits/snapshot.ts'

/** A disturbance message as its form has it. */
export const disturbanceMessageSnapshot = tableSnapshot('disturbance_messages', {
  content: valueColumn('content'),
  from: valueColumn('from_at'),
  to: valueColumn('to_at'),
})
