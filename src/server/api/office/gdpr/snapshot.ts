import { tableSnapshot, valueColumn } from '#api/foundation/audit/edits/snapshot.ts'

/** Audit snapshot of the contact for questions about personal data. */
export const gdprContactSnapshot = tableSnapshot('gdpr_contacts', {
  email: valueColumn('email'),
  phone: valueColumn('phone'),
})
