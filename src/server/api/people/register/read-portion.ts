import type { Ctx } from '#api/context.ts'
import { hashPersonalNumber } from '#api/people/external-login/providers/call-provider.ts'
import { toPortalDay } from '#api/zone.ts'
import { sha256 } from '#platform/digest.ts'
import { listOrganizations } from './lookup-storage.ts'
import type { PeopleRegister, RegisterCursor, RegisterPortion } from './people-register.ts'
import { type CheckedRow, checkRow, isGone, rowOutcomes, sortOf } from './rules.ts'
import type { Run } from './run-storage.ts'
import { insertRows, listDigests, markRead, type NewStagedRow } from './stage-storage.ts'

/** Portal ids of active organisations by register id. */
type OrganizationIds = ReadonlyMap<string, number>

/** Finds the organisations that the rows of a portion name. */
async function findOrganizations(ctx: Ctx<null>, rows: readonly CheckedRow[]): Promise<OrganizationIds> {
  const named = rows.flatMap(({ person }) => person.memberships.map(({ organizationId }) => organizationId))
  const found = await listOrganizations(ctx.db, [...new Set(named)])
  return new Map(found.map(({ externalId, id }) => [externalId, id]))
}

/**
 * Converts a row of the register to the row that waits to be applied, with a hash in place of the personal number. Its
 * digest changes also when the portal gets an organisation of the person, or takes one out of use.
 */
async function toStagedRow(
  ctx: Ctx<null>,
  checked: CheckedRow,
  position: number,
  organizationIds: OrganizationIds,
): Promise<NewStagedRow> {
  if ('reason' in checked) {
    const { externalId, person, reason } = checked
    // A protection waits to be applied even if the rest of the row cannot be.
    const outcome = externalId !== null && person.isProtected ? null : rowOutcomes.refused
    const empty = { sort: 2, digest: '', numberHash: null, isGone: false }
    return { externalId: externalId ?? `row ${position}`, position, person, ...empty, outcome, reason }
  }
  const { externalId, person, personalNumber } = checked
  const secret = ctx.env.PERSONAL_NUMBER_SECRET
  const numberHash = personalNumber && secret ? await hashPersonalNumber(secret, personalNumber) : null
  const clubs = person.memberships.map(({ organizationId }) => organizationIds.get(organizationId) ?? null)
  const digest = await sha256(JSON.stringify([person, numberHash, clubs]))
  return {
    externalId,
    position,
    sort: sortOf(person),
    person,
    digest,
    numberHash,
    isGone: isGone(person),
    outcome: null,
    reason: null,
  }
}

/** The cursor after the last portion. */
const endCursor: RegisterCursor = { isOver: 1 }

/**
 * Returns whether all portions of a read of the register of people are stored. Says nothing about whether they are
 * applied or the run has failed.
 */
export const isReadToEnd = ({ cursor }: Run): boolean => cursor?.['isOver'] === 1

/** Stores those rows of a portion that differ from what the register said last, together with the cursor. */
async function stagePortion(ctx: Ctx<null>, run: Run, { people, next, waitSeconds }: RegisterPortion): Promise<void> {
  const today = toPortalDay(ctx.now)
  const checked = people.map((row) => checkRow(row, today))
  const organizationIds = await findOrganizations(ctx, checked)
  const rows = await Promise.all(
    checked.map((row, at) => toStagedRow(ctx, row, run.readCount + at + 1, organizationIds)),
  )
  const storedDigests = await listDigests(
    ctx.db,
    rows.map(({ externalId }) => externalId),
  )
  const digests = new Map(storedDigests.map(({ externalId, digest }) => [externalId, digest]))
  const differing = rows.filter(({ externalId, digest }) => digests.get(externalId) !== digest)
  await ctx.db.commit([
    ...insertRows(ctx.db, run.id, differing),
    markRead(ctx, run, {
      cursor: next ?? endCursor,
      waitedFrom: waitSeconds ? (run.waitedFrom ?? ctx.now) : null,
      read: rows.length,
      seen: storedDigests.filter(({ isKnown }) => isKnown === 1).length,
      refused: differing.filter(({ outcome }) => outcome !== null).length,
    }),
  ])
}

/**
 * Reads the portion at the cursor of a read of the register of people, and returns it. Stores the rows that differ
 * from the register's last data, to be applied later, with the next cursor and the counts in the same commit. Reading
 * it again stores the same rows. With `waitSeconds` of the portion the register is not ready yet.
 */
export async function readPortion(ctx: Ctx<null>, register: PeopleRegister, run: Run): Promise<RegisterPortion> {
  const portion = await register.readPortion(run.cursor, run.since)
  await stagePortion(ctx, run, portion)
  return portion
}
