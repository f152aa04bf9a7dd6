import { tableSnapshot, valueColumn } from '#api/foundation/audit/edits/snapshot.ts'

/** Audit snapshot of educator material: the fields of its form. */
export const educatorMaterialSnapshot = tableSnapshot('educator_materials', {
  name: valueColumn('name'),
  educationPartId: valueColumn('education_part_id'),
})
