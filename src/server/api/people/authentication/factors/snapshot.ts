import { tableSnapshot, valueColumn } from '#api/foundation/audit/edits/snapshot.ts'

/** The fields of a passkey that its form edits. */
export const passkeySnapshot = tableSnapshot('passkeys', { name: valueColumn('name') })
