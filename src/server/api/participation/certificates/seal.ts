import { sha256 } from '#platform/digest.ts'

/** The columns that a seal covers, as the database stores them. */
export interface SealedColumns {
  code: string
  firstName: string
  lastName: string
  content: string
  language: string
  templateVersion: number
  completedAt: string
  validToOn: string | null
  logoSha256: string | null
  accentColor: string
}

/** A seal as it is stored: `seal`, or `sha256` for one of version 1. Both are null before the certificate is sealed. */
export interface StoredSeal {
  seal: string | null
  sha256: string | null
}

const wordsOf = (row: SealedColumns) => [
  row.templateVersion,
  row.language,
  row.code,
  row.firstName,
  row.lastName,
  row.completedAt,
  row.validToOn,
  row.content,
]

/**
 * The columns of each version of the seal, in a fixed order. Version 1 covers the words, version 2 the logo and the
 * colour too. A version is never changed: certificates that it has sealed are checked by it.
 */
const versions: Readonly<Record<string, (row: SealedColumns) => unknown[]>> = {
  1: wordsOf,
  2: (row) => [2, ...wordsOf(row), row.logoSha256, row.accentColor],
}
const latestVersion = '2'

/** Computes the digest of a version; null for a version that this Worker does not know. */
async function computeDigest(version: string, row: SealedColumns): Promise<string | null> {
  const columns = versions[version]
  return columns ? sha256(JSON.stringify(columns(row))) : null
}

/**
 * Computes the seal of a certificate, by which a later change of it shows: `<version>:<digest>`, the SHA-256 digest of
 * its columns as hexadecimal text, by the latest version.
 */
export const computeSeal = async (row: SealedColumns): Promise<string> =>
  `${latestVersion}:${await computeDigest(latestVersion, row)}`

function parseSeal({ seal, sha256: digest }: StoredSeal): { version: string; digest: string } | null {
  if (seal === null) return digest === null ? null : { version: '1', digest }
  const [version = '', ofVersion = ''] = seal.split(':')
  return { version, digest: ofVersion }
}

/**
 * Returns the digest of a certificate's stored seal as hexadecimal text, without its version; null before the
 * certificate is sealed.
 */
export const digestOf = (stored: StoredSeal): string | null => parseSeal(stored)?.digest ?? null

/**
 * Returns whether the columns of a certificate are those that were sealed, by the version of the seal; true for one
 * that is not sealed yet, false for a version that is unknown.
 */
export async function isIntact(row: SealedColumns & StoredSeal): Promise<boolean> {
  const stored = parseSeal(row)
  return stored === null || stored.digest === (await computeDigest(stored.version, row))
}
