import type { Ctx } from '#api/context.ts'
import { endOfMonths } from '#api/days.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { reachOf } from '#api/people/reach/within-reach.ts'
import { Refused } from '#api/refusals.ts'
import { dayIn } from '#api/zone.ts'
import { translator } from '#locales/translate.ts'
import type { OtherRequirementResult } from './contract.ts'
import { findRequirement, findResult, removeResult, upsertResult } from './storage.ts'

interface Registered {
  userId: number
  otherRequirementId: number
  completedDate: string
  validTo?: string | null | undefined
  note?: string | null | undefined
}

async function mustAnswerFor(ctx: Ctx, userId: number): Promise<void> {
  const reach = await reachOf(ctx, userId)
  const mayWrite = ctx.actor.integration?.permissions.includes('IntegrationWrite')
  // Nobody registers for themself what others must vouch for.
  if (!reach || (!mayWrite && !reach.answersFor && !reach.seesAll)) throw new Refused('not_found')
  if (!mayWrite && !reach.answersFor) throw new Refused('not_allowed')
}

function mustBeDates(ctx: Ctx, { completedDate, validTo }: Registered): void {
  const t = translator(ctx.language, 'refusals')
  if (completedDate > dayIn(ctx.now))
    throw new Refused('invalid_input', { fields: { completedDate: t('invalid.completed_in_future') } })
  if (validTo && validTo < completedDate)
    throw new Refused('invalid_input', { fields: { validTo: t('invalid.license.validTo') } })
}

export async function registerResult(ctx: Ctx, given: Registered): Promise<OtherRequirementResult> {
  await mustAnswerFor(ctx, given.userId)
  const requirement = await findRequirement(ctx.db, given.otherRequirementId)
  if (!requirement?.active) throw new Refused('not_found')
  mustBeDates(ctx, given)
  const { userId, otherRequirementId, completedDate, note } = given
  const months = requirement.validityMonths
  const validToOn = given.validTo ?? (months === null ? null : endOfMonths(completedDate, months))
  const registeredByUserId = ctx.actor.integration ? null : ctx.actor.id
  const row = {
    userId,
    otherRequirementId,
    completedOn: completedDate,
    validToOn,
    note: note || null,
    registeredByUserId,
  }
  const [[made]] = await ctx.db.commit([
    upsertResult(ctx.db, { ...row, createdAt: ctx.now }),
    recordAudit(ctx, 'otherRequirement.registered', { type: 'user', id: userId }, row),
    queueJob(ctx, 'licenses.evaluate', { userId }),
  ] as const)
  const result = made && (await findResult(ctx.db, userId, made.id))
  if (!result) throw new Error('the result was not written')
  return result
}

export async function deleteResult(ctx: Ctx, userId: number, resultId: number): Promise<undefined> {
  await mustAnswerFor(ctx, userId)
  const held = await findResult(ctx.db, userId, resultId)
  if (!held) throw new Refused('not_found')
  await ctx.db.commit([
    removeResult(ctx.db, resultId),
    recordAudit(ctx, 'otherRequirement.removed', { type: 'user', id: userId }, { ...held }),
  ])
}
