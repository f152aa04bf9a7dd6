import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { id, instant, noContent } from '#api/wire.ts'

export const CertificateShare = z.object({
  id,
  educationId: id,
  educationTitle: z.string(),
  verificationCode: z.string(),
  /** Secret URL of the check page that shows the full name. */
  address: z.string(),
  created: instant,
})
export type CertificateShare = z.infer<typeof CertificateShare>

export const certificateShares = contract({
  'GET /CertificateShares': {
    who: 'signedIn',
    reply: z.array(CertificateShare),
    summary: 'The caller’s own links that show a certificate with the full name.',
  },
  'POST /CertificateShares': {
    who: 'signedIn',
    body: z.object({ educationId: id }),
    reply: CertificateShare,
    summary: 'Makes such a link to the caller’s own certificate of an education; the existing one when there is one.',
  },
  'DELETE /CertificateShares/:id': {
    who: 'signedIn',
    reply: noContent,
    summary: 'Revokes one of the caller’s own links.',
  },
})
