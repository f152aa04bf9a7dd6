import { ofTable, value } from '#api/foundation/audit/edits/snapshot.ts'

/** A disturbance message as its form has it. */
export const disturbanceMessageSnapshot = ofTable('disturbance_messages', {
  content: value('content'),
  from: value('from_at'),
  to: value('to_at'),
})
