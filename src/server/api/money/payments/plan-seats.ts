import type { Ctx } from '#api/context.ts'
import type { WrittenResult } from '#api/participation/sign-ups/contract.ts'
import { guardiansFrom, loadSignUp, type SignUpContext } from '#api/participation/sign-ups/load-sign-up.ts'
import type { SignUpChoices } from '#api/participation/sign-ups/rules.ts'
import { planResult } from '#api/participation/sign-ups/sign-up.ts'
import type { SignUpTarget } from '#api/participation/sign-ups/storage.ts'
import { listTiedTargets } from '#api/participation/sign-ups/tied-sign-ups.ts'
import { isSameSet } from '#api/participation/tags/rules.ts'
import { Refused } from '#api/refusals.ts'
import { periodText } from '#locales/moments.ts'
import type { SignUpPayload } from './contract.ts'
import { loadReceiptEducations } from './receipt-educations.ts'
import type { PaymentRow } from './rules.ts'
import type { PlannedSeat } from './table.ts'

const toTarget = ({ userId, occasionIds, educationPartId, educationId }: SignUpPayload): SignUpTarget => ({
  userId,
  occasionId: occasionIds[0] ?? null,
  educationPartId: educationPartId ?? null,
  educationId: educationId ?? null,
})

interface SeatPlan {
  seat: PlannedSeat
  scene: SignUpContext
}

/** How the fee is paid. */
type PaymentMode = Pick<SignUpChoices, 'isPaidByCard' | 'isAskedOfGuardian'>

async function planSeatsOf(ctx: Ctx, signUp: SignUpPayload, mode: PaymentMode): Promise<SeatPlan[]> {
  const target = toTarget(signUp)
  const tied = await listTiedTargets(ctx, target)
  const all = tied.length > 0 ? tied : [{ target, company: undefined }]
  const { userId, customAnswers, guardianUserId } = signUp
  const written: WrittenResult = { userId, customAnswers, guardianUserId }
  return Promise.all(
    all.map(async ({ target, company }) => {
      const scene = await loadSignUp(ctx, target, company)
      const { signedUpAt, ...result } = planResult(ctx, scene, written, company, mode)
      const { educationPartId, educationId, occasionId, registeredByUserId } = result
      const { feeAtSignUpMinor, educationFeeMinor } = result
      const answers = { customAnswers: result.customAnswers, guardianUserId: result.guardianUserId }
      const ids = { userId, educationPartId, educationId, occasionId, registeredByUserId }
      const fees = { feeAtSignUpMinor, educationFeeMinor }
      return { scene, seat: { ...ids, ...answers, ...fees, needsApproval: signedUpAt === null } }
    }),
  )
}

/** Returns the sign-up of each person, each once. Payments stored before there could be several have no `others`. */
function splitByPerson(signUp: SignUpPayload): SignUpPayload[] {
  const { others = [] } = signUp as Partial<SignUpPayload>
  const everyone = [signUp, ...others.map((other) => ({ ...signUp, ...other }))]
  if (new Set(everyone.map(({ userId }) => userId)).size < everyone.length) throw new Refused('invalid_input')
  return everyone
}

const planEachSeat = async (ctx: Ctx, signUp: SignUpPayload, mode: PaymentMode): Promise<SeatPlan[]> =>
  (await Promise.all(splitByPerson(signUp).map((one) => planSeatsOf(ctx, one, mode)))).flat()

/** Returns the rows of the receipt: the education's own fee where it is charged, and the fee of each seat. */
async function toReceiptRows(ctx: Ctx, all: readonly SeatPlan[]): Promise<PaymentRow[]> {
  const tags = await loadReceiptEducations(ctx.db, [...new Set(all.map(({ seat }) => seat.educationId))])
  return all.flatMap(({ scene: { row, facts }, seat }) => {
    const { title = '', vatRate = 0 } = tags.get(seat.educationId) ?? {}
    const own = (facts.occasion ?? facts.part).feeMinor
    const when = row.occasion && periodText(row.occasion.startsAt, row.occasion.endsAt, ctx.language)
    const name = row.person.id === ctx.actor.id ? null : guardiansFrom(row).notified.name
    const what = when ? `${row.part.title}, ${row.occasion?.city}, ${when}` : row.part.title
    const about = name ? `${what} (${name})` : what
    return [
      { text: title, amountMinor: seat.feeAtSignUpMinor - own, vatRate },
      { text: about, amountMinor: own, vatRate },
    ].filter(({ amountMinor }) => amountMinor > 0)
  })
}

/**
 * Returns the seats that a sign-up takes and the rows of its receipt, for each person, by the rules of signing up.
 * Holds nothing and writes nothing. The seats are on the first of `occasionIds` and on all occasions that its tag ties
 * to it. `mode` says how the fee is paid: by card, or asked of a guardian. Amounts are in öre. Rows without a fee are
 * left out; the text of a row names the person, unless that is the caller.
 *
 * @throws Refused('invalid_input') when a person is named twice, or when several `occasionIds` are not exactly the
 * occasions that would be booked now.
 * @throws Refused('payment_free') when there is nothing to pay.
 * @throws Refused with the codes of `loadSignUp` and `planResult` when a seat is refused.
 */
export async function planSeats(
  ctx: Ctx,
  signUp: SignUpPayload,
  mode: PaymentMode,
): Promise<{ seats: PlannedSeat[]; rows: PaymentRow[] }> {
  const all = await planEachSeat(ctx, signUp, mode)
  const ids = all.flatMap(({ seat }) => seat.occasionId ?? [])
  // The payer has seen another combination of occasions than the one that would be booked.
  if (signUp.occasionIds.length > 1 && !isSameSet(signUp.occasionIds, [...new Set(ids)]))
    throw new Refused('invalid_input')
  const rows = await toReceiptRows(ctx, all)
  if (rows.length === 0) throw new Refused('payment_free')
  return { seats: all.map(({ seat }) => seat), rows }
}
