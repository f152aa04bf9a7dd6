import { z } from 'zod'
import { contract } from '../../calls.ts'
import { CustomQuestion } from '../../questions.ts'
import { Readiness } from '../../readiness/contract.ts'
import { id, instant, kronor, queryFlag } from '../../wire.ts'
import { EducationPartResult } from '../contract.ts'
import { EducationResult, StartedEducationBlock } from '../educations/contract.ts'
import { MissingPrerequisite } from '../occasions/contract.ts'

/** An education as a card shows it. */
export const SuggestedEducation = z.object({
  id,
  title: z.string(),
  shortDescription: z.string().nullable(),
  pictureUrl: z.string().nullable(),
  published: z.boolean(),
  fee: kronor,
  educationCategoryIds: z.array(id),
  partCount: z.int(),
  nextOccasionDate: instant.nullable(),
  nextOccasionCity: z.string().nullable(),
})
export type SuggestedEducation = z.infer<typeof SuggestedEducation>

export const BookedOccasion = z.object({
  id,
  educationPartId: id,
  educationId: id,
  educationTitle: z.string(),
  partTitle: z.string(),
  title: z.string().nullable(),
  startDate: instant,
  endDate: instant,
  city: z.string(),
  venue: z.string().nullable(),
  address: z.string().nullable(),
  onlineUrl: z.string().nullable(),
  canceled: z.boolean(),
  /** Until then the person may cancel without the organiser. */
  cancelableUntil: instant,
  result: EducationPartResult,
  /** Only with `includePrerequisites`. */
  prerequisites: z.array(MissingPrerequisite).optional(),
})
export type BookedOccasion = z.infer<typeof BookedOccasion>

const Named = z.object({ id, name: z.string() })

/** Another occasion that is chosen along with the one asked about. */
const TogetherOccasion = z.object({
  occasionId: id,
  partTitle: z.string(),
  startDate: instant,
  endDate: instant,
  city: z.string(),
  venue: z.string().nullable(),
  availableSpots: z.int().nullable(),
})

/** Whether a person can be signed up, and what the dialog has to ask. */
export const SignUpOffer = z.object({
  allowed: z.boolean(),
  /** A refusal code, when not allowed. */
  reason: z.string().nullable(),
  message: z.string().nullable(),
  fee: kronor,
  needsApproval: z.boolean(),
  mayBeInvoiced: z.boolean(),
  mayPayByCard: z.boolean(),
  /** The caller’s own payment for it that is not done. */
  paymentUnderWay: z.string().nullable(),
  invoiceRecipients: z.array(Named),
  mustHaveGuardian: z.boolean(),
  guardians: z.array(Named),
  questions: z.array(CustomQuestion),
  missing: z.array(MissingPrerequisite),
  /** All that the sign-up asks, by the rules that refuse it, and what can be done next. */
  readiness: Readiness,
  /** An own booking at the same time: only a warning. */
  overlapsWith: z.string().nullable(),
  /** What is signed up to in the same breath, all or none; price, approval and questions above are those of the set. */
  together: z.array(TogetherOccasion),
})
export type SignUpOffer = z.infer<typeof SignUpOffer>

export const personResults = contract({
  'GET /user/:id/StartedEducations': {
    who: 'signedIn',
    reply: z.array(StartedEducationBlock),
    summary: 'Educations begun and not completed, the latest touched first.',
  },
  'GET /user/:id/recommended': {
    who: 'signedIn',
    reply: z.array(SuggestedEducation),
    summary: 'Six educations at most that the person could take next.',
  },
  'GET /user/:id/educationresults': {
    who: 'signedIn',
    integration: 'IntegrationRead',
    reply: z.array(EducationResult),
    summary: 'All results on educations, latest first.',
  },
  'GET /user/:id/educationresultslatest': {
    who: 'signedIn',
    integration: 'IntegrationRead',
    reply: z.array(EducationResult),
    summary: 'The latest result on each education; a completed one goes before one that is not.',
  },
  'GET /user/:id/EducationsForResponsible': {
    who: 'educatorsUp',
    reply: z.array(SuggestedEducation),
    summary: 'The educations that an educator answers for.',
  },
  'GET /user/:id/EducationCountForResponsible': {
    who: 'educatorsUp',
    reply: z.int(),
    summary: 'How many educations an educator answers for.',
  },
  'GET /user/:id/musthaveguardianforeducation/:educationId': {
    who: 'signedIn',
    reply: z.boolean(),
    summary: 'Whether the person is under the age for which the education asks a guardian, today.',
  },
  'GET /user/:id/BookedOccasions': {
    who: 'signedIn',
    query: z.object({ includePrerequisites: queryFlag.default(false) }),
    reply: z.array(BookedOccasion),
    summary: 'Coming occasions that the person is signed up to, the soonest first.',
  },
  'GET /user/:userId/signedUpToEducationForOccasion/:id': {
    who: 'signedIn',
    reply: z.boolean(),
    summary: 'Whether the person takes part in the education that the occasion belongs to.',
  },
  'GET /user/:userId/canUserSignUpToEducationForOccasion/:id': {
    who: 'signedIn',
    reply: SignUpOffer,
    summary: 'Whether the person can sign up to the occasion, why not, and what the sign-up asks.',
  },
  'GET /user/:userId/canUserSignUpToEducationPart/:id': {
    who: 'signedIn',
    query: z.object({ educationId: z.string().transform(Number).pipe(id).optional() }),
    reply: SignUpOffer,
    summary: 'The same for a part that is taken without occasions.',
  },
  'GET /user/:userId/bookedOccasionsDates/:educationId': {
    who: 'signedIn',
    reply: z.array(instant),
    summary: 'When the person’s booked occasions in an education start.',
  },
})
