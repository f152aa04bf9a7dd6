import { ids, ofTable, value } from '#api/foundation/audit/edits/snapshot.ts'

/** The audited fields of a tag, with its occasions. */
export const tagSnapshot = ofTable('tags', {
  educationId: value('education_id'),
  name: value('name'),
  occasionIds: ids('occasions', 'id', 'tag_id = stored.id and canceled_at is null'),
})
