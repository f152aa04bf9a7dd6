import { guardianUnder, needsGuardian } from '#api/catalogue/exams/rules.ts'
import { availableSeats } from '#api/catalogue/occasions/rules.ts'
import type { Ctx } from '#api/context.ts'
import { readinessFrom } from '#api/participation/readiness/show-readiness.ts'
import type { SignUpOffer } from '#api/participation/sign-ups/contract.ts'
import { feeOf, mayBeInvoiced, mayPayByCard, needsApproval, refuseSignUp } from '#api/participation/sign-ups/rules.ts'
import { mustHaveGuardian } from '#api/people/guardians/rules.ts'
import { translator } from '#locales/translate.ts'
import { type Company, questionsInOne, type SignUpScene, setScene } from './sign-up-scene.ts'
import type { Target } from './storage.ts'
import { tiedTargets } from './together.ts'

/** Whether the person comes with a guardian: by the examination's own rule, or by the education's. */
export function isGuarded({ row, facts }: SignUpScene): boolean {
  const { education, person, dayOn } = facts
  if (!row.exam) return mustHaveGuardian(education.guardianRequiredUnderAge, person.birthOn, dayOn)
  return needsGuardian(person, { heldOn: row.exam.heldOn, guardianUnder: guardianUnder(row.exam, row.education) })
}

type Offer = Omit<SignUpOffer, 'together'>

async function offerFor(ctx: Ctx, target: Target, company?: Company): Promise<Offer & { scene: SignUpScene }> {
  const scene = await setScene(ctx, target, company)
  const { row, facts, guardians, recipients, missing } = scene
  const reason = refuseSignUp(facts, null)
  return {
    scene,
    allowed: reason === null,
    reason,
    message: reason && translator(ctx.language, 'refusals')(reason),
    fee: feeOf(facts) / 100,
    needsApproval: needsApproval(facts),
    mayBeInvoiced: mayBeInvoiced(facts),
    mayPayByCard: mayPayByCard(facts),
    paymentUnderWay: facts.cardPayment.underWay,
    invoiceRecipients: recipients.map(({ id, name }) => ({ id, name })),
    mustHaveGuardian: isGuarded(scene),
    guardians,
    questions: facts.questions,
    missing,
    readiness: readinessFrom(scene.standing),
    overlapsWith: row.overlapping,
  }
}

const togetherFrom = ({ row: { occasion, part } }: SignUpScene): SignUpOffer['together'] =>
  occasion
    ? [
        {
          occasionId: occasion.id,
          partTitle: part.title,
          startDate: occasion.startsAt,
          endDate: occasion.endsAt,
          city: occasion.city,
          venue: occasion.venue,
          availableSpots: availableSeats(occasion),
        },
      ]
    : []

/** In one form for several parts a question tells whose it is, unless it is the education's own. */
const ownQuestions = ({ questions, scene }: Offer & { scene: SignUpScene }) =>
  questions.map((question) =>
    question.id > questionsInOne ? { ...question, text: `${scene.row.part.title}: ${question.text}` } : question,
  )

const withoutRepeats = <Item>(items: readonly Item[], nameOf: (item: Item) => string | number): Item[] => [
  ...new Map(items.map((item) => [nameOf(item), item])).values(),
]

/** A set is offered as one: at the price of all, and refused for the first reason of any. */
function asOne(first: Offer, others: readonly (Offer & { scene: SignUpScene })[]): SignUpOffer {
  const all = [first, ...others]
  const refused = all.find(({ allowed }) => !allowed) ?? first
  const costing = all.filter(({ fee }) => fee > 0)
  return {
    ...first,
    allowed: refused.allowed,
    reason: refused.reason,
    message: refused.message,
    readiness: refused.readiness,
    fee: Math.round(all.reduce((sum, { fee }) => sum + fee * 100, 0)) / 100,
    needsApproval: all.some((one) => one.needsApproval),
    mayBeInvoiced: costing.length > 0 ? costing.every((one) => one.mayBeInvoiced) : first.mayBeInvoiced,
    mayPayByCard: costing.length > 0 ? costing.every((one) => one.mayPayByCard) : first.mayPayByCard,
    mustHaveGuardian: all.some((one) => one.mustHaveGuardian),
    questions: withoutRepeats([...first.questions, ...others.flatMap(ownQuestions)], ({ id }) => id),
    missing: withoutRepeats(
      all.flatMap(({ missing }) => missing),
      ({ kind, id }) => `${kind} ${id}`,
    ),
    overlapsWith: all.find(({ overlapsWith }) => overlapsWith)?.overlapsWith ?? null,
    together: others.flatMap(({ scene }) => togetherFrom(scene)),
  }
}

/** Whether somebody can be signed up, why not, and what the dialog asks; of a set, about all of it at once. */
export async function offerOf(ctx: Ctx, target: Target): Promise<SignUpOffer> {
  const [asked, ...tied] = await tiedTargets(ctx, target)
  const { scene: _, ...first } = await offerFor(ctx, target, asked?.company)
  const others = await Promise.all(tied.map((one) => offerFor(ctx, one.target, one.company)))
  return asOne(first, others)
}
