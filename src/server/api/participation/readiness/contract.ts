import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { day, id, instant, kronor } from '#api/wire.ts'

/**
 * A next step: `pay`, `resubmit`, `book`, `start`, `continue` and `submit` are possible now, `attend` is booked,
 * `pending` waits for an approval, a review or a result, `await` has no occasion yet, `wait` has a day.
 */
export const NextStep = z.object({
  kind: z.enum([
    ...(['pay', 'resubmit', 'book', 'start', 'continue', 'submit'] as const),
    ...(['attend', 'pending', 'await', 'register', 'report', 'apply', 'wait'] as const),
  ]),
  title: z.string(),
  educationId: id.nullable(),
  educationPartId: id.nullable(),
  occasionId: id.nullable(),
  licenseId: id.nullable(),
  /** The person's own unfinished payment, of `pay`. */
  paymentId: z.string().nullable(),
  startDate: instant.nullable(),
  city: z.string().nullable(),
  fee: kronor.nullable(),
  /** The day to wait for. */
  on: day.nullable(),
})
export type NextStep = z.infer<typeof NextStep>

/** One requirement of a list in reading order; the members of a group follow it, one level deeper. */
export const ReadinessItem = z.object({
  depth: z.int(),
  kind: z.enum(['all', 'any', 'some', 'education', 'part', 'license', 'otherRequirement', 'age', 'maxAge', 'credits']),
  referenceId: id.nullable(),
  name: z.string(),
  /** Required number of a group, age or amount of credit; `have` is the present one. */
  need: z.number().nullable(),
  have: z.number().nullable(),
  met: z.boolean(),
  metDate: day.nullable(),
  validTo: day.nullable(),
  next: NextStep.nullable(),
})
export type ReadinessItem = z.infer<typeof ReadinessItem>

/** Whether a person meets all requirements, and the next step. */
export const Readiness = z.object({
  ready: z.boolean(),
  /** The last day on which all requirements are met; null for no end, or when not ready. */
  validTo: day.nullable(),
  next: NextStep.nullable(),
  items: z.array(ReadinessItem),
})
export type Readiness = z.infer<typeof Readiness>

export const readiness = contract({
  'GET /user/:id/readiness/education/:educationId': {
    who: 'signedIn',
    reply: Readiness,
    summary: 'Returns what the person lacks to take an education, by the rules of the sign-up.',
  },
})
