import { booleanColumn, jsonColumn, tableSnapshot, valueColumn } from '#api/foundation/audit/edits/snapshot.ts'

/** The fields of a webhook that its form edits. */
export const webhookSnapshot = tableSnapshot('webhook_endpoints', {
  url: valueColumn('url'),
  description: valueColumn('description'),
  eventTypes: jsonColumn('event_types'),
  active: booleanColumn('active'),
})
