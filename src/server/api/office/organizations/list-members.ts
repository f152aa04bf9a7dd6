import type { Ctx } from '#api/context.ts'
import { listMissing } from '#api/participation/licenses/season/list-missing.ts'
import { type LicenseStanding, listReasons, worstState } from '#api/participation/licenses/season/rules.ts'
import { loadSeason, type Season } from '#api/participation/licenses/season/storage.ts'
import { isListedMember, requireOrganization } from './access-storage.ts'
import type { HeldByMember, SeasonMember } from './contract.ts'
import { type MemberRow, selectMembers } from './members-storage.ts'
import { recordShown } from './record-shown.ts'
import { compareHeld, countStates, matchesName, nameOf, pageOf } from './rules.ts'

interface PageQuery {
  page: number
  pageSize: number
  state?: SeasonMember['state'] | undefined
}

type MemberQuery = PageQuery & { text: string; licenseId?: number | undefined }

/** Loads the members that the caller may list and their licences, in one round trip. */
async function loadMembers({ db, actor, now }: Ctx, id: number, licenseId: number | null) {
  const [{ hasLicenses }, members, season] = await Promise.all([
    requireOrganization(db, actor, id),
    selectMembers(db, actor, id),
    loadSeason({ db, now }, isListedMember(actor, id), licenseId),
  ])
  const rows = members.map((member) => {
    const standings = season.standings.get(member.id) ?? []
    return { member, standings, state: worstState(standings) }
  })
  return { hasLicenses, season, rows }
}

type AssessedMember = Awaited<ReturnType<typeof loadMembers>>['rows'][number]

const licenseNames = ({ licenses }: Season) => new Map(licenses.map(({ id, name }) => [id, name]))

/** Adds the licence's name and the unmet requirements of what is not simply valid. */
async function describeMembers(ctx: Ctx, season: Season, rows: readonly AssessedMember[]): Promise<SeasonMember[]> {
  const names = licenseNames(season)
  const shown = rows.map((row) => ({ ...row, reasons: listReasons(row.standings) }))
  const pairs = shown.flatMap(({ member, state, reasons }) =>
    state === 'ready'
      ? []
      : reasons.flatMap(({ licenseId }) => (licenseId === null ? [] : [{ userId: member.id, licenseId }])),
  )
  const missing = await listMissing(ctx, pairs)
  const missingFor = (userId: number, { licenseId }: LicenseStanding) =>
    missing[pairs.findIndex((one) => one.userId === userId && one.licenseId === licenseId)] ?? []
  return shown.map(({ member, state, reasons }) => ({
    userId: member.id,
    name: nameOf(member),
    birthDate: member.birthOn,
    state,
    standings: reasons.map((one) => ({
      ...one,
      licenseName: one.licenseId === null ? null : (names.get(one.licenseId) ?? null),
      missing: missingFor(member.id, one),
    })),
  }))
}

const withoutSeason = ({ member }: AssessedMember): SeasonMember => ({
  userId: member.id,
  name: nameOf(member),
  birthDate: member.birthOn,
  state: null,
  standings: [],
})

/**
 * Lists a page of an organisation's members whom the caller administers, by name, with the state of their licences and
 * its reasons. Records the reads of those on the page, as `recordShown` does.
 *
 * The counts are of all who match the text, in any state. While the feature of licences is off, all have no state. At
 * most two round trips besides the records. `licenseId` limits the state to one licence; `page` counts from 1.
 *
 * @throws Refused with the codes of `requireOrganization`.
 */
export async function listMembers(ctx: Ctx, id: number, query: MemberQuery) {
  const { page, pageSize, text, state, licenseId = null } = query
  const { hasLicenses, season, rows } = await loadMembers(ctx, id, licenseId)
  const named = rows.filter(({ member }) => matchesName(nameOf(member), text))
  const found = state && hasLicenses ? named.filter((row) => row.state === state) : named
  const shown = pageOf(found, query)
  const items = hasLicenses ? await describeMembers(ctx, season, shown) : shown.map(withoutSeason)
  await recordShown(
    ctx,
    shown.map(({ member }) => member),
  )
  const licenses = season.licenses.filter(({ active }) => active && hasLicenses)
  return {
    items,
    total: found.length,
    page,
    pageSize,
    counts: countStates(hasLicenses ? named : []),
    licenses: licenses.map((one) => ({ id: one.id, name: one.name })),
  }
}

/**
 * Lists a page of the licences that members of an organisation hold or have as a goal, of members whom the caller
 * administers. The worst state is first, then the earliest day, those without one last, then by name. A goal that was
 * never held is `lacking`, with the reason `missing`. Licences that have lapsed or were revoked are left out beside
 * others unless they are goals; members with neither a licence nor a goal are left out. Records the reads of those on
 * the page, as `recordShown` does. `page` counts from 1, and `counts` is of all states.
 *
 * @throws Refused with the codes of `requireOrganization`.
 */
export async function listLicensesOfMembers(ctx: Ctx, id: number, query: PageQuery) {
  const { season, rows } = await loadMembers(ctx, id, null)
  const names = licenseNames(season)
  const licenses = rows.flatMap(({ member, standings }) =>
    standings.flatMap((one): (HeldByMember & { member: MemberRow })[] =>
      one.licenseId === null
        ? []
        : [
            {
              ...one,
              member,
              userId: member.id,
              userName: nameOf(member),
              licenseName: names.get(one.licenseId) ?? null,
              state: worstState([one]),
            },
          ],
    ),
  )
  const found = licenses.filter((one) => !query.state || one.state === query.state).sort(compareHeld)
  const shown = pageOf(found, query)
  await recordShown(
    ctx,
    shown.map(({ member }) => member),
  )
  const items = shown.map(({ member: _, ...one }): HeldByMember => one)
  return { items, total: found.length, page: query.page, pageSize: query.pageSize, counts: countStates(licenses) }
}
