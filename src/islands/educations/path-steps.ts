import type { EducationPart } from '#api/catalogue/education-parts/contract.ts'
import { type PartState, type PartStep, toPartSteps } from '#api/catalogue/education-parts/rules.ts'
import type { Education } from '#api/catalogue/educations/contract.ts'
import { calculateFeeRange } from '#api/catalogue/educations/rules.ts'
import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import { toOccasionState } from '#api/catalogue/occasions/rules.ts'
import type { OwnPartResult, OwnProgress } from '#api/office/education-list/contract.ts'
import { canBeDoneNow } from '#api/participation/next-steps/rules.ts'
import { canSignUpResolve, type LaunchRefusal, refuseLaunch } from '#api/participation/sign-ups/launches/rules.ts'
import { type LaunchTerms, toLaunchFacts } from './launch-facts.ts'
import { listTiedOccasions } from './tied-occasions.ts'

/** Action of a part in the person's path. */
export type PathAction = 'open' | 'resume' | 'again' | 'preview' | 'signUp' | 'choose' | 'none'

interface Booking {
  resultId: number
  startDate: Date
  city: string
  /** Whether it was paid by card. */
  paid: boolean
  /** The whole occasion as long as it is ongoing or in the future. */
  occasion: Occasion | undefined
}

export interface PathStep extends PartStep {
  part: EducationPart
  /** The person's next step, when it can be done now. */
  isNext: boolean
  action: PathAction
  /** Why a digital part does not open. */
  refusal: LaunchRefusal | null
  /** Titles of the missing prerequisites. */
  firstTitles: string[]
  completedDate: Date | null
  /** Score of the completed course, 0 to 1; null for a part without one. */
  score: number | null
  /** The other education that the part was completed in. */
  elsewhere: { id: number; title: string } | null
  booking: Booking | null
  /** A seat of the part is reserved until it is paid, by the person or a guardian. */
  isReserved: boolean
  /** Occasions to choose from: open and full ones. */
  occasions: Occasion[]
  /** Range of the part's fee with those that are chosen together with it, besides the education's fee. */
  fee: { from: number; to: number } | null
  /** Titles of the other parts that `fee` pays for at every date; empty when some date of the part is chosen alone. */
  feeAlsoFor: string[]
  /** The education's own fee, which the person's first sign-up to any part includes; 0 once that is made. */
  educationFee: number
  /** The education has a fee of its own, which is paid. */
  isFeePaid: boolean
}

interface PathInput {
  education: Education
  occasions: readonly Occasion[]
  /** Occasions with the same tag are chosen together; false while the feature of tags is off. */
  hasSets: boolean
  /** The person's next step in the education, its results, and since when completed parts count in a renewal. */
  own: Pick<OwnProgress, 'step' | 'renewedFrom' | 'partResults'>
  /** Titles of the required educations that the person has not completed. */
  missingPrerequisites: readonly string[]
  terms: LaunchTerms
}

const withoutCanceled = (results: readonly OwnPartResult[]) => results.filter(({ canceled }) => !canceled)

/** Returns the occasions with what a sign-up to each costs: with those that are chosen together with it. */
const priceSets = (choices: readonly Occasion[], all: readonly Occasion[]) =>
  choices.map((occasion) => ({
    fee: [occasion, ...listTiedOccasions(occasion, all)].reduce((sum, { fee }) => sum + fee, 0),
  }))

/** Lists the parts that every date of a part is chosen together with, in no order. */
function listTiedParts(choices: readonly Occasion[], all: readonly Occasion[]): string[] {
  const sets = choices.map((occasion) => new Set(listTiedOccasions(occasion, all).map(({ partTitle }) => partTitle)))
  const [first = new Set<string>(), ...others] = sets
  return [...others.reduce((common, set) => common.intersection(set), first)]
}

function choosableOccasions(occasions: readonly Occasion[], partId: number, now: Date): Occasion[] {
  return occasions.filter(
    (occasion) => occasion.educationPartId === partId && ['open', 'full'].includes(toOccasionState(occasion, now)),
  )
}

