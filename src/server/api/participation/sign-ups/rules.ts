import { feeFor } from '#api/catalogue/educations/rules.ts'
import { availableSeats } from '#api/catalogue/occasions/rules.ts'
import { mustHaveGuardian } from '#api/people/guardians/rules.ts'
import type { CustomAnswer, CustomQuestion, PaymentMethod } from '#api/questions.ts'
import type { RefusalCode } from '#api/refusals.ts'

/** Why somebody cannot be signed up (spec G-032). */
export type SignUpRefusal = Extract<
  RefusalCode,
  | 'already_signed_up'
  | 'answers_missing'
  | 'external_blocked'
  | 'fee'
  | 'guardian_required'
  | 'not_published'
  | 'occasion_canceled'
  | 'occasion_full'
  | 'occasion_required'
  | 'occasion_started'
  | 'payment_under_way'
  | 'prerequisites_missing'
  | 'sign_up_closed'
  | 'too_young'
>

export interface OccasionFacts {
  startsAt: Date
  endsAt: Date
  lastSignUpAt: Date | null
  lastCancelAt: Date | null
  maxParticipants: number | null
  bookedCount: number
  reservedCount: number
  canceled: boolean
  feeMinor: number
  paymentMethods: PaymentMethod[]
  needsApproval: boolean
  blockedForExternalUsers: boolean
}

export interface SignUpFacts {
  now: Date
  /** Today or the occasion's first day, `yyyy-MM-dd` in the portal's zone: the day on which age counts. */
  dayOn: string
  /** An educator in scope signs somebody up: late, and past what the person has not done yet. */
  byOrganizer: boolean
  education: {
    published: boolean
    guardianRequiredUnderAge: number | null
    blockedForExternalUsers: boolean
    feeMinor: number
    paymentMethods: PaymentMethod[]
  }
  /** Type: Occassion 0, ArticulateSession 1, PracticalDrivingExam 2, Submission 3. */
  part: { type: 0 | 1 | 2 | 3; feeMinor: number; needsApproval: boolean }
  occasion: OccasionFacts | null
  person: { birthOn: string | null; isExternal: boolean }
  alreadySignedUp: boolean
  /** What the rules of readiness say of what comes first, and of the least age. */
  prerequisitesMissing: boolean
  tooYoung: boolean
  educationFeePaid: boolean
  /** Adults who may stand as guardian for the person. */
  guardianIds: number[]
  /** Own organisations that take invoices. */
  invoiceRecipientIds: number[]
  /** The one of them that is the person's main club. */
  mainRecipientId: number | null
  /** Whether the portal takes cards at all, and the own payment for this part that is not done. */
  cardPayment: { isOn: boolean; underWay: string | null }
  questions: CustomQuestion[]
}

/** What the person chose in the dialog. */
export interface SignUpChoices {
  customAnswers: CustomAnswer[]
  invoiceRecipientId: number | null
  guardianUserId: number | null
  /** Paid by card before there is a sign-up at all. */
  byCard?: boolean
}

const inMinor = ({ feeMinor }: { feeMinor: number }) => ({ fee: feeMinor })

/** What this sign-up costs, in öre. */
export const feeOf = (facts: Pick<SignUpFacts, 'education' | 'part' | 'occasion' | 'educationFeePaid'>): number => {
  const { education, part, occasion, educationFeePaid } = facts
  return feeFor(inMinor(education), inMinor(part), occasion && inMinor(occasion), educationFeePaid)
}

const card: PaymentMethod = 0
const invoice: PaymentMethod = 1

const isPaidBy = (facts: SignUpFacts, method: PaymentMethod) =>
  (facts.occasion ?? facts.education).paymentMethods.includes(method)

export const mayBeInvoiced = (facts: SignUpFacts): boolean =>
  !facts.person.isExternal && isPaidBy(facts, invoice) && facts.invoiceRecipientIds.length > 0

/** Organisers sign others up without asking for their cards. */
export const mayPayByCard = (facts: SignUpFacts): boolean =>
  facts.cardPayment.isOn && !facts.byOrganizer && isPaidBy(facts, card)

export const needsApproval = (facts: Pick<SignUpFacts, 'occasion' | 'part' | 'byOrganizer'>): boolean =>
  !facts.byOrganizer && (facts.occasion ?? facts.part).needsApproval

function refuseOccasion(occasion: OccasionFacts, { now, byOrganizer }: SignUpFacts): SignUpRefusal | null {
  if (occasion.canceled) return 'occasion_canceled'
  if (!byOrganizer && occasion.startsAt <= now) return 'occasion_started'
  if (!byOrganizer && occasion.lastSignUpAt && occasion.lastSignUpAt < now) return 'sign_up_closed'
  return availableSeats(occasion) === 0 ? 'occasion_full' : null
}

