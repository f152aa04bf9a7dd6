import { guardianAgeLimit, needsGuardian } from '#api/catalogue/exams/rules.ts'
import { countAvailableSeats } from '#api/catalogue/occasions/rules.ts'
import type { Ctx } from '#api/context.ts'
import { toReadiness } from '#api/participation/readiness/show-readiness.ts'
import type { SignUpOffer } from '#api/participation/sign-ups/contract.ts'
import {
  calculateSignUpFee,
  canBeInvoiced,
  cancelDeadline,
  canPayByCard,
  needsApproval,
  refuseSignUp,
} from '#api/participation/sign-ups/rules.ts'
import { offersSwish } from '#api/payment-instruments.ts'
import { requiresGuardian } from '#api/people/guardians/rules.ts'
import { translator } from '#locales/translate.ts'
import { loadSignUp, maxQuestionId, type SignUpContext, type SignUpGroup } from './load-sign-up.ts'
import { countOwnSeats, reservationFrom } from './reserved-seats.ts'
import type { SignUpTarget } from './storage.ts'
import { listTiedTargets } from './tied-sign-ups.ts'

/**
 * True when the person must have a guardian for the sign-up, by the exam's rule or by the education's. The person's age
 * on the day of the occasion or exam decides; without a date of birth it counts as too low. Whether one is chosen is
 * another matter.
 */
export function signUpNeedsGuardian({ row, facts }: SignUpContext): boolean {
  const { education, person, dayOn } = facts
  if (!row.exam) return requiresGuardian(education.guardianRequiredUnderAge, person.birthOn, dayOn)
  return needsGuardian(person, { heldOn: row.exam.heldOn, guardianUnder: guardianAgeLimit(row.exam, row.education) })
}

type Offer = Omit<SignUpOffer, 'together'>

async function offerFor(
  ctx: Ctx,
  target: SignUpTarget,
  group?: SignUpGroup,
): Promise<Offer & { context: SignUpContext }> {
  const context = await loadSignUp(ctx, target, group)
  const { row, facts, guardians, recipients, missing } = context
  const reason = refuseSignUp(facts, null)
  return {
    context,
    allowed: reason === null,
    reason,
    message: reason && translator(ctx.language, 'refusals')(reason),
    fee: calculateSignUpFee(facts) / 100,
    isFeePaid: facts.educationFeePaid && facts.education.feeMinor > 0,
    cancelableUntil: facts.occasion && cancelDeadline(facts.occasion),
    needsApproval: needsApproval(facts),
    mayBeInvoiced: canBeInvoiced(facts),
    mayPayByCard: canPayByCard(facts),
    offersSwish: offersSwish(ctx.env),
    isPaidByGuardian: facts.isPaidByGuardian,
    paymentUnderWay: facts.cardPayment.underWay,
    reservation: reservationFrom(ctx, row),
    invoiceRecipients: recipients.map(({ id, name }) => ({ id, name })),
    mustHaveGuardian: signUpNeedsGuardian(context),
    guardians,
    questions: facts.questions,
    missing,
    readiness: toReadiness(context.standing),
    overlapsWith: row.overlapping,
  }
}

const togetherFrom = ({ row: { occasion, part } }: SignUpContext): SignUpOffer['together'] =>
  occasion
    ? [
        {
          occasionId: occasion.id,
          partTitle: part.title,
          startDate: occasion.startsAt,
          endDate: occasion.endsAt,
          city: occasion.city,
          venue: occasion.venue,
          availableSpots: countAvailableSeats(occasion),
        },
      ]
    : []

/** Prefixes questions with the title of their part, unless they are the education's, for a form about several parts. */
const ownQuestions = ({ questions, context }: Offer & { context: SignUpContext }) =>
  questions.map((question) =>
    question.id > maxQuestionId ? { ...question, text: `${context.row.part.title}: ${question.text}` } : question,
  )

const contentOf = ({ text, type, options, required }: Offer['questions'][number]) =>
  JSON.stringify([text, type, options, required])

