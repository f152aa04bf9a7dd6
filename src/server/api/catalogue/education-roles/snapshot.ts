import { booleanColumn, tableSnapshot, valueColumn } from '#api/foundation/audit/edits/snapshot.ts'

/** Audit snapshot of an education role: the fields of its form. */
export const educationRoleSnapshot = tableSnapshot('education_roles', {
  name: valueColumn('name'),
  group: valueColumn('role_group'),
  order: valueColumn('position'),
  active: booleanColumn('active'),
})
