import { flag, ids, ofTable, value } from '#api/foundation/audit/edits/snapshot.ts'

/** A medium as its form has it. */
export const mediaSnapshot = ofTable('media', {
  title: value('title'),
  description: value('description'),
  url: value('url'),
  fileId: value('file_id'),
  inLibrary: flag('in_library'),
  educationIds: ids('media_to_education', 'education_id', 'media_id = stored.id'),
  tagIds: ids('media_to_tag', 'media_tag_id', 'media_id = stored.id'),
})

/** Audit snapshot of a tag of media: the fields of its form. */
export const mediaTagSnapshot = ofTable('media_tags', { name: value('name'), order: value('position') })
