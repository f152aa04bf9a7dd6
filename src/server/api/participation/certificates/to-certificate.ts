import { formatInitials } from '#api/participation/results/certificate-codes/rules.ts'
import { toPortalDay } from '#api/zone.ts'
import type { Certificate, CheckedCertificate } from './contract.ts'
import type { IssuedCertificate } from './issued-storage.ts'
import { type CertificateContent, calculateState, toTemplateVersion } from './rules.ts'
import { digestOf } from './seal.ts'

/**
 * Parses the JSON column with the text of a certificate. It is not checked, for only the portal's own SQL writes it.
 */
export const parseContent = (text: string): CertificateContent => JSON.parse(text) as CertificateContent

/**
 * Returns whether issuing a certificate again would change it: it is issued, the holder's present name or language
 * differs from that on it, and the identity is not protected.
 */
export const canBeReissued = (row: IssuedCertificate): boolean =>
  row.id !== null &&
  row.protectedAt === null &&
  (row.firstName !== row.currentFirstName ||
    row.lastName !== row.currentLastName ||
    row.language !== row.currentLanguage)

/**
 * Converts a certificate to the reply for its holder or somebody who may read it. `mayReissue` says whether the caller
 * may issue it again; whether that would change anything is decided here.
 *
 * @throws Error when this Worker does not have the template of the certificate.
 */
export function toCertificate(row: IssuedCertificate, educationId: number, mayReissue: boolean): Certificate {
  const { text, ...content } = parseContent(row.content)
  return {
    ...content,
    userId: row.userId,
    name: `${row.firstName} ${row.lastName}`,
    educationId,
    completedDate: new Date(row.completedAt),
    validTo: row.validToOn,
    certificateText: text,
    verificationCode: row.code,
    language: row.language === 'en' ? 'en' : 'sv',
    issuedDate: row.issuedAt === null ? null : new Date(row.issuedAt),
    sha256: digestOf(row),
    templateVersion: toTemplateVersion(row.templateVersion),
    logoUrl: row.logoUrl,
    accentColor: row.accentColor,
    canBeReissued: mayReissue && canBeReissued(row),
  }
}

const erased: CheckedCertificate = {
  state: 'erased',
  initials: null,
  name: null,
  educationTitle: null,
  completedDate: null,
  validTo: null,
  endedDate: null,
  replacedByCode: null,
}

/**
 * Converts a certificate to what anybody with its code may see: its state on the day of `now`, initials, education,
 * dates, and when it is replaced the code of the present one. The full name is there only when `isShared`. Of an erased
 * holder's only the state is left, and everything else is null.
 */
export function toCheckedCertificate(row: IssuedCertificate, now: Date, isShared: boolean): CheckedCertificate {
  const { firstName, lastName, withdrawnAt, replacedAt, validToOn } = row
  const state = calculateState(
    { isErased: row.erasedAt !== null, withdrawnAt, replacedAt, validToOn },
    toPortalDay(now),
  )
  if (state === 'erased') return erased
  const ended = withdrawnAt ?? replacedAt
  return {
    state,
    initials: formatInitials(firstName, lastName),
    name: isShared ? `${firstName} ${lastName}` : null,
    educationTitle: parseContent(row.content).educationTitle,
    completedDate: new Date(row.completedAt),
    validTo: validToOn,
    endedDate: ended === null ? null : new Date(ended),
    replacedByCode: state === 'replaced' ? row.replacedBy : null,
  }
}
