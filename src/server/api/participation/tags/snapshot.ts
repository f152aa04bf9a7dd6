import { linkedIds, tableSnapshot, valueColumn } from '#api/foundation/audit/edits/snapshot.ts'

/** The audited fields of a tag, with its occasions. */
export const tagSnapshot = tableSnapshot('tags', {
  educationId: valueColumn('education_id'),
  name: valueColumn('name'),
  occasionIds: linkedIds('occasions', 'id', 'tag_id = stored.id and canceled_at is null'),
})
