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
}

/** Computes the seal of a certificate: the SHA-256 digest of its columns in a fixed order, as hexadecimal text. */
export const computeSeal = (row: SealedColumns): Promise<string> =>
  sha256(
    JSON.stringify([
      row.templateVersion,
      row.language,
      row.code,
      row.firstName,
      row.lastName,
      row.completedAt,
      row.validToOn,
      row.content,
    ]),
  )
