import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { Readiness } from '#api/participation/readiness/contract.ts'
import { EducationPartResult } from '#api/participation/results/contract.ts'
import { CustomAnswer, CustomQuestion } from '#api/questions.ts'
import { id, instant, kronor } from '#api/wire.ts'

/** One element of a write: a sign-up without `resultId`, a change of that result with it. */
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

const NamedItem = z.object({ id, name: z.string() })

/** Another occasion with the same tag, which the sign-up includes. */
const TogetherOccasion = z.object({
  occasionId: id,
  partTitle: z.string(),
  startDate: instant,
  endDate: instant,
  city: z.string(),
  venue: z.string().nullable(),
  availableSpots: z.int().nullable(),
})

/** A question of a sign-up. The parts of a group may ask the same; it is answered once. */
const OfferedQuestion = CustomQuestion.extend({
  /** Id of an earlier question that is the same, whose answer is this one's too. */
  sameAs: z.int().positive().optional(),
})

/** Whether a person can be signed up, and the input that the dialog needs. */
export const SignUpOffer = z.object({
  allowed: z.boolean(),
  /** A refusal code, when not allowed. */
  reason: z.string().nullable(),
  message: z.string().nullable(),
  fee: kronor,
  /** The education has a fee of its own that is taken already and not in `fee`. */
  isFeePaid: z.boolean(),
  /**
   * The last moment at which the person can cancel without the organiser, free of charge; null for a part without
   * dates.
   */
  cancelableUntil: instant.nullable(),
  needsApproval: z.boolean(),
  mayBeInvoiced: z.boolean(),
  mayPayByCard: z.boolean(),
  /** The payer of a card payment may choose Swish instead at the provider. */
  offersSwish: z.boolean(),
  /** A child signs itself up: its guardians are asked to pay, and the seat is reserved until then. */
  isPaidByGuardian: z.boolean(),
  /** Id of the caller’s unfinished payment for the sign-up. */
  paymentUnderWay: z.string().nullable(),
  /**
   * The same payment with the date that it pays for, which may be another than the one that was asked about; or the
   * seat that a child has asked its guardians to pay for, as the child and its guardians see it.
   */
  reservation: z
    .object({
      paymentId: z.string(),
      isRequested: z.boolean(),
      /** Null for a part without occasions. */
      occasionId: id.nullable(),
      startDate: instant.nullable(),
      city: z.string().nullable(),
    })
    .nullable(),
  invoiceRecipients: z.array(NamedItem),
  mustHaveGuardian: z.boolean(),
  guardians: z.array(NamedItem),
  questions: z.array(OfferedQuestion),
  missing: z.array(MissingPrerequisite),
  /** All requirements of the sign-up, by the rules that refuse it, and the next step. */
  readiness: Readiness,
  /** Title of an own booking at the same time: a warning only. */
  overlapsWith: z.string().nullable(),
  /**
   * The other occasions of the sign-up, all or none; fee, approval and questions above are for all of them together.
   */
  together: z.array(TogetherOccasion),
})
export type SignUpOffer = z.infer<typeof SignUpOffer>

/** The education of the sign-up; needed where several hold the part, whose fees, ages and prerequisites differ. */
const throughEducation = z.object({ educationId: z.string().transform(Number).pipe(id).optional() })

export const signUps = contract({
  'PUT /EducationParts/:id/results': {
    who: 'signedIn',
    body: writtenResults,
    reply: z.array(EducationPartResult),
    changes: ['occasions'],
    repeatable: true,
    summary: 'Signs up to a part without occasions, or changes a sign-up; only educators may set it completed.',
  },
  'GET /user/:userId/canUserSignUpToEducationForOccasion/:id': {
    who: 'signedIn',
    query: throughEducation,
    reply: SignUpOffer,
    summary: 'Returns whether the person can sign up to the occasion, or why not, and what the sign-up asks for.',
  },
  'GET /user/:userId/canUserSignUpToEducationPart/:id': {
    who: 'signedIn',
    query: throughEducation,
    reply: SignUpOffer,
    summary: 'Returns the same for a part without occasions.',
  },
})
