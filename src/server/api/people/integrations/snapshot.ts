import { booleanColumn, jsonColumn, tableSnapshot, valueColumn } from '#api/foundation/audit/edits/snapshot.ts'

/** The fields of an integration account that its form edits. */
export const integrationAccountSnapshot = tableSnapshot('integration_accounts', {
  name: valueColumn('name'),
  roles: jsonColumn('roles'),
  resources: jsonColumn('resources'),
  organizationIds: jsonColumn('organization_ids'),
  expiresOn: valueColumn('expires_on'),
  active: booleanColumn('active'),
})
