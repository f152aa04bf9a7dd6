import { flag, json, ofTable, value } from '#api/foundation/audit/edits/snapshot.ts'

/** An integration account as its form has it. */
export const integrationAccountSnapshot = ofTable('integration_accounts', {
  name: value('name'),
  roles: json('roles'),
  active: flag('active'),
})
