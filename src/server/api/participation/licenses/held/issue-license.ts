import type { Ctx, Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { requireFullAccess } from '#api/people/reach/within-reach.ts'
import { Refused } from '#api/refusals.ts'
import { ConstraintError, type Statement } from '#platform/database.ts'
import { findValidCycle, type NewCycle, planAutomaticCycles, planCycle } from '../issuing/rules.ts'
import { notifyHolder } from '../notify-holder.ts'
import { findLicenseFacts, type LicenseFactsOfUser } from '../person-storage.ts'
import type { LicenseDefinition } from '../rules.ts'
import type { UserLicense } from './contract.ts'
import { findCycle, findHolder, insertCycle, isLatestCycle, toUserLicense } from './storage.ts'

const nameOf = (facts: LicenseFactsOfUser, licenseId: number) =>
  facts.definitions.find(({ id }) => id === licenseId)?.name ?? ''

interface CycleToWrite {
  cycle: NewCycle
  note: string | null
  /** Id of the issuing user; null when the portal issues it automatically. */
  by: number | null
}

async function cycleStatements(
  ctx: Visitor,
  facts: LicenseFactsOfUser,
  userId: number,
  { cycle, note, by }: CycleToWrite,
): Promise<Statement[]> {
  const holder = await findHolder(ctx.db, userId)
  const { licenseId, cycleNumber, basis, validFromOn, validToOn } = cycle
  const isRenewal = cycle.follows !== null
  const title = nameOf(facts, licenseId)
  const data = { userId, licenseId, cycleNumber, basis, validFromOn, validToOn, note }
  return [
    ...insertCycle(ctx, { userId, cycle, note, issuedByUserId: by }),
    recordAudit(ctx, isRenewal ? 'license.renewed' : 'license.issued', { type: 'user', id: userId }, data),
    ...(holder ? notifyHolder(ctx, isRenewal ? 'licenseRenewed' : 'licenseIssued', holder, { title }) : []),
  ]
}

/**
 * Returns the facts by which a person's licences are decided, and the definition of one licence, active or not, held or
 * not. Records the reading of a minor or a protected identity. `facts` has all licences of the person.
 *
 * @throws Refused('not_found') when the person or the licence does not exist.
 * @throws Refused('not_allowed') unless the caller may see everything about the person.
 */
export async function getLicenseFacts(ctx: Ctx, userId: number, licenseId: number) {
  await requireFullAccess(ctx, userId)
  const facts = await findLicenseFacts(ctx, userId)
  const definition = facts?.definitions.find(({ id }) => id === licenseId)
  if (!facts || !definition) throw new Refused('not_found')
  return { facts, definition }
}

/**
 * Returns a person's latest cycle (period of validity) of a licence, revoked and lapsed ones too, with its stage on the
 * day `today` (`yyyy-MM-dd`). Access is not checked here.
 * @throws Refused('not_found') when there is none.
 */
export async function getLatestCycle(ctx: Ctx, userId: number, licenseId: number, today: string): Promise<UserLicense> {
  const row = await findCycle(ctx.db, isLatestCycle(userId, licenseId))
  if (!row) throw new Refused('not_found')
  return toUserLicense(row, today)
}

/**
 * Commits a new cycle (period of validity) of a person's licence with its audit entry and the holder's notification,
 * and returns the latest one. Requirements are for the caller to check. The commit fails as `changed_meanwhile` when
 * the cycle was issued at the same time. Access is not checked here.
 *
 * @throws Refused('not_found') when the cycle disappeared after the commit.
 */
export async function writeCycle(
  ctx: Ctx,
  facts: LicenseFactsOfUser,
  userId: number,
  input: CycleToWrite,
): Promise<UserLicense> {
  await ctx.db.commit(await cycleStatements(ctx, facts, userId, input))
  return getLatestCycle(ctx, userId, input.cycle.licenseId, facts.dayOn)
}

const mustBeActive = ({ active }: LicenseDefinition) => {
  if (!active) throw new Refused('license_inactive')
}

/**
 * Issues a licence manually, even when requirements are not met; the reason is stored in the cycle's note. Writes an
 * audit entry, notifies the holder, and returns the cycle (period of validity). That the caller may issue licences is
 * checked before. The commit fails as `changed_meanwhile` when a cycle was issued at the same time.
 *
 * @throws Refused('not_found') or Refused('not_allowed') as `getLicenseFacts` does.
 * @throws Refused('license_inactive') when the licence is put away.
 * @throws Refused('license_valid') when the person holds the licence already.
 */
export async function issueManually(
  ctx: Ctx,
  userId: number,
  { licenseId, reason }: { licenseId: number; reason: string },
) {
  const { facts, definition } = await getLicenseFacts(ctx, userId, licenseId)
  mustBeActive(definition)
  if (findValidCycle(facts, licenseId)) throw new Refused('license_valid')
  const cycle = planCycle(facts, definition, 'manual')
  return writeCycle(ctx, facts, userId, { cycle, note: reason, by: ctx.actor.id })
}

/**
 * Issues all licences that a person has earned by now, and renews those that are renewed automatically. Each has a
 * commit of its own with audit entry and notification.
 *
 * Idempotent: a cycle (period of validity) that a concurrent call has written is skipped. Returns the number of cycles
 * that were due, those skipped included; 0 for an unknown person.
 */
export async function issueEarnedLicenses(ctx: Visitor, userId: number): Promise<number> {
  const facts = await findLicenseFacts(ctx, userId)
  const cycles = facts ? planAutomaticCycles(facts) : []
  for (const cycle of cycles) {
    try {
      await ctx.db.commit(
        await cycleStatements(ctx, facts as LicenseFactsOfUser, userId, { cycle, note: null, by: null }),
      )
    } catch (error) {
      if (!(error instanceof ConstraintError)) throw error
    }
  }
  return cycles.length
}
