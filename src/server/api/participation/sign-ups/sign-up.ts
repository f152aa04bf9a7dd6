import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { toReadiness } from '#api/participation/readiness/show-readiness.ts'
import type { ResultWrite } from '#api/participation/results/commit-writes.ts'
import type { Notification } from '#api/participation/results/group-notifications.ts'
import { releaseRequestedSeats } from '#api/participation/results/seats-being-paid.ts'
import { insertResult } from '#api/participation/results/write-storage.ts'
import type { WrittenResult } from '#api/participation/sign-ups/contract.ts'
import {
  calculateEducationFee,
  calculateSignUpFee,
  needsApproval,
  refuseSignUp,
  type SignUpChoices,
  type SignUpFacts,
  type SignUpRefusal,
} from '#api/participation/sign-ups/rules.ts'
import { requiresGuardian } from '#api/people/guardians/rules.ts'
import { Refused } from '#api/refusals.ts'
import { createConfirmation, type SeatDetails } from './confirmations.ts'
import {
  guardiansFrom,
  loadSignUp,
  maxQuestionId,
  type SignUpContext,
  type SignUpGroup,
  singleSignUp,
} from './load-sign-up.ts'
import { requestFrom } from './reserved-seats.ts'
import type { SignUpRow, SignUpTarget } from './storage.ts'

/**
 * Returns the answers, invoice recipient and guardian of a sign-up: those written, or else the defaults. The only
 * eligible guardian is the default, and for organisers the person's main or only club. Whether they are allowed is not
 * checked. Without a need for a guardian there is none.
 */
export function toChoices(written: WrittenResult, facts: SignUpFacts): SignUpChoices {
  const { education, person, dayOn, guardianIds, invoiceRecipientIds, mainRecipientId } = facts
  const onlyClub = invoiceRecipientIds.length === 1 ? (invoiceRecipientIds[0] ?? null) : null
  const club = facts.isByOrganizer ? (mainRecipientId ?? onlyClub) : null
  const guarded = requiresGuardian(education.guardianRequiredUnderAge, person.birthOn, dayOn)
  const only = guarded && guardianIds.length === 1 ? (guardianIds[0] ?? null) : null
  return {
    customAnswers: written.customAnswers ?? [],
    invoiceRecipientId: written.invoiceRecipientId ?? club,
    guardianUserId: guarded ? (written.guardianUserId ?? only) : null,
  }
}

const targetOf = (written: WrittenResult, organizationId: number | undefined): SignUpTarget => ({
  userId: written.userId,
  organizationId,
  educationPartId: written.referenceId ?? null,
  occasionId: written.occasionId ?? null,
  educationId: written.educationId ?? null,
})

const hasReadinessDetails = (refusal: SignUpRefusal) =>
  refusal === 'prerequisites_missing' || refusal === 'too_young' || refusal === 'too_old'

function resultOf(ctx: Ctx, { row, facts }: SignUpContext, choices: SignUpChoices) {
  const { id: actorId } = ctx.actor
  const fee = calculateSignUpFee(facts)
  return {
    userId: row.person.id,
    educationPartId: row.part.id,
    educationId: row.education.id,
    occasionId: row.occasion?.id ?? null,
    completed: false,
    signedUpAt: needsApproval(facts) ? null : ctx.now,
    customAnswers: choices.customAnswers,
    feeAtSignUpMinor: fee,
    educationFeeMinor: calculateEducationFee(facts),
    invoiceRecipientId: fee > 0 ? choices.invoiceRecipientId : null,
    guardianUserId: choices.guardianUserId,
    registeredByUserId: row.person.id === actorId ? null : actorId,
    approvedByUserId: facts.isByOrganizer ? actorId : null,
  }
}

/** Returns the seat of a sign-up; null for a part without an occasion or exam. */
function findSeatOf({ exam, occasion, education, part }: SignUpRow): SeatDetails | null {
  const event = exam ?? occasion
  if (!event) return null
  const { id, startsAt, endsAt, city, venue } = event
  const place = { kind: exam ? ('exam' as const) : ('occasion' as const), id }
  return { place, startsAt, endsAt, city, venue, title: event.title ?? part.title, educationId: education.id }
}

