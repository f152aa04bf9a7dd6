import { ofTable, value } from '#api/foundation/audit/edits/snapshot.ts'

/** Audit snapshot of an event: the fields of its form. */
export const eventSnapshot = ofTable('events', { content: value('content') })
