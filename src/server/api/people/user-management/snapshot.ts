import { ids, ofTable, value } from '#api/foundation/audit/edits/snapshot.ts'

/** The fields of a person that their form edits. */
export const userSnapshot = ofTable('users', {
  firstName: value('first_name'),
  lastName: value('last_name'),
  birthDate: value('birth_on'),
  phone: value('phone'),
  language: value('language'),
  pictureFileId: value('picture_file_id'),
  organizationIds: ids('user_organizations', 'organization_id', 'user_id = stored.id'),
})
