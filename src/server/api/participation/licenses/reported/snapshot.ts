import { flag, hundredths, ofTable, value } from '#api/foundation/audit/edits/snapshot.ts'

/** An activity outside of the portal as its form has it. */
export const outsideActivitySnapshot = ofTable('outside_activities', {
  licenseId: value('license_id'),
  category: value('category'),
  name: value('name'),
  most: hundredths('most_hundredths'),
  active: flag('active'),
})
