import type { OwnPartResult } from '#api/catalogue/contract.ts'
import type { EducationPart } from '#api/education-parts/contract.ts'
import { type PartStep, partPath } from '#api/education-parts/rules.ts'
import type { Education } from '#api/educations/contract.ts'
import { feeFor, feeRange } from '#api/educations/rules.ts'
import type { Occasion } from '#api/occasions/contract.ts'
import { occasionState } from '#api/occasions/rules.ts'

/** The one thing to do about a part now. */
export type PathAction = 'open' | 'resume' | 'again' | 'signUp' | 'choose' | 'none'

export interface Booking {
  resultId: number
  startDate: Date
  city: string
  /** By card. */
  paid: boolean
  /** The occasion in full as long as it is to come or under way. */
  occasion: Occasion | undefined
}

export interface PathStep extends PartStep {
  part: EducationPart
  action: PathAction
  /** Titles of what comes first. */
  firstTitles: string[]
  completedDate: Date | null
  booking: Booking | null
  /** To choose between: those that take sign-ups, and the full ones among them. */
  occasions: Occasion[]
  /** Beside the education's own, which is asked once. */
  fee: { from: number; to: number } | null
}

interface Known {
  education: Education
  occasions: readonly Occasion[]
  partResults: readonly OwnPartResult[]
  /** Titles of educations that must be completed before this one and are not. */
  missingPrerequisites: readonly string[]
  /** The person is external and the education is not for external people. */
  blocked: boolean
  now: Date
}

const live = (results: readonly OwnPartResult[]) => results.filter(({ canceled }) => !canceled)

function choosable(occasions: readonly Occasion[], partId: number, now: Date): Occasion[] {
  return occasions.filter(
    (occasion) => occasion.educationPartId === partId && ['open', 'full'].includes(occasionState(occasion, now)),
  )
}

function bookingOf(results: readonly OwnPartResult[], occasions: readonly Occasion[]): Booking | null {
  const open = results.find(({ completed, occasionId }) => !completed && occasionId !== null)
  if (!open?.occasionStartDate) return null
  return {
    resultId: open.resultId,
    startDate: open.occasionStartDate,
    city: open.occasionCity ?? '',
    paid: open.paymentId !== null,
    occasion: occasions.find(({ id }) => id === open.occasionId),
  }
}

const digitalActions = { completed: 'again', ongoing: 'resume', pending: 'none', locked: 'none' } as const

export const opensRunner = (action: PathAction) => action === 'open' || action === 'resume' || action === 'again'

/** A digital part opens at once unless something has to be settled first; the others are signed up to. */
function actionOf({ type }: EducationPart, { state }: PartStep, asksFirst: boolean, choices: number): PathAction {
  if (type === 1) {
    if (state !== 'available') return digitalActions[state]
    return asksFirst ? 'signUp' : 'open'
  }
  if (state !== 'available') return 'none'
  if (type === 0) return choices > 0 ? 'choose' : 'none'
  return type === 3 ? 'signUp' : 'none'
}

/** Missing educations lock every part that has not been begun. */
function lockedBy(missing: readonly string[], step: PartStep): PartStep {
  return missing.length > 0 && step.state === 'available' ? { ...step, state: 'locked', isNext: false } : step
}

/** An education as the person's path: what is done, what is next, what is locked, each with its one action. */
export function pathSteps(known: Known): PathStep[] {
  const { education, occasions, partResults, missingPrerequisites, blocked, now } = known
  const titles = new Map(education.parts.map(({ id, title }) => [id, title]))
  const paysAlready = live(partResults).length > 0
  const base = { fee: paysAlready ? 0 : education.fee }
  return partPath(education.parts, education.partDependencies, partResults).map((walked) => {
    const step = lockedBy(missingPrerequisites, walked)
    const part = education.parts.find(({ id }) => id === step.partId) as EducationPart
    const own = live(partResults).filter(({ educationPartId }) => educationPartId === part.id)
    const choices = choosable(occasions, part.id, now)
    const asksFirst = blocked || part.needsApproval || feeFor(base, part, null, false) > 0
    const locks = step.missingIds.map((id) => titles.get(id) ?? '')
    return {
      ...step,
      part,
      action: actionOf(part, step, asksFirst, choices.length),
      firstTitles: step.state === 'locked' ? [...missingPrerequisites, ...locks] : [],
      completedDate: own.find(({ completed }) => completed)?.completedDate ?? null,
      booking: step.state === 'completed' ? null : bookingOf(own, occasions),
      occasions: choices,
      fee: feeRange({ fee: 0 }, part, choices),
    }
  })
}
