import { flag, hundredths, ofTable, value } from '#api/foundation/audit/edits/snapshot.ts'

/** The audited fields of an outside activity, as its form names them. */
export const outsideActivitySnapshot = ofTable('outside_activities', {
  licenseId: value('license_id'),
  category: value('category'),
  name: value('name'),
  most: hundredths('most_hundredths'),
  active: flag('active'),
})
