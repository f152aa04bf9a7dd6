import { isSuperadministrator } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { toReadiness } from '#api/participation/readiness/show-readiness.ts'
import { Refused } from '#api/refusals.ts'
import { calculateStage } from '../cycles/rules.ts'
import { canRenew, evaluateNextCycle, findLatestCycle, planCycle } from '../issuing/rules.ts'
import { notifyHolder } from '../notify-holder.ts'
import { isOpenForRenewal } from '../renewal/rules.ts'
import { mustActOnBehalfOf } from '../reported/storage.ts'
import type { UserLicense } from './contract.ts'
import { getLatestCycle, getLicenseFacts, writeCycle } from './issue-license.ts'
import { findHolder, revokeCycles } from './storage.ts'

interface LicenseOfUser {
  userId: number
  licenseId: number
}

interface Renewal {
  /** Null without a waiver. */
  reason: string | null
  /** The latest cycle that the caller saw; undefined when any is to be followed. */
  cycleId?: number | undefined
}

/**
 * Renews a licence for its holder, with an audit entry, notifies the holder and returns the next cycle (period of
 * validity). A superadministrator who gives a reason waives unmet requirements and the time of renewal, and need not
 * act for the person; the latest cycle must have an end and be neither revoked, lapsed nor followed. The reason is the
 * cycle's note. The commit fails as `changed_meanwhile` when it was renewed at the same time.
 *
 * @throws Refused('changed_meanwhile') when another cycle than `cycleId` is the latest.
 * @throws Refused('not_found') when the person or the licence does not exist, or the person has never held it.
 * @throws Refused('not_allowed') unless the caller may see everything about the person and, without a waiver, act for
 * them.
 * @throws Refused('license_inactive') when the licence is put away.
 * @throws Refused('license_not_open') when it cannot be renewed today.
 * @throws Refused('requirements_missing') with the readiness as details, when requirements are unmet.
 */
export async function renewLicense(
  ctx: Ctx,
  { userId, licenseId }: LicenseOfUser,
  { reason, cycleId }: Renewal,
): Promise<UserLicense> {
  const { facts, definition } = await getLicenseFacts(ctx, userId, licenseId)
  const waives = reason !== null && isSuperadministrator(ctx.actor)
  if (!waives) await mustActOnBehalfOf(ctx, userId)
  const cycle = findLatestCycle(facts, licenseId)
  if (!cycle) throw new Refused('not_found')
  if (cycleId !== undefined && cycleId !== cycle.id) throw new Refused('changed_meanwhile')
  if (!definition.active) throw new Refused('license_inactive')
  if (waives ? !canBeFollowed(facts.dayOn, cycle) : !isOpenForRenewal(definition.rule, cycle, facts.dayOn))
    throw new Refused('license_not_open')
  if (!waives && !canRenew(facts, definition))
    throw new Refused('requirements_missing', { details: toReadiness(evaluateNextCycle(facts, definition)) })
  const next = planCycle(facts, definition, waives ? 'waived' : 'renewed')
  return writeCycle(ctx, facts, userId, { cycle: next, note: reason, by: ctx.actor.id })
}

const canBeFollowed = (today: string, cycle: Parameters<typeof calculateStage>[0] & { validToOn: string | null }) =>
  cycle.validToOn !== null &&
  cycle.succeededOn === null &&
  ['active', 'grace', 'late', 'dormant'].includes(calculateStage(cycle, today))

/**
 * Revokes a person's licence from today, also a next cycle (period of validity) that is issued. Writes an audit entry,
 * notifies the holder of the reason, and returns the latest cycle. That the caller may revoke is checked before.
 *
 * @throws Refused('not_found') when the person or the licence does not exist, or the person has never held it.
 * @throws Refused('not_allowed') unless the caller may see everything about the person.
 * @throws Refused('license_revoked') when it is revoked already.
 * @throws Refused('license_ended') when it has lapsed.
 */
export async function revokeLicense(
  ctx: Ctx,
  { userId, licenseId }: LicenseOfUser,
  reason: string,
): Promise<UserLicense> {
  const { facts, definition } = await getLicenseFacts(ctx, userId, licenseId)
  const before = await getLatestCycle(ctx, userId, licenseId, facts.dayOn)
  if (before.stage === 'revoked') throw new Refused('license_revoked')
  if (before.stage === 'lapsed') throw new Refused('license_ended')
  const holder = await findHolder(ctx.db, userId)
  const about = { title: definition.name, values: { reason } }
  await ctx.db.commit([
    revokeCycles(ctx, { userId, licenseId, on: facts.dayOn, by: ctx.actor.id, reason }),
    recordAudit(
      ctx,
      'license.revoked',
      { type: 'user', id: userId },
      {
        licenseId,
        reason,
        before: { stage: before.stage },
        after: { stage: 'revoked' },
      },
    ),
    ...(holder ? notifyHolder(ctx, 'licenseRevoked', holder, about) : []),
  ])
  return getLatestCycle(ctx, userId, licenseId, facts.dayOn)
}
