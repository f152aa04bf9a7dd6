import type { Ctx, Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { mustSeeAll } from '#api/people/reach/within-reach.ts'
import { Refused } from '#api/refusals.ts'
import { Constraint, type Statement } from '#platform/database.ts'
import { announceLicense } from '../announce-license.ts'
import { cycleToIssue, type NewCycle, toIssue, validCycle } from '../issuing/rules.ts'
import { findKnown, type Learned } from '../person-storage.ts'
import type { Definition } from '../rules.ts'
import type { UserLicense } from './contract.ts'
import { findCycle, findHolder, insertCycle, isLatestOf, userLicenseFrom } from './storage.ts'

const nameOf = (facts: Learned, licenseId: number) => facts.definitions.find(({ id }) => id === licenseId)?.name ?? ''

interface CycleToWrite {
  cycle: NewCycle
  note: string | null
  /** Id of the issuing user; null when the portal issues it automatically. */
  by: number | null
}

async function cycleStatements(
  ctx: Visitor,
  facts: Learned,
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
    ...(holder ? announceLicense(ctx, isRenewal ? 'licenseRenewed' : 'licenseIssued', holder, { title }) : []),
  ]
}

/**
 * Returns the facts about a person's licences, and the definition of one of them.
 *
 * @throws Refused('not_found') when the person or the licence does not exist.
 */
export async function getKnown(ctx: Ctx, userId: number, licenseId: number) {
  await mustSeeAll(ctx, userId)
  const facts = await findKnown(ctx, userId)
  const definition = facts?.definitions.find(({ id }) => id === licenseId)
  if (!facts || !definition) throw new Refused('not_found')
  return { facts, definition }
}

/**
 * Returns the person's latest cycle of a licence.
 * @throws Refused('not_found') when there is none.
 */
export async function getLatestCycle(ctx: Ctx, userId: number, licenseId: number, today: string): Promise<UserLicense> {
  const row = await findCycle(ctx.db, isLatestOf(userId, licenseId))
  if (!row) throw new Refused('not_found')
  return userLicenseFrom(row, today)
}

/** Commits a cycle with its audit entry and notification, and returns it. */
export async function writeCycle(ctx: Ctx, facts: Learned, userId: number, input: CycleToWrite): Promise<UserLicense> {
  await ctx.db.commit(await cycleStatements(ctx, facts, userId, input))
  return getLatestCycle(ctx, userId, input.cycle.licenseId, facts.dayOn)
}

const mustBeActive = ({ active }: Definition) => {
  if (!active) throw new Refused('license_inactive')
}

/**
 * Issues a licence manually, even when requirements are not met; the reason is stored in the cycle's note.
 *
 * @throws Refused('license_valid') when the person holds the licence already.
 */
export async function issueByHand(
  ctx: Ctx,
  userId: number,
  { licenseId, reason }: { licenseId: number; reason: string },
) {
  const { facts, definition } = await getKnown(ctx, userId, licenseId)
  mustBeActive(definition)
  if (validCycle(facts, licenseId)) throw new Refused('license_valid')
  const cycle = cycleToIssue(facts, definition, 'manual')
  return writeCycle(ctx, facts, userId, { cycle, note: reason, by: ctx.actor.id })
}

/**
 * Issues all licences that a person has earned, and renews those that are renewed automatically. Idempotent: a
 * concurrent call is refused by the unique cycle number. Returns the number of cycles.
 */
export async function issueEarned(ctx: Visitor, userId: number): Promise<number> {
  const facts = await findKnown(ctx, userId)
  const cycles = facts ? toIssue(facts) : []
  for (const cycle of cycles) {
    try {
      await ctx.db.commit(await cycleStatements(ctx, facts as Learned, userId, { cycle, note: null, by: null }))
    } catch (error) {
      if (!(error instanceof Constraint)) throw error
    }
  }
  return cycles.length
}