function toBooking(results: readonly OwnPartResult[], occasions: readonly Occasion[]): Booking | null {
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

/** Whether the action of a step opens the course player. */
export const opensPlayer = (action: PathAction) =>
  action === 'open' || action === 'resume' || action === 'again' || action === 'preview'

/**
 * Returns the action of a digital part: it opens unless its launch is refused for a reason that a sign-up cannot
 * resolve.
 */
function digitalAction(state: PartState, refusal: LaunchRefusal | null, mayPreview: boolean): PathAction {
  if (!refusal) return runActions[state]
  if (canSignUpResolve(refusal)) return 'signUp'
  return mayPreview ? 'preview' : 'none'
}

/** Returns the action of a part that is not digital, which needs a sign-up. */
function placeAction({ type }: EducationPart, state: PartState, choices: number): PathAction {
  if (state !== 'available') return 'none'
  if (type === 0) return choices > 0 ? 'choose' : 'none'
  return type === 3 ? 'signUp' : 'none'
}

/** Locks every part that has not begun while the person may not take the education. */
const lockUnbegun = (isLocked: boolean, step: PartStep): PartStep =>
  isLocked && step.state === 'available' ? { ...step, state: 'locked' } : step

/**
 * Lists the parts of an education in its order as the person's path: completed, next and locked ones, each with its
 * action, its booking, the open and full occasions to choose from and the range of its fee in kronor, besides the
 * education's own. Everything that has not begun is locked while the person may not take the education. The first
 * titles to complete are left out for a person whom the education is not for.
 *
 * `occasions` are those of all parts; with `hasSets` those of one tag are chosen, and paid, together. Completed parts
 * count since `renewedFrom`. `missingPrerequisites` are the titles of educations that must be completed first.
 */
export function listPathSteps({
  education,
  occasions,
  hasSets,
  own: { step: next, renewedFrom, partResults },
  missingPrerequisites,
  terms,
}: PathInput): PathStep[] {
  const tied = hasSets ? occasions : []
  // A person whom the education is not for gains nothing by what comes before it.
  const namedFirst = next.kind === 'barred' ? [] : missingPrerequisites
  // Somebody too young may be old enough on another date.
  const isBarred = next.reason === 'external' || next.reason === 'tooOld'
  const nextId = canBeDoneNow(next) ? next.part?.id : undefined
  const titles = new Map(education.parts.map(({ id, title }) => [id, title]))
  const educationsMissing = missingPrerequisites.length > 0
  const partSteps = toPartSteps(education.parts, education.partDependencies, partResults, renewedFrom)
  return partSteps.map((pathPart) => {
    const part = education.parts.find(({ id }) => id === pathPart.partId) as EducationPart
    const results = partResults.filter(({ educationPartId }) => educationPartId === part.id)
    const partsMissing = pathPart.missingIds.length > 0
    const facts = toLaunchFacts({ education, part, results, partsMissing, educationsMissing, terms })
    const refusal = part.type === 1 ? refuseLaunch(facts) : null
    const step = lockUnbegun(
      isBarred || educationsMissing || (refusal !== null && !canSignUpResolve(refusal)),
      pathPart,
    )
    const own = withoutCanceled(results)
    const choices = choosableOccasions(occasions, part.id, terms.now)
    const done = step.state === 'completed' ? own.find(({ completed }) => completed) : undefined
    const isLocked = step.state === 'locked' || refusal === 'part_locked'
    return {
      ...step,
      part,
      isNext: part.id === nextId,
      isReserved: (next.kind === 'pay' || next.kind === 'awaitPayment') && next.part?.id === part.id,
      refusal,
      action:
        part.type === 1
          ? digitalAction(step.state, refusal, terms.isStaff && facts.own === 'none')
          : placeAction(part, step.state, choices.length),
      firstTitles: isLocked && !isBarred ? [...namedFirst, ...step.missingIds.map((id) => titles.get(id) ?? '')] : [],
      completedDate: done?.completedDate ?? null,
      score: done?.score ?? null,
      elsewhere: done?.elsewhere ?? null,
      booking: step.state === 'completed' ? null : toBooking(own, occasions),
      occasions: choices,
      fee: calculateFeeRange({ fee: 0 }, part, priceSets(choices, tied)),
      feeAlsoFor: listTiedParts(choices, tied),
      educationFee: terms.feePaid ? 0 : education.fee,
      isFeePaid: terms.feePaid && education.fee > 0,
    }
  })
}
