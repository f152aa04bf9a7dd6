import { booleanColumn, linkedIds, tableSnapshot, valueColumn } from '#api/foundation/audit/edits/snapshot.ts'

/** A medium as its form has it. */
export const mediaSnapshot = tableSnapshot('media', {
  title: valueColumn('title'),
  description: valueColumn('description'),
  url: valueColumn('url'),
  fileId: valueColumn('file_id'),
  inLibrary: booleanColumn('in_library'),
  educationIds: linkedIds('media_to_education', 'education_id', 'media_id = stored.id'),
  tagIds: linkedIds('media_to_tag', 'media_tag_id', 'media_id = stored.id'),
})

/** Audit snapshot of a tag of media: the fields of its form. */
export const mediaTagSnapshot = tableSnapshot('media_tags', {
  name: valueColumn('name'),
  order: valueColumn('position'),
})
