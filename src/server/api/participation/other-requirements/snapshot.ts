import { flag, ofTable, value } from '#api/foundation/audit/edits/snapshot.ts'

/** A requirement as its form has it. */
export const otherRequirementSnapshot = ofTable('other_requirements', {
  name: value('name'),
  description: value('description'),
  validityMonths: value('validity_months'),
  documentRequired: flag('document_required'),
  active: flag('active'),
})
