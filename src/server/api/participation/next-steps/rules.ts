import { ageOn } from '#api/ages.ts'
import { submissionStatuses } from '#api/participation/submissions/rules.ts'
import { requiresGuardian } from '#api/people/guardians/rules.ts'
import { toPortalDay } from '#api/zone.ts'
import type { EducationStep, PartStanding, StepKind } from './contract.ts'

interface Place {
  /** Null for an exam. */
  occasionId: number | null
  startsAt: Date
  endsAt: Date
  city: string
}

/** A part of an education with the person's standing in it. Results of the part in other educations count as well. */
export interface PartFacts {
  id: number
  title: string
  /** Occassion 0, ArticulateSession 1, PracticalDrivingExam 2, Submission 3. */
  type: 0 | 1 | 2 | 3
  mandatory: boolean
  /** Completed, in a renewal since the education was last completed. */
  completed: boolean
  /** Completed since the education was last completed. */
  completedAgain: boolean
  feeMinor: number
  /** Whether parts that come before, in any education, have no completed result: the lock of sign-up and launch. */
  locked: boolean
  /** The open sign-up. */
  signUp: { approved: boolean; place: Place | null; submission: number | null } | null
  /** The unfinished payment that reserves a seat of the part, and whether a guardian pays it or is asked to. */
  payment: { id: string; isByGuardian: boolean } | null
  /** The first date with a free seat; a driver needs no guardian to sign up for an exam. */
  opening: { occasionId: number | null; startsAt: Date; city: string; feeMinor: number } | null
}

/** All facts that decide what a person does next in an education. */
export interface StepFacts {
  educationId: number
  now: Date
  /** Published and not archived. */
  isOpen: boolean
  blockedForExternalUsers: boolean
  minAge: number | null
  maxAge: number | null
  guardianRequiredUnderAge: number | null
  person: { isExternal: boolean; birthOn: string | null; hasGuardian: boolean }
  /** Completed, and not begun again. */
  completed: boolean
  /** Required educations without a completed result. */
  before: readonly { id: number; title: string }[]
  parts: readonly PartFacts[]
}

/** The step of an education without parts. */
export const noStep: EducationStep = {
  kind: 'nothing',
  part: null,
  date: null,
  reason: null,
  before: null,
  paymentId: null,
}

const isMeeting = ({ type }: Pick<PartFacts, 'type'>) => type === 0 || type === 2

/** Returns why a sign-up to the part is refused for the person, by the day on which age counts (spec G-032). */
function findBar(facts: StepFacts, part: PartFacts): EducationStep['reason'] {
  const { person, minAge, maxAge } = facts
  const dayOn = toPortalDay(part.opening?.startsAt ?? facts.now)
  if (!facts.isOpen) return 'closed'
  if (facts.blockedForExternalUsers && person.isExternal) return 'external'
  const age = person.birthOn === null ? null : ageOn(person.birthOn, dayOn)
  if (age !== null && age < (minAge ?? age)) return 'tooYoung'
  if (age !== null && age > (maxAge ?? age)) return 'tooOld'
  const guarded = part.type !== 2 && requiresGuardian(facts.guardianRequiredUnderAge, person.birthOn, dayOn)
  return guarded && !person.hasGuardian ? 'guardian' : null
}

type SignUp = NonNullable<PartFacts['signUp']>

const submissionKinds: Record<number, StepKind> = {
  [submissionStatuses.Submitted]: 'awaitReview',
  [submissionStatuses.InReview]: 'awaitReview',
  [submissionStatuses.NeedsCompletion]: 'resubmit',
  [submissionStatuses.Approved]: 'awaitResult',
  [submissionStatuses.Rejected]: 'rejected',
}

function kindOfSignUp({ approved, place, submission }: SignUp, part: PartFacts, now: Date): StepKind {
  if (!approved) return 'awaitApproval'
  if (isMeeting(part)) return place && now < place.endsAt ? 'attend' : 'awaitResult'
  return part.type === 1 ? 'continue' : (submissionKinds[submission ?? 0] ?? 'submit')
}

function kindOfPart(facts: StepFacts, part: PartFacts): StepKind {
  if (part.signUp) return kindOfSignUp(part.signUp, part, facts.now)
  if (part.payment) return part.payment.isByGuardian ? 'awaitPayment' : 'pay'
  if (findBar(facts, part)) return 'barred'
  if (facts.before.length > 0) return 'completeFirst'
  if (isMeeting(part)) return part.opening ? 'choose' : 'awaitDates'
  return part.type === 1 ? 'start' : 'submit'
}

const toDate = ({ startsAt, city }: { startsAt: Date; city: string }) => ({ startDate: startsAt, city })

function toStep(facts: StepFacts, part: PartFacts): EducationStep {
  const kind = kindOfPart(facts, part)
  const about = { id: part.id, title: part.title, type: part.type }
  if (kind === 'barred') return { ...noStep, kind, reason: findBar(facts, part) }
  if (kind === 'completeFirst') return { ...noStep, kind, before: facts.before[0] ?? null }
  const place = kind === 'choose' ? part.opening : (part.signUp?.place ?? null)
  const date = place && (kind === 'choose' || isMeeting(part)) ? toDate(place) : null
  return { ...noStep, kind, part: about, date, paymentId: kind === 'pay' ? (part.payment?.id ?? null) : null }
}

const actions: readonly StepKind[] = ['continue', 'start', 'submit', 'choose']
const waiting: readonly StepKind[] = [
  'awaitPayment',
  'attend',
  'awaitApproval',
  'awaitReview',
  'rejected',
  'awaitResult',
]

