import { amountColumn, booleanColumn, tableSnapshot, valueColumn } from '#api/foundation/audit/edits/snapshot.ts'

/** The audited fields of an outside activity, as its form names them. */
export const outsideActivitySnapshot = tableSnapshot('outside_activities', {
  licenseId: valueColumn('license_id'),
  category: valueColumn('category'),
  name: valueColumn('name'),
  most: amountColumn('most_hundredths'),
  active: booleanColumn('active'),
})
