import { ofTable, value } from '#api/foundation/audit/edits/snapshot.ts'

/** An event as its form has it. */
export const eventSnapshot = ofTable('events', { content: value('content') })
