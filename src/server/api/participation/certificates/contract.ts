import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { day, id, instant, namesById } from '#api/wire.ts'

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
  /** Sanitised HTML. */
  certificateText: z.string().nullable(),
  verificationCode: z.string(),
})
export type Certificate = z.infer<typeof Certificate>

/** The public data of a certificate: enough to verify it, with the person's initials only. */
const CheckedCertificate = z.object({
  initials: z.string(),
  educationTitle: z.string(),
  completedDate: instant,
  validTo: day.nullable(),
})

export const CurriculumVitae = z.object({
  userId: id,
  name: z.string(),
  organizations: namesById,
  hours: z.number(),
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
    reply: CheckedCertificate,
    cache: 'never',
    summary: 'Checks the code printed on a certificate, for anybody who holds the paper.',
  },
  'GET /user/:userId/certificate/:educationId': {
    who: 'signedIn',
    reply: Certificate,
    summary: 'What the certificate of a completed education says.',
  },
  'GET /user/:id/cv': {
    who: 'signedIn',
    reply: CurriculumVitae,
    summary: 'Completed educations by category.',
  },
})
