import { z } from 'zod'
import { EducationPartType } from '#api/catalogue/education-parts/contract.ts'
import { id, instant } from '#api/wire.ts'

/**
 * The next step of a person in an education. `barred`: not for this person, with the reason; `completeFirst`: another
 * education comes before; `pay`: a reserved seat waits for the payment; `awaitPayment`: for the payment of a guardian;
 * `resubmit`, `continue`, `start`, `submit`, `choose`: the part, by its type; `attend`: booked; `awaitApproval`: the
 * sign-up waits; `awaitReview`: handed in; `rejected`: handed in and not approved; `awaitResult`: signed up, and
 * nothing left to attend; `awaitDates`: no date with a free seat; `completed`; `nothing`: no part is left.
 */
const stepKinds = [
  'barred',
  'completeFirst',
  'pay',
  'awaitPayment',
  'resubmit',
  'continue',
  'start',
  'submit',
  'choose',
  'attend',
  'awaitApproval',
  'awaitReview',
  'rejected',
  'awaitResult',
  'awaitDates',
  'completed',
  'nothing',
] as const
export type StepKind = (typeof stepKinds)[number]

export const EducationStep = z.object({
  kind: z.enum(stepKinds),
  /** The part that the step is about; never one that is locked. */
  part: z.object({ id, title: z.string(), type: EducationPartType }).nullable(),
  /** Time and place that are booked, or for `choose` the first with a free seat. */
  date: z.object({ startDate: instant, city: z.string() }).nullable(),
  /** Why the education is barred. `closed`: not published, or archived. */
  reason: z.enum(['external', 'tooYoung', 'tooOld', 'guardian', 'closed']).nullable(),
  /** The education that comes before. */
  before: z.object({ id, title: z.string() }).nullable(),
  /** The person's own unfinished payment. */
  paymentId: z.string().nullable(),
})
export type EducationStep = z.infer<typeof EducationStep>

/**
 * How a person stands to a part with dates. `open`: may sign up; `first`: something comes before, with its education;
 * `barred`: not for this person; `pay`: a reserved seat waits for the payment; `awaitPayment`: for that of a guardian;
 * `signedUp`: on any date of the part; `completed`.
 */
export const PartStanding = z.object({
  educationId: id,
  educationPartId: id,
  kind: z.enum(['open', 'first', 'barred', 'pay', 'awaitPayment', 'signedUp', 'completed']),
  /** The part or education that comes before; null where its name is not known. */
  first: z.object({ educationId: id, title: z.string() }).nullable(),
  reason: EducationStep.shape.reason,
  paymentId: z.string().nullable(),
})
export type PartStanding = z.infer<typeof PartStanding>
