import type { Certificate } from '#api/participation/certificates/contract.ts'
import { formatHours } from '#locales/durations.ts'
import { momentText } from '#locales/moments.ts'
import type { Translate } from '#locales/translate.ts'

interface CertificateFact {
  name: string
  value: string
}

/**
 * Lists the facts of a certificate for the printed page and the PDF: completion, extent, validity, functions and
 * organiser. Those without a value are left out. `t` has the texts of `print` in the certificate's own language.
 */
export function listCertificateFacts(certificate: Certificate, t: Translate): CertificateFact[] {
  const day = (moment: Date) => momentText(moment, 'day', certificate.language)
  const { completedDate, hours, validTo, functions, organizer } = certificate
  const facts = [
    { name: t('completed'), value: day(completedDate) },
    { name: t('extent'), value: hours === null ? null : formatHours(hours, t) },
    { name: t('validTo'), value: validTo && day(new Date(validTo)) },
    { name: t('functions'), value: functions.join(', ') },
    { name: t('arranger'), value: organizer },
  ]
  return facts.flatMap(({ name, value }) => (value ? [{ name, value }] : []))
}

/** Returns the URL that checks a certificate, which its QR code holds. */
export const toCheckUrl = (code: string, origin: string): URL => new URL(`/certificate/${code}`, origin)
