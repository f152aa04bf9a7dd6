import type { EducationPart } from '#api/catalogue/education-parts/contract.ts'
import { type PartState, type PartStep, partPath } from '#api/catalogue/education-parts/rules.ts'
import type { Education } from '#api/catalogue/educations/contract.ts'
import { feeRange } from '#api/catalogue/educations/rules.ts'
import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import { occasionState } from '#api/catalogue/occasions/rules.ts'
import type { OwnPartResult } from '#api/office/education-list/contract.ts'
import { isSettledBySigningUp, type LaunchRefusal, refuseLaunch } from '#api/participation/sign-ups/launches/rules.ts'
import { type LaunchTerms, launchFacts } from './launch-facts.ts'

/** The one thing to do about a part now. */
export type PathAction = 'open' | 'resume' | 'again' | 'preview' | 'signUp' | 'choose' | 'none'

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
  /** Why a digital part does not open. */
  refusal: LaunchRefusal | null
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
  terms: LaunchTerms
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

const runActions = {
  completed: 'again',
  ongoing: 'resume',
  pending: 'resume',
  available: 'open',
  locked: 'open',
} as const

export const opensPlayer = (action: PathAction) =>
  action === 'open' || action === 'resume' || action === 'again' || action === 'preview'

/** A digital part opens at once unless its launch is refused, which the sign-up's dialog may settle. */
function digitalAction(state: PartState, refusal: LaunchRefusal | null, mayPreview: boolean): PathAction {
  if (!refusal) return runActions[state]
  if (isSettledBySigningUp(refusal)) return 'signUp'
  return mayPreview ? 'preview' : 'none'
}

/** The other parts are signed up to. */
function placeAction({ type }: EducationPart, state: PartState, choices: number): PathAction {
  if (state !== 'available') return 'none'
  if (type === 0) return choices > 0 ? 'choose' : 'none'
  return type === 3 ? 'signUp' : 'none'
}

/** What must be settled elsewhere first locks every part that has not been begun. */
const lockedBy = (isLocked: boolean, step: PartStep): PartStep =>
  isLocked && step.state === 'available' ? { ...step, state: 'locked', isNext: false } : step

/** An education as the person's path: what is done, what is next, what is locked, each with its one action. */
export function pathSteps({ education, occasions, partResults, missingPrerequisites, terms }: Known): PathStep[] {
  const titles = new Map(education.parts.map(({ id, title }) => [id, title]))
  const educationsMissing = missingPrerequisites.length > 0
  return partPath(education.parts, education.partDependencies, partResults).map((walked) => {
    const part = education.parts.find(({ id }) => id === walked.partId) as EducationPart
    const results = partResults.filter(({ educationPartId }) => educationPartId === part.id)
    const partsMissing = walked.missingIds.length > 0
    const facts = launchFacts({ education, part, results, partsMissing, educationsMissing, terms })
    const refusal = part.type === 1 ? refuseLaunch(facts) : null
    const step = lockedBy(educationsMissing || (refusal !== null && !isSettledBySigningUp(refusal)), walked)
    const own = live(results)
    const choices = choosable(occasions, part.id, terms.now)
    const isLocked = step.state === 'locked' || refusal === 'part_locked'
    return {
      ...step,
      part,
      refusal,
      action:
        part.type === 1
          ? digitalAction(step.state, refusal, terms.isStaff && facts.own === 'none')
          : placeAction(part, step.state, choices.length),
      firstTitles: isLocked ? [...missingPrerequisites, ...step.missingIds.map((id) => titles.get(id) ?? '')] : [],
      completedDate: own.find(({ completed }) => completed)?.completedDate ?? null,
      booking: step.state === 'completed' ? null : bookingOf(own, occasions),
      occasions: choices,
      fee: feeRange({ fee: 0 }, part, choices),
    }
  })
}
