import { flag, ofTable, value } from '#api/foundation/audit/edits/snapshot.ts'

/** The audited fields of another requirement, as its form names them. */
export const otherRequirementSnapshot = ofTable('other_requirements', {
  name: value('name'),
  description: value('description'),
  validityMonths: value('validity_months'),
  documentRequired: flag('document_required'),
  active: flag('active'),
})
