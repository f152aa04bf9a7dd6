import { linkedIds, tableSnapshot, valueColumn } from '#api/foundation/audit/edits/snapshot.ts'

/** The fields of a person that their form edits. */
export const userSnapshot = tableSnapshot('users', {
  firstName: valueColumn('first_name'),
  lastName: valueColumn('last_name'),
  birthDate: valueColumn('birth_on'),
  phone: valueColumn('phone'),
  language: valueColumn('language'),
  pictureFileId: valueColumn('picture_file_id'),
  organizationIds: linkedIds('user_organizations', 'organization_id', 'user_id = stored.id'),
})
