import { calculateFee } from '#api/catalogue/educations/rules.ts'
import { countAvailableSeats } from '#api/catalogue/occasions/rules.ts'
import { requiresGuardian } from '#api/people/guardians/rules.ts'
import type { CustomAnswer, CustomQuestion, PaymentMethod } from '#api/questions.ts'
import type { RefusalCode } from '#api/refusals.ts'
import type { OccasionFacts, SignUpChoices, SignUpFacts } from './facts.ts'
import { isAnswered } from './is-answered.ts'

export type { OccasionFacts, SignUpChoices, SignUpFacts } from './facts.ts'

/** Refusal codes of a sign-up (spec G-032). */
export type SignUpRefusal = Extract<
  RefusalCode,
  | 'already_signed_up'
  | 'answers_missing'
  | 'external_blocked'
  | 'fee'
  | 'guardian_pays'
  | 'guardian_required'
  | 'not_published'
  | 'occasion_canceled'
  | 'occasion_full'
  | 'occasion_required'
  | 'occasion_started'
  | 'payment_under_way'
  | 'prerequisites_missing'
  | 'sign_up_closed'
  | 'too_old'
  | 'too_young'
>

type FeeAmount = Pick<SignUpFacts['part'], 'feeMinor'>
const inMinor = ({ feeMinor }: FeeAmount) => ({ fee: feeMinor })
type FeeFacts = Pick<SignUpFacts, 'part' | 'educationFeePaid'> & { education: FeeAmount; occasion: FeeAmount | null }

/**
 * Returns the fee of the sign-up, in öre: the education's fee unless it is paid already, and that of the occasion, or
 * of the part without one. 0 when it is free.
 */
export const calculateSignUpFee = ({ education, part, occasion, educationFeePaid }: FeeFacts): number =>
  calculateFee(inMinor(education), inMinor(part), occasion && inMinor(occasion), educationFeePaid)

/**
 * Returns the part of the sign-up's fee that is the education's own, in öre; 0 when another sign-up carries it. Its
 * cancellation gives it back, and the next sign-up to the education is charged it.
 */
export const calculateEducationFee = ({ education, educationFeePaid }: Omit<FeeFacts, 'part' | 'occasion'>): number =>
  educationFeePaid ? 0 : education.feeMinor

const card: PaymentMethod = 0
const invoice: PaymentMethod = 1

const isPaidBy = (facts: SignUpFacts, method: PaymentMethod) =>
  (facts.occasion ?? facts.education).paymentMethods.includes(method)

/**
 * True when an organisation can be invoiced for the fee: the occasion, or without one the education, accepts invoices,
 * and the person is in an organisation that takes them.
 *
 * Never for an external person, or for a child whose guardian pays. Does not ask whether there is a fee.
 */
export const canBeInvoiced = (facts: SignUpFacts): boolean =>
  !facts.isPaidByGuardian &&
  !facts.person.isExternal &&
  isPaidBy(facts, invoice) &&
  facts.invoiceRecipientIds.length > 0

/**
 * True when the fee can be paid by card: cards are taken, and the occasion, or without one the education, accepts them.
 * Never by an organiser for another person, or by a child whose guardian pays. Does not ask whether there is a fee.
 */
export const canPayByCard = (facts: SignUpFacts): boolean =>
  facts.cardPayment.isOn && !facts.isByOrganizer && !facts.isPaidByGuardian && isPaidBy(facts, card)

/**
 * True when an organiser must approve the sign-up: by its occasion or exam, or without one by its part. Never one that
 * an organiser makes (`isByOrganizer`).
 */
export const needsApproval = (facts: Pick<SignUpFacts, 'occasion' | 'part' | 'isByOrganizer'>): boolean =>
  !facts.isByOrganizer && (facts.occasion ?? facts.part).needsApproval

function refuseOccasion(occasion: OccasionFacts, { now, isByOrganizer }: SignUpFacts): SignUpRefusal | null {
  if (occasion.canceled) return 'occasion_canceled'
  if (!isByOrganizer && occasion.startsAt <= now) return 'occasion_started'
  if (!isByOrganizer && occasion.lastSignUpAt && occasion.lastSignUpAt < now) return 'sign_up_closed'
  return countAvailableSeats(occasion) === 0 ? 'occasion_full' : null
}

function refusePerson({ education, occasion, person, dayOn, ...facts }: SignUpFacts): SignUpRefusal | null {
  const blocked = education.blockedForExternalUsers || occasion?.blockedForExternalUsers
  if (blocked && person.isExternal && !facts.isByOrganizer) return 'external_blocked'
  if (facts.prerequisitesMissing && !facts.isByOrganizer) return 'prerequisites_missing'
  if (facts.isTooYoung) return 'too_young'
  if (facts.isTooOld) return 'too_old'
  const guarded = requiresGuardian(education.guardianRequiredUnderAge, person.birthOn, dayOn)
  return guarded && facts.guardianIds.length === 0 ? 'guardian_required' : null
}

