import { ofTable, value } from '#api/foundation/audit/edits/snapshot.ts'

/** A passkey by its name. */
export const passkeySnapshot = ofTable('passkeys', { name: value('name') })
