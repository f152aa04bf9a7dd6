import { ofTable, value } from '#api/foundation/audit/edits/snapshot.ts'

/** Audit snapshot of educator material: the fields of its form. */
export const educatorMaterialSnapshot = ofTable('educator_materials', {
  name: value('name'),
  educationPartId: value('education_part_id'),
})