function refusePerson({ education, occasion, person, dayOn, ...facts }: SignUpFacts): SignUpRefusal | null {
  const blocked = education.blockedForExternalUsers || occasion?.blockedForExternalUsers
  if (blocked && person.isExternal && !facts.byOrganizer) return 'external_blocked'
  if (facts.prerequisitesMissing && !facts.byOrganizer) return 'prerequisites_missing'
  if (facts.tooYoung) return 'too_young'
  const guarded = mustHaveGuardian(education.guardianRequiredUnderAge, person.birthOn, dayOn)
  return guarded && facts.guardianIds.length === 0 ? 'guardian_required' : null
}

const isAnswered = (question: CustomQuestion, answer: string): boolean => {
  if (question.type === 'yesno') return answer === 'yes' || answer === 'no'
  return question.type === 'choice' ? question.options.includes(answer) : answer.trim() !== ''
}

/** Required questions without an answer, and answers outside the choices. */
export function unansweredQuestions(questions: readonly CustomQuestion[], answers: readonly CustomAnswer[]): number[] {
  const given = new Map(answers.map(({ questionId, answer }) => [questionId, answer]))
  return questions
    .filter((question) => {
      const answer = given.get(question.id) ?? ''
      return answer === '' ? question.required : !isAnswered(question, answer)
    })
    .map((question) => question.id)
}

function refuseChoices(facts: SignUpFacts, choices: SignUpChoices): SignUpRefusal | null {
  const { education, person, dayOn } = facts
  const guarded = mustHaveGuardian(education.guardianRequiredUnderAge, person.birthOn, dayOn)
  if (guarded && !facts.guardianIds.includes(choices.guardianUserId ?? 0)) return 'guardian_required'
  const unanswered = unansweredQuestions(facts.questions, choices.customAnswers)
  if (unanswered.length > 0 && !facts.byOrganizer) return 'answers_missing'
  const invoiced = mayBeInvoiced(facts) && facts.invoiceRecipientIds.includes(choices.invoiceRecipientId ?? 0)
  if (feeOf(facts) === 0 || invoiced) return null
  return choices.byCard && mayPayByCard(facts) ? null : 'fee'
}

/** Taken at a time and place, where seats are counted; an organiser may enter a meeting held elsewhere, but no examination. */
const needsSeat = ({ part, byOrganizer }: SignUpFacts) => part.type === 2 || (part.type === 0 && !byOrganizer)

/** The one rule book of signing up. Without choices it tells whether the person may choose at all. */
export function refuseSignUp(facts: SignUpFacts, choices: SignUpChoices | null): SignUpRefusal | null {
  if (facts.alreadySignedUp) return 'already_signed_up'
  if (facts.cardPayment.underWay) return 'payment_under_way'
  if (!facts.education.published) return 'not_published'
  if (!facts.occasion && needsSeat(facts)) return 'occasion_required'
  return (
    (facts.occasion && refuseOccasion(facts.occasion, facts)) ??
    refusePerson(facts) ??
    (choices && refuseChoices(facts, choices))
  )
}

/** A learner may cancel until then; afterwards only an educator (spec G-037b). */
export function cancelDeadline(occasion: Pick<OccasionFacts, 'startsAt' | 'lastCancelAt' | 'lastSignUpAt'>): Date {
  const deadline = occasion.lastCancelAt ?? occasion.lastSignUpAt ?? occasion.startsAt
  return new Date(Math.min(deadline.getTime(), occasion.startsAt.getTime()))
}

type CancelRefusal = Extract<RefusalCode, 'cancel_closed' | 'result_completed'>

export function refuseCancel(
  result: { completed: boolean },
  occasion: Pick<OccasionFacts, 'startsAt' | 'lastCancelAt' | 'lastSignUpAt'> | null,
  { now, byOrganizer }: { now: Date; byOrganizer: boolean },
): CancelRefusal | null {
  if (result.completed) return 'result_completed'
  if (byOrganizer || !occasion) return null
  return now > cancelDeadline(occasion) ? 'cancel_closed' : null
}

interface ResultState {
  canceled: boolean
  completed: boolean
  attended: boolean | null
  signedUpAt: Date | null
}

const differs = (wanted: boolean | null | undefined, stored: boolean | null) =>
  wanted !== undefined && Boolean(wanted) !== Boolean(stored)

/** The one change that a written result asks for, by what stands; null when it says what stands already. */
export function changeAsked(
  result: ResultState,
  written: {
    canceled?: boolean | undefined
    completed?: boolean | undefined
    attended?: boolean | null | undefined
    signUpDate?: Date | null | undefined
  },
): 'cancel' | 'restore' | 'approve' | 'attendance' | null {
  if (differs(written.canceled, result.canceled)) return written.canceled ? 'cancel' : 'restore'
  if (written.signUpDate && result.signedUpAt === null) return 'approve'
  return differs(written.completed, result.completed) || differs(written.attended, result.attended)
    ? 'attendance'
    : null
}