/**
 * Orders steps: payments and returned work, then steps that can be done, then those that wait for somebody; optional
 * parts come after mandatory ones.
 */
function rankOf(kind: StepKind, mandatory: boolean): number {
  if (kind === 'pay') return 0
  if (kind === 'resubmit') return 1
  if (actions.includes(kind)) return mandatory ? 2 : 4
  if (waiting.includes(kind)) return mandatory ? 3 : 7
  if (kind === 'awaitDates') return mandatory ? 5 : 8
  return mandatory ? 6 : 9
}

/** True when the person can do the step in the portal now: pay, hand in (again), start, continue, or choose a date. */
export const canBeDoneNow = ({ kind }: Pick<EducationStep, 'kind'>): boolean => rankOf(kind, true) <= 2

/**
 * Returns the next step of a person in an education, which start page, education page and goals all show.
 *
 * The kind is `completed` for a completed education and `nothing` when no part is open, neither completed nor locked.
 * Otherwise the most urgent open part counts, of equals the first:
 * 1. own payments; 2. returned work; 3. steps that can be done in mandatory parts;
 * 4. mandatory parts to attend or to wait for: approval, review, result, a guardian's payment, a rejected submission;
 * 5. steps that can be done in optional parts; 6. mandatory parts without dates;
 * 7. mandatory parts that are barred or come after another education;
 * 8. other optional parts: first those to attend or wait for, then those without dates, then the rest.
 *
 * A person whom the education is not for is `barred` and not sent to its prerequisites.
 */
export function nextStepIn(facts: StepFacts): EducationStep {
  if (facts.completed) return { ...noStep, kind: 'completed' }
  const open = facts.parts.filter(({ completed, locked }) => !completed && !locked)
  const ranked = open.map((part) => {
    const step = toStep(facts, part)
    return { step, rank: rankOf(step.kind, part.mandatory) }
  })
  const best = Math.min(...ranked.map(({ rank }) => rank))
  return ranked.find(({ rank }) => rank === best)?.step ?? noStep
}

/**
 * Returns the key of the step's sentence in texts of `next-steps`. It is `barred.<reason>`, `next` for a part to start,
 * continue, hand in or choose a date of, which the sentence names, and otherwise the kind of the step, also for `pay`
 * and `resubmit`.
 */
export function stepTextKey({ kind, reason }: Pick<EducationStep, 'kind' | 'reason'>): string {
  if (kind === 'barred') return `barred.${reason}`
  return canBeDoneNow({ kind }) && kind !== 'pay' && kind !== 'resubmit' ? 'next' : kind
}

const childTextKeys: Partial<Record<StepKind, string>> = {
  pay: 'child.pay',
  awaitPayment: 'child.pay',
  choose: 'child.choose',
  resubmit: 'child.started',
  continue: 'child.started',
  start: 'child.started',
  submit: 'child.started',
}

/**
 * Returns the key of the sentence about a child's step to its guardian, in texts of `dashboard`. It is `child.pay`,
 * also when the guardian pays, `child.choose`, `child.started` or, for any other step, `child.waits`.
 */
export const childStepTextKey = ({ kind }: Pick<EducationStep, 'kind'>): string => childTextKeys[kind] ?? 'child.waits'

/**
 * Returns what comes before a part: a required education, or, when it is locked, the part of the next step; else null.
 */
function findFirst(facts: StepFacts, part: PartFacts): PartStanding['first'] {
  const [education] = facts.before
  if (education) return { educationId: education.id, title: education.title }
  const next = part.locked ? nextStepIn(facts).part : null
  return next && { educationId: facts.educationId, title: next.title }
}

/**
 * Returns how a person stands to a part before they press "sign up" for one of its dates, by the rules of the next
 * step. Null for a part that the education lacks.
 *
 * Of several kinds the first counts: `completed` (the part or the whole education), `signedUp`, `awaitPayment` (by a
 * guardian) or `pay` with the payment's id, `barred` with a reason, `first` with the step that must come before,
 * `open`. For a locked part, `first` is null when no step leads to it.
 */
export function standingTo(facts: StepFacts, partId: number): PartStanding | null {
  const part = facts.parts.find(({ id }) => id === partId)
  if (!part) return null
  const reason = findBar(facts, part)
  const first = findFirst(facts, part)
  const standing = {
    educationId: facts.educationId,
    educationPartId: partId,
    reason: null,
    first: null,
    paymentId: null,
  }
  if (facts.completed || part.completed) return { ...standing, kind: 'completed' }
  if (part.signUp) return { ...standing, kind: 'signedUp' }
  if (part.payment?.isByGuardian) return { ...standing, kind: 'awaitPayment' }
  if (part.payment) return { ...standing, kind: 'pay', paymentId: part.payment.id }
  if (reason) return { ...standing, kind: 'barred', reason }
  return first || part.locked ? { ...standing, kind: 'first', first } : { ...standing, kind: 'open' }
}

/**
 * Returns the facts of a person who takes a completed education again, as a licence may ask; unchanged when it is not
 * completed. The education counts as not completed, and a part as completed only when it was so after the education's
 * last completion. Sign-ups, payments and the other facts stay.
 */
export const toRenewal = (facts: StepFacts): StepFacts =>
  facts.completed
    ? {
        ...facts,
        completed: false,
        parts: facts.parts.map((part) => ({ ...part, completed: part.completedAgain })),
      }
    : facts

/** Returns how many parts of the education, mandatory and optional ones, are completed. */
export const countCompleted = ({ parts }: Pick<StepFacts, 'parts'>): number =>
  parts.filter(({ completed }) => completed).length
