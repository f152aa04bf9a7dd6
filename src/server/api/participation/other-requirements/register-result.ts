import type { Ctx } from '#api/context.ts'
import { lastDayOfPeriod } from '#api/days.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { loadReach } from '#api/people/reach/within-reach.ts'
import { Refused } from '#api/refusals.ts'
import { toPortalDay } from '#api/zone.ts'
import { translator } from '#locales/translate.ts'
import type { OtherRequirementResult } from './contract.ts'
import { findRequirement, findResult, removeResult, upsertResult } from './storage.ts'

interface Registration {
  userId: number
  otherRequirementId: number
  completedDate: string
  validTo?: string | null | undefined
  note?: string | null | undefined
}

async function mustAnswerFor(ctx: Ctx, userId: number): Promise<void> {
  const reach = await loadReach(ctx, userId)
  if (!reach) throw new Refused('not_found')
  if (reach.accountWrites) return
  // People do not register their own results, even if they see all of their own data.
  if (!reach.answersFor && !reach.seesAll) throw new Refused('not_found')
  if (!reach.answersFor) throw new Refused('not_allowed')
}

function mustHaveValidDates(ctx: Ctx, { completedDate, validTo }: Registration): void {
  const t = translator(ctx.language, 'refusals')
  if (completedDate > toPortalDay(ctx.now))
    throw new Refused('invalid_input', { fields: { completedDate: t('invalid.completed_in_future') } })
  if (validTo && validTo < completedDate)
    throw new Refused('invalid_input', { fields: { validTo: t('invalid.license.validTo') } })
}

/**
 * Registers that a person meets a requirement for licences outside the portal, with an audit entry, and queues the
 * evaluation of the person's licences. Returns the result. Both dates are Swedish days (`yyyy-MM-dd`); without
 * `validTo` the validity of the requirement decides the end. The same person, requirement and day update the earlier
 * result.
 *
 * @throws Refused('not_allowed') when the caller sees the person but does not answer for them; nobody answers for
 * themselves.
 * @throws Refused('not_found') when the caller sees no such person, or the requirement is not active.
 * @throws Refused('invalid_input') when the day is in the future or the end is before it.
 */
export async function registerRequirementResult(ctx: Ctx, input: Registration): Promise<OtherRequirementResult> {
  await mustAnswerFor(ctx, input.userId)
  const requirement = await findRequirement(ctx.db, input.otherRequirementId)
  if (!requirement?.active) throw new Refused('not_found')
  mustHaveValidDates(ctx, input)
  const { userId, otherRequirementId, completedDate, note } = input
  const months = requirement.validityMonths
  const validToOn = input.validTo ?? (months === null ? null : lastDayOfPeriod(completedDate, months))
  const registeredByUserId = ctx.actor.integration ? null : ctx.actor.id
  const row = {
    userId,
    otherRequirementId,
    completedOn: completedDate,
    validToOn,
    note: note || null,
    registeredByUserId,
  }
  const [[inserted]] = await ctx.db.commit([
    upsertResult(ctx.db, { ...row, createdAt: ctx.now }),
    recordAudit(ctx, 'otherRequirement.registered', { type: 'user', id: userId }, row),
    queueJob(ctx, 'licenses.evaluate', { userId }),
  ] as const)
  const result = inserted && (await findResult(ctx.db, userId, inserted.id))
  if (!result) throw new Error('the result was not written')
  return result
}

/**
 * Deletes the result by which a person meets a requirement outside the portal, with an audit entry. Licences that it
 * led to stay.
 *
 * @throws Refused('not_allowed') when the caller sees the person but does not answer for them.
 * @throws Refused('not_found') when the caller sees no such person, or the result is not the person's.
 */
export async function deleteRequirementResult(ctx: Ctx, userId: number, resultId: number): Promise<undefined> {
  await mustAnswerFor(ctx, userId)
  const result = await findResult(ctx.db, userId, resultId)
  if (!result) throw new Refused('not_found')
  await ctx.db.commit([
    removeResult(ctx.db, resultId),
    recordAudit(ctx, 'otherRequirement.removed', { type: 'user', id: userId }, { ...result }),
  ])
}
