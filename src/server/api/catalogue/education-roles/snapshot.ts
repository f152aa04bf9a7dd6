import { flag, ofTable, value } from '#api/foundation/audit/edits/snapshot.ts'

/** An education role as its form has it. */
export const educationRoleSnapshot = ofTable('education_roles', {
  name: value('name'),
  group: value('role_group'),
  order: value('position'),
  active: flag('active'),
})
