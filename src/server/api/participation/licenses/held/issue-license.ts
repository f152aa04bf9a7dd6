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

const nameOf = (known: Learned, licenseId: number) => known.definitions.find(({ id }) => id === licenseId)?.name ?? ''

interface Given {
  cycle: NewCycle
  note: string | null
  /** Empty: by itself. */
  by: number | null
}

async function writesOf(
  ctx: Visitor,
  known: Learned,
  userId: number,
  { cycle, note, by }: Given,
): Promise<Statement[]> {
  const holder = await findHolder(ctx.db, userId)
  const { licenseId, cycleNumber, basis, validFromOn, validToOn } = cycle
  const isRenewal = cycle.follows !== null
  const title = nameOf(known, licenseId)
  const data = { userId, licenseId, cycleNumber, basis, validFromOn, validToOn, note }
  return [
    ...insertCycle(ctx, { userId, cycle, note, issuedByUserId: by }),
    recordAudit(ctx, isRenewal ? 'license.renewed' : 'license.issued', { type: 'user', id: userId }, data),
    ...(holder ? announceLicense(ctx, isRenewal ? 'licenseRenewed' : 'licenseIssued', holder, { title }) : []),
  ]
}

/** What a person's licences were judged by; refuses an unknown person or licence, and whoever may not see the person. */
export async function getKnown(ctx: Ctx, userId: number, licenseId: number) {
  await mustSeeAll(ctx, userId)
  const known = await findKnown(ctx, userId)
  const definition = known?.definitions.find(({ id }) => id === licenseId)
  if (!known || !definition) throw new Refused('not_found')
  return { known, definition }
}

export async function getLatestCycle(ctx: Ctx, userId: number, licenseId: number, today: string): Promise<UserLicense> {
  const row = await findCycle(ctx.db, isLatestOf(userId, licenseId))
  if (!row) throw new Refused('not_found')
  return userLicenseFrom(row, today)
}

export async function writeCycle(ctx: Ctx, known: Learned, userId: number, given: Given): Promise<UserLicense> {
  await ctx.db.commit(await writesOf(ctx, known, userId, given))
  return getLatestCycle(ctx, userId, given.cycle.licenseId, known.dayOn)
}

const mustBeActive = ({ active }: Definition) => {
  if (!active) throw new Refused('license_inactive')
}

/** By hand, whatever is lacking: the reason stands on the cycle. */
export async function issueByHand(
  ctx: Ctx,
  userId: number,
  { licenseId, reason }: { licenseId: number; reason: string },
) {
  const { known, definition } = await getKnown(ctx, userId, licenseId)
  mustBeActive(definition)
  if (validCycle(known, licenseId)) throw new Refused('license_valid')
  const cycle = cycleToIssue(known, definition, 'manual')
  return writeCycle(ctx, known, userId, { cycle, note: reason, by: ctx.actor.id })
}

/**
 * Issues everything that a person has earned and renews what renews itself. Two at once, or once more: the second finds
 * it done, or is refused by the cycle's number.
 */
export async function issueEarned(ctx: Visitor, userId: number): Promise<number> {
  const known = await findKnown(ctx, userId)
  const cycles = known ? toIssue(known) : []
  for (const cycle of cycles) {
    try {
      await ctx.db.commit(await writesOf(ctx, known as Learned, userId, { cycle, note: null, by: null }))
    } catch (error) {
      if (!(error instanceof Constraint)) throw error
    }
  }
  return cycles.length
}