/**
 * Lists the ids of unanswered required questions, and of those whose answer is none of the question's choices, in the
 * questions' order. Empty text is no answer.
 */
export function listUnansweredQuestions(
  questions: readonly CustomQuestion[],
  answers: readonly CustomAnswer[],
): number[] {
  const answerById = new Map(answers.map(({ questionId, answer }) => [questionId, answer]))
  return questions
    .filter((question) => {
      const answer = answerById.get(question.id) ?? ''
      return answer === '' ? question.required : !isAnswered(question, answer)
    })
    .map((question) => question.id)
}

function refuseChoices(facts: SignUpFacts, choices: SignUpChoices): SignUpRefusal | null {
  const { education, person, dayOn } = facts
  const guarded = requiresGuardian(education.guardianRequiredUnderAge, person.birthOn, dayOn)
  if (guarded && !facts.guardianIds.includes(choices.guardianUserId ?? 0)) return 'guardian_required'
  const unanswered = listUnansweredQuestions(facts.questions, choices.customAnswers)
  if (unanswered.length > 0 && !facts.isByOrganizer) return 'answers_missing'
  if (facts.isPaidByGuardian && calculateSignUpFee(facts) > 0) return choices.isAskedOfGuardian ? null : 'guardian_pays'
  const invoiced = canBeInvoiced(facts) && facts.invoiceRecipientIds.includes(choices.invoiceRecipientId ?? 0)
  if (calculateSignUpFee(facts) === 0 || invoiced) return null
  return choices.isPaidByCard && canPayByCard(facts) ? null : 'fee'
}

/**
 * True when the part must be signed up to through an occasion or exam. An organiser may enter a meeting without one.
 */
const needsSeat = ({ part, isByOrganizer }: SignUpFacts) => part.type === 2 || (part.type === 0 && !isByOrganizer)

/**
 * Returns the code by which a sign-up is refused, the first that applies; null when it is not. Writes nothing.
 *
 * In this order: signed up already, a payment under way, education not published, no occasion for a meeting or exam (an
 * organiser may leave out a meeting's); then occasion (cancelled, started, closed, full), person (external,
 * prerequisites, age, no guardian) and, unless null, `choices`, the input of the dialog: guardian, required answers,
 * who pays. Deadline, start, prerequisites, unanswered questions and a block of external people do not stop an
 * organiser.
 */
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

/**
 * Decides whether the holder of a seat may have the link to the online meeting: the sign-up is approved, and neither it
 * nor the occasion is cancelled (`isCanceled`). Neither the time nor payment matters.
 */
export const hasMeetingLink = (seat: { isApproved: boolean; isCanceled: boolean }): boolean =>
  seat.isApproved && !seat.isCanceled

/**
 * Returns the last moment at which a learner can cancel: the occasion's own one, or else the last moment to sign up, or
 * else the start; never later than the start (spec G-037b).
 */
export function cancelDeadline(occasion: Pick<OccasionFacts, 'startsAt' | 'lastCancelAt' | 'lastSignUpAt'>): Date {
  const deadline = occasion.lastCancelAt ?? occasion.lastSignUpAt ?? occasion.startsAt
  return new Date(Math.min(deadline.getTime(), occasion.startsAt.getTime()))
}

export type CancelRefusal = Extract<RefusalCode, 'cancel_closed' | 'result_completed'>

/**
 * Returns the code by which a cancellation of a sign-up is refused, or null: `result_completed`, also for organisers,
 * and `cancel_closed` after the deadline of `cancelDeadline`.
 *
 * `isByOrganizer`: an organiser cancels, not the learner. Organisers have no deadline, nor have parts without an
 * occasion (null). The moment of the deadline itself is in time. Does not ask whether it is cancelled already.
 */
export function refuseCancel(
  result: { completed: boolean },
  occasion: Pick<OccasionFacts, 'startsAt' | 'lastCancelAt' | 'lastSignUpAt'> | null,
  { now, isByOrganizer }: { now: Date; isByOrganizer: boolean },
): CancelRefusal | null {
  if (result.completed) return 'result_completed'
  if (isByOrganizer || !occasion) return null
  return now > cancelDeadline(occasion) ? 'cancel_closed' : null
}

interface ResultState {
  canceled: boolean
  completed: boolean
  attended: boolean | null
  signedUpAt: Date | null
}

const differs = (written: boolean | null | undefined, stored: boolean | null) =>
  written !== undefined && Boolean(written) !== Boolean(stored)

/**
 * Returns the one change that a written result requests of the stored one; null when nothing differs. Cancelling or
 * restoring precedes approving, and that attendance and completion; further differences are not returned.
 *
 * `result` is the stored one, whose `signedUpAt` is null while it waits for approval. An absent field of `written`
 * requests nothing. A `signUpDate` approves a result that has none; null for it requests nothing. An attendance of null
 * equals false.
 */
export function findRequestedChange(
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