/**
 * Returns the notifications that confirm a new sign-up to the person and a child's guardians. Writes nothing. None for
 * a pending sign-up, a part without an occasion or exam, or one that has ended.
 */
export function createSignUpConfirmation(ctx: Ctx, row: SignUpRow, isPending: boolean): Notification[] {
  const seat = findSeatOf(row)
  const { id: userId, firstName, email, language } = row.person
  const holder = { recipient: { userId, firstName, email, language }, child: guardiansFrom(row).notified }
  return seat && !isPending ? createConfirmation(ctx, holder, seat) : []
}

/** Selects this sign-up's answers from those of the group, and restores the question ids. */
const ownAnswers = ({ customAnswers }: SignUpChoices, { partIds, questionIdOffset: from }: SignUpGroup) =>
  partIds.length === 0
    ? customAnswers
    : customAnswers.flatMap(({ questionId, answer }) => {
        if (questionId > from && questionId <= from + maxQuestionId) return [{ questionId: questionId - from, answer }]
        return []
      })

/**
 * Checks the rules of a sign-up, and returns its row to insert, with fee, recipient and approval. Paid by card or asked
 * of a guardian, it needs no other choice about the fee. With a `group` of parts only the answers to its own questions
 * stay. Writes nothing.
 *
 * @throws Refused with the code of `refuseSignUp`; missing prerequisites and age with the readiness as details.
 */
export function planResult(
  ctx: Ctx,
  context: SignUpContext,
  written: WrittenResult,
  group = singleSignUp,
  payment: Pick<SignUpChoices, 'isPaidByCard' | 'isAskedOfGuardian'> = {},
) {
  const choices: SignUpChoices = { ...toChoices(written, context.facts), ...payment }
  const refusal = refuseSignUp(context.facts, choices)
  if (refusal)
    throw new Refused(refusal, hasReadinessDetails(refusal) ? { details: toReadiness(context.standing) } : {})
  return { ...resultOf(ctx, context, choices), customAnswers: ownAnswers(choices, group) }
}

/** Returns the statements that end the person's request to its guardians to pay for this seat; none without one. */
const releaseRequest = (ctx: Ctx, row: SignUpRow) =>
  requestFrom(row)
    ? releaseRequestedSeats.get()(ctx, { userId: row.person.id, educationId: row.education.id })
    : { before: [], after: [] }

/**
 * Returns the write of one sign-up to a part, occasion or exam, with an audit entry and confirmations, after checking
 * the rules. It also ends the person's request to guardians to pay for it. Commits nothing. For a part without
 * occasions an open result gives an empty write, so that a player can repeat a request whose reply it lost. With an
 * organisation it is that which signs its member up; see `SignUpTarget`.
 *
 * @throws Refused('not_allowed') when the sign-up contains attendance or completion.
 * @throws Refused with the codes of `loadSignUp` and `planResult`.
 */
export async function signUp(
  ctx: Ctx,
  written: WrittenResult,
  group = singleSignUp,
  organizationId?: number,
): Promise<ResultWrite> {
  if (written.completed || written.attended) throw new Refused('not_allowed')
  const context = await loadSignUp(ctx, targetOf(written, organizationId), group)
  const { row } = context
  if (!row.occasion && row.openResultId !== null)
    return { resultId: row.openResultId, result: null, relatedStatements: [] }
  const result = planResult(ctx, context, written, group)
  const { userId, educationPartId, occasionId } = result
  const isPending = result.signedUpAt === null
  const audit = { userId, educationPartId, occasionId, pending: isPending }
  const { before, after } = releaseRequest(ctx, row)
  return {
    resultId: null,
    statementsBefore: before,
    result: insertResult(ctx, result),
    relatedStatements: [
      ...after,
      recordAudit(ctx, 'result.signedUp', { type: 'education', id: row.education.id }, audit),
    ],
    notifications: createSignUpConfirmation(ctx, row, isPending),
  }
}
