import { flag, ofTable, value } from '#api/foundation/audit/edits/snapshot.ts'

/** The fields of an organisation that its form edits. */
export const organizationSnapshot = ofTable('organizations', {
  organizationType: value('type'),
  name: value('name'),
  shortName: value('short_name'),
  parentId: value('parent_id'),
  orgNr: value('org_nr'),
  email: value('email'),
  phone: value('phone'),
  website: value('website'),
  addressLine1: value('address_line_1'),
  addressLine2: value('address_line_2'),
  postalNumber: value('postal_number'),
  city: value('city'),
  country: value('country'),
  isMain: flag('is_main'),
  canBeInvoiced: flag('can_be_invoiced'),
  invoiceEmail: value('invoice_email'),
  active: flag('active'),
})
