import { ofTable, value } from '#api/foundation/audit/edits/snapshot.ts'

/** A material as its form has it. */
export const educatorMaterialSnapshot = ofTable('educator_materials', {
  name: value('name'),
  educationPartId: value('education_part_id'),
})
