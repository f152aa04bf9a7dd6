import { ofTable, value } from '#api/foundation/audit/edits/snapshot.ts'

/** The fields of a passkey that its form edits. */
export const passkeySnapshot = ofTable('passkeys', { name: value('name') })
