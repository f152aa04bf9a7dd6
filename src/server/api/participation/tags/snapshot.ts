import { ids, ofTable, value } from '#api/foundation/audit/edits/snapshot.ts'

/** A tag with the occasions that it ties together. */
export const tagSnapshot = ofTable('tags', {
  educationId: value('education_id'),
  name: value('name'),
  occasionIds: ids('occasions', 'id', 'tag_id = stored.id and canceled_at is null'),
})
