import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { day, id, instant, kronor } from '#api/wire.ts'

/** What somebody can do next: `book` and `start` at once, `attend` is booked already, `await` has no date yet. */
export const NextStep = z.object({
  kind: z.enum(['book', 'start', 'attend', 'await', 'register', 'report', 'apply', 'wait']),
  title: z.string(),
  educationId: id.nullable(),
  educationPartId: id.nullable(),
  occasionId: id.nullable(),
  licenseId: id.nullable(),
  startDate: instant.nullable(),
  city: z.string().nullable(),
  fee: kronor.nullable(),
  /** The day to wait for. */
  on: day.nullable(),
})
export type NextStep = z.infer<typeof NextStep>

/** The requirements in reading order: what a group consists of follows it, one step deeper. */
export const ReadinessItem = z.object({
  depth: z.int(),
  kind: z.enum(['all', 'any', 'some', 'education', 'part', 'license', 'otherRequirement', 'age', 'credits']),
  referenceId: id.nullable(),
  name: z.string(),
  /** How many of a group, which age, or how much credit; and what there is of it. */
  need: z.number().nullable(),
  have: z.number().nullable(),
  met: z.boolean(),
  metDate: day.nullable(),
  validTo: day.nullable(),
  next: NextStep.nullable(),
})
export type ReadinessItem = z.infer<typeof ReadinessItem>

/** "Am I ready?" */
export const Readiness = z.object({
  ready: z.boolean(),
  /** The last day on which all of it holds; empty: for ever, or not ready. */
  validTo: day.nullable(),
  next: NextStep.nullable(),
  items: z.array(ReadinessItem),
})
export type Readiness = z.infer<typeof Readiness>

export const readiness = contract({
  'GET /user/:id/readiness/education/:educationId': {
    who: 'signedIn',
    reply: Readiness,
    summary: 'What the person lacks to take an education, by the same rules as the sign-up.',
  },
})
