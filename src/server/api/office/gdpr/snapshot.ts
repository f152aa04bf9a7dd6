import { ofTable, value } from '#api/foundation/audit/edits/snapshot.ts'

/** Audit snapshot of the contact for questions about personal data. */
export const gdprContactSnapshot = ofTable('gdpr_contacts', { email: value('email'), phone: value('phone') })
