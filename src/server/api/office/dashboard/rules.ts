import type { EducationStep, StepKind } from '#api/participation/next-steps/contract.ts'
import { canBeDoneNow, countCompleted, nextStepIn, type StepFacts } from '#api/participation/next-steps/rules.ts'
import type { BookedOccasion, Dashboard, NextStep, StartedEducation } from './contract.ts'

/** An education that the person has begun, with what decides its next step. */
export interface BegunEducation {
  educationId: number
  title: string
  pictureUrl: string | null
  pictureColor: string | null
  categoryColor: string | null
  facts: StepFacts
}

/**
 * Returns how far a person has come in a begun education, as numbers of parts and completed parts, and their next step
 * in it.
 */
export const toStartedEducation = ({ facts, ...education }: BegunEducation): StartedEducation => ({
  ...education,
  partsTotal: facts.parts.length,
  partsCompleted: countCompleted(facts),
  step: nextStepIn(facts),
})

const nearMs = 48 * 3_600_000

const urgency: readonly StepKind[] = ['pay', 'resubmit', 'continue', 'submit', 'start', 'choose', 'awaitPayment']

/** A seat that waits for a guardian's payment leads when nothing can be done. */
const leads = (step: EducationStep) => canBeDoneNow(step) || step.kind === 'awaitPayment'

const compareSteps = (one: StartedEducation, other: StartedEducation) =>
  urgency.indexOf(one.step.kind) - urgency.indexOf(other.step.kind)

/**
 * Chooses the most urgent step of a person from their start page. In this order: `attend`, an approved booking within
 * 48 hours or under way; `education`, a started one in which something can be done or a guardian pays; `wait`, any
 * other booking, also a near one that waits for approval; `begin`, a recommendation; `find`.
 *
 * Bookings and recommendations are taken in their order, started educations by the urgency of their steps.
 */
export function chooseNextStep(overview: Omit<Dashboard, 'next' | 'notices'>, now: Date): NextStep {
  const soon = overview.booked.find((occasion) => isSoon(occasion, now))
  if (soon) return { kind: 'attend', occasion: soon }
  const [education] = overview.started.filter(({ step }) => leads(step)).toSorted(compareSteps)
  if (education) return { kind: 'education', education }
  const [occasion] = overview.booked
  if (occasion) return { kind: 'wait', occasion }
  const [recommended] = overview.recommended
  return recommended ? { kind: 'begin', recommended } : { kind: 'find' }
}

const waitingKinds: readonly StepKind[] = [
  'awaitApproval',
  'awaitReview',
  'rejected',
  'awaitResult',
  'attend',
  'awaitDates',
  'completeFirst',
  'barred',
]

/**
 * Chooses the step of a child for its guardian. The first of: a seat that waits for the guardian's payment; a step of
 * `chooseNextStep` without recommendations; a started education in which the child waits for something. Else `find`,
 * also when all that is started is completed.
 */
export function chooseChildStep(overview: Pick<Dashboard, 'started' | 'booked'>, now: Date): NextStep {
  const { started, booked } = overview
  // The guardian can pay, whatever else the child could do.
  const unpaid = started.find(({ step }) => step.kind === 'awaitPayment')
  if (unpaid) return { kind: 'education', education: unpaid }
  const next = chooseNextStep({ started, booked, recommended: [] }, now)
  if (next.kind !== 'find') return next
  const orderOf = ({ step }: StartedEducation) => waitingKinds.indexOf(step.kind)
  const [education] = started.filter((one) => orderOf(one) >= 0).toSorted((a, b) => orderOf(a) - orderOf(b))
  return education ? { kind: 'education', education } : next
}

const isSoon = ({ startDate, endDate, pending }: BookedOccasion, now: Date) =>
  !pending && now < endDate && startDate.getTime() - now.getTime() <= nearMs
