import { tableSnapshot, valueColumn } from '#api/foundation/audit/edits/snapshot.ts'

/** Audit snapshot of an event: the fields of its form. */
export const eventSnapshot = tableSnapshot('events', { content: valueColumn('content') })
