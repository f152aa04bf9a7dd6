import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { day, instant, noContent } from '#api/wire.ts'

/** The code on the caller's own printed CV. */
const CvCode = z.object({
  code: z.string(),
  created: instant,
  /** Secret URL of the check page that shows the full name; null while the holder shares none. */
  address: z.string().nullable(),
})
export type CvCode = z.infer<typeof CvCode>

/** The part of a CV that is valid today, with the person's initials only. A replaced code says nothing more. */
const CheckedCv = z.object({
  state: z.enum(['valid', 'replaced']),
  initials: z.string().nullable(),
  /** The holder’s full name, for readers with the link that the holder shares. */
  name: z.string().nullable(),
  /** Valid today; the latest completion first. */
  educations: z.array(z.object({ title: z.string(), completedDate: instant, validTo: day.nullable() })),
  /** Names of the functions that valid certificates give, by name. */
  functions: z.array(z.string()),
  /** Valid today, by name; empty where the portal has no held licences. */
  licenses: z.array(z.object({ name: z.string(), validTo: day.nullable() })),
})
export type CheckedCv = z.infer<typeof CheckedCv>

export const cvCodes = contract({
  'GET /cv/:code': {
    who: 'anyone',
    params: z.object({ code: z.string().min(12).max(30) }),
    query: z.object({ key: z.string().max(80).optional() }),
    reply: CheckedCv,
    cache: 'never',
    summary:
      'Verifies the code of a printed CV, for anyone who has the paper. With the `key` of a link that the holder shares, the full name is shown.',
  },
  'GET /CvCode': {
    who: 'signedIn',
    reply: CvCode.nullable(),
    summary: 'The code of the caller’s own CV; null when there is none.',
  },
  'POST /CvCode': {
    who: 'signedIn',
    reply: CvCode,
    repeatable: true,
    summary: 'Gives the caller’s own CV a new code; the earlier one and its link stop.',
  },
  'POST /CvCode/share': {
    who: 'signedIn',
    reply: CvCode,
    summary: 'Makes a link that shows the CV with the full name; the existing one when there is one.',
  },
  'DELETE /CvCode/share': {
    who: 'signedIn',
    reply: noContent,
    summary: 'Revokes the link that shows the CV with the full name.',
  },
})
