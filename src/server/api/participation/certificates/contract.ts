import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { day, id, instant, namesById } from '#api/wire.ts'
import { certificateStates, templateVersions } from './rules.ts'

/** A certificate as it was issued: later changes of the education, its parts and its responsibles are not in it. */
export const Certificate = z.object({
  userId: id,
  name: z.string(),
  educationId: id,
  educationTitle: z.string(),
  completedDate: instant,
  validTo: day.nullable(),
  hours: z.number().nullable(),
  /** Names of the people responsible for the education. */
  responsibles: z.array(z.string()),
  parts: z.array(z.object({ id, title: z.string(), hours: z.number().nullable() })),
  /** Names of the functions that the education leads to. */
  functions: z.array(z.string()),
  /** Name of the organisation that arranges the education. */
  organizer: z.string().nullable(),
  /** Name of the federation when the certificate was issued. */
  federation: z.string(),
  /** Sanitised HTML. */
  certificateText: z.string().nullable(),
  verificationCode: z.string(),
  /** Language of the fixed texts. */
  language: z.enum(['sv', 'en']),
  /** Null for an old completion until the daily job has issued its certificate. */
  issuedDate: instant.nullable(),
  /** Version of the layout that it is printed in. */
  templateVersion: z.literal(templateVersions),
  /** The federation’s logo when the certificate was issued; null for the portal’s own mark. */
  logoUrl: z.string().nullable(),
  /** The federation’s colour when the certificate was issued, `#rrggbb`. */
  accentColor: z.string(),
  /** SHA-256 digest of the certificate; null until the daily job has computed it. */
  sha256: z.string().nullable(),
  /**
   * Whether the holder’s name or language has changed since, so that the caller can have the certificate issued again.
   */
  canBeReissued: z.boolean(),
})
export type Certificate = z.infer<typeof Certificate>

/**
 * The public data of a certificate: enough to verify it, with the person's initials only. Nothing but the state of an
 * erased person's.
 */
const CheckedCertificate = z.object({
  state: z.enum(certificateStates),
  initials: z.string().nullable(),
  /** The holder’s full name, for readers with the link that the holder shares. */
  name: z.string().nullable(),
  educationTitle: z.string().nullable(),
  completedDate: instant.nullable(),
  validTo: day.nullable(),
  /** When it was withdrawn or replaced. */
  endedDate: instant.nullable(),
  /** Code of the certificate that replaces it. */
  replacedByCode: z.string().nullable(),
})
export type CheckedCertificate = z.infer<typeof CheckedCertificate>

export const CurriculumVitae = z.object({
  userId: id,
  name: z.string(),
  organizations: namesById,
  /** Code with which anybody checks the CV; null when the holder has none. */
  checkCode: z.string().nullable(),
  hours: z.number(),
  /** Names of the functions that the person's valid certificates give, by name. */
  functions: z.array(z.string()),
  categories: z.array(
    z.object({
      name: z.string(),
      educations: z.array(
        z.object({
          educationId: id,
          title: z.string(),
          completedDate: instant,
          validTo: day.nullable(),
          hours: z.number().nullable(),
          verificationCode: z.string().nullable(),
        }),
      ),
    }),
  ),
})
export type CurriculumVitae = z.infer<typeof CurriculumVitae>

export const certificates = contract({
  'GET /certificates/:code': {
    who: 'anyone',
    params: z.object({ code: z.string().min(12).max(30) }),
    query: z.object({ key: z.string().max(80).optional() }),
    reply: CheckedCertificate,
    cache: 'never',
    summary:
      'Verifies the code of a certificate, for anyone who has the document. With the `key` of a link that the holder shares, the full name is shown.',
  },
  'GET /user/:userId/certificate/:educationId': {
    who: 'signedIn',
    reply: Certificate,
    summary: 'Returns the content of the certificate of a completed education, as it was issued.',
  },
  'POST /user/:userId/certificate/:educationId/reissue': {
    who: 'signedIn',
    reply: Certificate,
    summary:
      'Issues the certificate again, with a new code, after the holder’s name or language has changed; the earlier one is then replaced. Changes nothing when neither has.',
  },
  'GET /user/:id/cv': {
    who: 'signedIn',
    reply: CurriculumVitae,
    summary: 'Lists completed educations by category.',
  },
})
