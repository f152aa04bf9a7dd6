import { flag, ofTable, value } from '#api/foundation/audit/edits/snapshot.ts'

/** Audit snapshot of an education role: the fields of its form. */
export const educationRoleSnapshot = ofTable('education_roles', {
  name: value('name'),
  group: value('role_group'),
  order: value('position'),
  active: flag('active'),
})
