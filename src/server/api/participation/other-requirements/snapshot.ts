import { booleanColumn, tableSnapshot, valueColumn } from '#api/foundation/audit/edits/snapshot.ts'

/** The audited fields of another requirement, as its form names them. */
export const otherRequirementSnapshot = tableSnapshot('other_requirements', {
  name: valueColumn('name'),
  description: valueColumn('description'),
  validityMonths: valueColumn('validity_months'),
  documentRequired: booleanColumn('document_required'),
  active: booleanColumn('active'),
})
