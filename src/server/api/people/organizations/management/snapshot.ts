import { booleanColumn, tableSnapshot, valueColumn } from '#api/foundation/audit/edits/snapshot.ts'

/** The fields of an organisation that its form edits. */
export const organizationSnapshot = tableSnapshot('organizations', {
  organizationType: valueColumn('type'),
  name: valueColumn('name'),
  shortName: valueColumn('short_name'),
  parentId: valueColumn('parent_id'),
  orgNr: valueColumn('org_nr'),
  email: valueColumn('email'),
  phone: valueColumn('phone'),
  website: valueColumn('website'),
  addressLine1: valueColumn('address_line_1'),
  addressLine2: valueColumn('address_line_2'),
  postalNumber: valueColumn('postal_number'),
  city: valueColumn('city'),
  country: valueColumn('country'),
  isMain: booleanColumn('is_main'),
  canBeInvoiced: booleanColumn('can_be_invoiced'),
  invoiceEmail: valueColumn('invoice_email'),
  active: booleanColumn('active'),
})