/** Combines the questions of a group; one that repeats an earlier part's names it. */
function combineQuestions(first: Offer, others: readonly (Offer & { context: SignUpContext })[]): Offer['questions'] {
  const idsByContent = new Map<string, number>()
  for (const question of [first, ...others].flatMap(({ questions }) => questions))
    if (!idsByContent.has(contentOf(question))) idsByContent.set(contentOf(question), question.id)
  const own = others.flatMap((offer) =>
    ownQuestions(offer).map((shown, at) => {
      const earlier = idsByContent.get(contentOf(offer.questions[at] ?? shown))
      return earlier === undefined || earlier === shown.id ? shown : { ...shown, sameAs: earlier }
    }),
  )
  return withoutRepeats([...first.questions, ...own], ({ id }) => id)
}

const withoutRepeats = <Item>(items: readonly Item[], nameOf: (item: Item) => string | number): Item[] => [
  ...new Map(items.map((item) => [nameOf(item), item])).values(),
]

/** Returns the first deadline: a cancellation is for all of the group, and refused when one is too late. */
const firstDeadline = (offers: readonly Offer[]): Date | null => {
  const moments = offers.flatMap(({ cancelableUntil }) => cancelableUntil?.getTime() ?? [])
  return moments.length > 0 ? new Date(Math.min(...moments)) : null
}

/** Combines the offers of a group: the total fee, and the first refusal of any. */
function combineOffers(first: Offer, others: readonly (Offer & { context: SignUpContext })[]): SignUpOffer {
  const all = [first, ...others]
  const refused = all.find(({ allowed }) => !allowed) ?? first
  const costing = all.filter(({ fee }) => fee > 0)
  return {
    ...first,
    allowed: refused.allowed,
    reason: refused.reason,
    message: refused.message,
    paymentUnderWay: refused.paymentUnderWay,
    reservation: refused.reservation,
    readiness: refused.readiness,
    fee: Math.round(all.reduce((sum, { fee }) => sum + fee * 100, 0)) / 100,
    cancelableUntil: firstDeadline(all),
    needsApproval: all.some((one) => one.needsApproval),
    mayBeInvoiced: costing.length > 0 ? costing.every((one) => one.mayBeInvoiced) : first.mayBeInvoiced,
    mayPayByCard: costing.length > 0 ? costing.every((one) => one.mayPayByCard) : first.mayPayByCard,
    mustHaveGuardian: all.some((one) => one.mustHaveGuardian),
    questions: combineQuestions(first, others),
    missing: withoutRepeats(
      all.flatMap(({ missing }) => missing),
      ({ kind, id }) => `${kind} ${id}`,
    ),
    overlapsWith: all.find(({ overlapsWith }) => overlapsWith)?.overlapsWith ?? null,
    together: others.flatMap(({ context }) => togetherFrom(context)),
  }
}

/**
 * An offer with the numbers of seats that the person has reserved, on the requested date and on those of `together`.
 */
export interface OfferWithSeats {
  offer: SignUpOffer
  ownSeats: number[]
}

/**
 * Returns the offer of a sign-up (price, questions, whether it is refused) for a person and a target. It has the number
 * of seats that the person has reserved. For occasions that are signed up for together it is one offer for all, and one
 * number for each, the target's first. Signs nobody up.
 * @throws Refused with the codes of `getSignUpOffer`.
 */
export async function getOfferWithSeats(ctx: Ctx, target: SignUpTarget): Promise<OfferWithSeats> {
  const [requested, ...tied] = await listTiedTargets(ctx, target)
  const { context, ...first } = await offerFor(ctx, requested?.target ?? target, requested?.company)
  const others = await Promise.all(tied.map((one) => offerFor(ctx, one.target, one.company)))
  return {
    offer: combineOffers(first, others),
    ownSeats: [context, ...others.map((one) => one.context)].map(({ row }) => countOwnSeats(row)),
  }
}

/**
 * Returns the offer to sign up a person: whether that is possible, why not, and the input of the dialog. For a group in
 * one offer. Signs nobody up.
 *
 * @throws Refused('not_found'), Refused('not_allowed') or Refused('invitation_needed') as `loadSignUp` does.
 */
export const getSignUpOffer = async (ctx: Ctx, target: SignUpTarget): Promise<SignUpOffer> =>
  (await getOfferWithSeats(ctx, target)).offer
