import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { Readiness } from '#api/participation/readiness/contract.ts'
import { EducationPartResult } from '#api/participation/results/contract.ts'
import { CustomAnswer, CustomQuestion } from '#api/questions.ts'
import { id, instant, kronor } from '#api/wire.ts'

/** What a caller may write: without `resultId` a sign-up, with it a change of that result. */
export const WrittenResult = EducationPartResult.partial().extend({
  resultId: id.nullish(),
  userId: id,
  customAnswers: z.array(CustomAnswer).max(50).optional(),
})
export type WrittenResult = z.infer<typeof WrittenResult>

export const writtenResults = z.array(WrittenResult).min(1).max(100)

/** A part or an education that must be completed first. */
export const MissingPrerequisite = z.object({
  id,
  title: z.string(),
  kind: z.enum(['part', 'education']),
  educationId: id,
})
export type MissingPrerequisite = z.infer<typeof MissingPrerequisite>

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

export const signUps = contract({
  'PUT /EducationParts/:id/results': {
    who: 'signedIn',
    body: writtenResults,
    reply: z.array(EducationPartResult),
    changes: ['occasions'],
    repeatable: true,
    summary: 'Signs up to a part without occasions, or changes a sign-up; only educators set completed.',
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
})
