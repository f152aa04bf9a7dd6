import { flag, json, ofTable, value } from '#api/foundation/audit/edits/snapshot.ts'

/** The fields of an integration account that its form edits. */
export const integrationAccountSnapshot = ofTable('integration_accounts', {
  name: value('name'),
  roles: json('roles'),
  active: flag('active'),
})
