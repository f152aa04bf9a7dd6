import { type SQL, sql } from 'drizzle-orm'
import { categoriesOfEducations, educationsView } from '#api/catalogue/educations/views.ts'
import type { Ctx } from '#api/context.ts'
import type { Figures, ParticipationScope } from '#api/office/participations/participations.ts'
import { createDayConverter, findDistrict, toPeriod } from '#api/office/participations/rules.ts'
import { loadDirectory, loadOrganizations } from '#api/office/participations/storage.ts'
import { recordReadsById } from '#api/people/reach/reads/record-reads.ts'
import { Refused } from '#api/refusals.ts'
import { endOfDay, startOfDay } from '#api/zone.ts'
import type {
  OverviewCategory,
  OverviewDevelopment,
  OverviewEducation,
  OverviewHours,
  OverviewQuery,
  OverviewSlice,
  ParticipationQuery,
} from './contract.ts'
import { listParticipations } from './participations-storage.ts'
import { listMonths, narrowToDistrict } from './rules.ts'
import {
  countClubParticipants,
  findEducation,
  listClubFigures,
  listCountsByTime,
  listEducationFigures,
  listEducationsByCategory,
  listPartFigures,
} from './storage.ts'

const noFigures: Figures = { people: 0, signedUp: 0, inProgress: 0, completed: 0, external: 0 }

const jsonList = (ids: readonly number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

type Categories = Pick<OverviewQuery, 'educationCategoryIds' | 'withoutCategory'>

function inCategories({ educationCategoryIds: ids, withoutCategory }: Categories): SQL | null {
  const chosen = [
    ...(ids.length > 0
      ? [sql`select education_id from ${categoriesOfEducations} where education_category_id in ${jsonList(ids)}`]
      : []),
    ...(withoutCategory
      ? [sql`select id from ${educationsView} except select education_id from ${categoriesOfEducations}`]
      : []),
  ]
  return chosen.length > 0 ? sql.join(chosen, sql` union all `) : null
}

/**
 * Converts the days of a query, `yyyy-MM-dd` in the portal's zone, to the period with its first and last moment and its
 * days. The last day is included: today by default. The first is a year before it by default.
 */
export const parsePeriod = ({ from, to }: Pick<OverviewSlice, 'from' | 'to'>, now: Date) =>
  toPeriod({ startDate: from, endDate: to }, now)

/**
 * Converts a query of the overview to the scope of the participations that it counts: period, organisations, external
 * people. `educationIds` is an SQL query of ids, null for all educations. No restriction by caller: the overview is for
 * superadministrators.
 */
export function parseScope(
  ctx: Ctx,
  query: OverviewSlice,
  educationIds: ParticipationScope['educationIds'] = null,
): ParticipationScope {
  const { from, until } = parsePeriod(query, ctx.now)
  const { externalOnly, withoutDistrict, organizationIds } = query
  return { actor: null, from, until, educationIds, externalOnly, organizationIds, withoutDistrict }
}

/** SQL query that returns a single education's id, as the scope of participations takes it. The id is not checked. */
export const selectEducationId = (educationId: number) => sql`select ${educationId}`

/**
 * SQL query of the ids of the educations that a query of the overview is about: its one education, or else those in its
 * categories or without one. Null for all educations.
 */
export const selectEducations = ({
  educationId,
  ...categories
}: Categories & { educationId?: number | undefined }): SQL | null =>
  educationId ? selectEducationId(educationId) : inCategories(categories)

/**
 * Lists the categories of the query, or all, in their order, with their educations by title, unpublished ones too.
 * Each education has the figures of its participations, zeros without any. An education of two categories is in both;
 * those without any are last. The period of the query is by default the year that ends today. Checks no access.
 */
export async function showOverview(ctx: Ctx, query: OverviewQuery): Promise<OverviewCategory[]> {
  const slice = parseScope(ctx, query, inCategories(query))
  const [educations, educationFigures] = await Promise.all([
    listEducationsByCategory(ctx.db, query),
    listEducationFigures(ctx.db, slice),
  ])
  const byEducation = new Map(educationFigures.map(({ educationId, people: _, ...figures }) => [educationId, figures]))
  const { people: _, ...noEducationFigures } = noFigures
  const categories = new Map<number, OverviewCategory>()
  for (const { categoryId, categoryName, educationId, title } of educations) {
    const category = categories.get(categoryId) ?? {
      educationCategoryId: categoryId,
      name: categoryName ?? '',
      educations: [],
    }
    categories.set(categoryId, category)
    category.educations.push({ educationId, title, ...(byEducation.get(educationId) ?? noEducationFigures) })
  }
  return [...categories.values()]
}

const addFigures = (one: Figures, other: Figures): Figures => ({
  people: one.people + other.people,
  signedUp: one.signedUp + other.signedUp,
  inProgress: one.inProgress + other.inProgress,
  completed: one.completed + other.completed,
  external: one.external + other.external,
})

/**
 * Lists the figures of the scope by the district of people's clubs: most sign-ups first, people without a district
 * last, with the id null. `organizationIds` are those that the overview of that district filters by. Districts without
 * participations are left out.
 */
export async function listDistricts(ctx: Ctx, slice: ParticipationScope): Promise<OverviewDevelopment['districts']> {
  const [clubs, organizations] = await Promise.all([listClubFigures(ctx.db, slice), loadOrganizations(ctx.db)])
  const sums = new Map<number | null, Figures>()
  for (const { clubId, ...figures } of clubs) {
    const district = findDistrict(organizations, clubId)
    sums.set(district, addFigures(sums.get(district) ?? noFigures, figures))
  }
  return [...sums]
    .map(([organizationId, { people: _, ...figures }]) => ({
      organizationId,
      name: organizationId === null ? null : (organizations.get(organizationId)?.name ?? null),
      organizationIds: narrowToDistrict(organizations, slice.organizationIds, organizationId),
      ...figures,
    }))
    .sort((a, b) => Number(a.name === null) - Number(b.name === null) || b.signedUp - a.signedUp)
}

/**
 * Returns the sign-ups and completions of each month of the period, chronologically, and the figures of each district
 * as `listDistricts` does. With `educationId` only those of that education, whatever the categories. Months without any
 * are zero. The period is by default the year that ends today. Checks no access.
 */
export async function showDevelopment(ctx: Ctx, query: OverviewQuery & { educationId?: number | undefined }) {
  const slice = parseScope(ctx, query, selectEducations(query))
  const { fromOn, untilOn } = parsePeriod(query, ctx.now)
  const [moments, districts] = await Promise.all([listCountsByTime(ctx.db, slice), listDistricts(ctx, slice)])
  const toDay = createDayConverter()
  const months = new Map(listMonths(fromOn, untilOn).map((month) => [month, { month, signedUp: 0, completed: 0 }]))
  for (const { at, signedUp, completed } of moments) {
    const month = months.get(toDay(at.length === 13 ? `${at}:00:00Z` : `${at}T12:00:00Z`)?.slice(0, 7) ?? '')
    if (!month) continue
    month.signedUp += signedUp
    month.completed += completed
  }
  return { months: [...months.values()], districts }
}

/** Returns the first and last instant of a month, `yyyy-MM`, in the portal's time zone. */
export function monthBounds(month: string): [Date, Date] {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return [startOfDay(`${month}-01`), endOfDay(`${month}-${last}`)]
}

/**
 * Lists a page of the participations behind a figure of the overview, in the query's order, with their total number
 * and hours. With `educationId` only those of that education, whatever the categories. `month` is `yyyy-MM`, a part of
 * the period, which is by default the year that ends today. `page` counts from 1. Records the reads of minors. Checks
 * no access.
 */
export async function showParticipations(ctx: Ctx, { month, ...query }: ParticipationQuery) {
  const slice = parseScope(ctx, query, selectEducations(query))
  const filter = { ...query, month: month ? monthBounds(month) : null }
  const { page, pageSize } = query
  const found = await listParticipations(ctx.db, slice, filter)
  await recordReadsById(
    ctx,
    found.items.map(({ userId }) => userId),
  )
  return { ...found, page, pageSize }
}

/**
 * Lists the hours of the educations completed in the period by the participants' club, highest first; people without a
 * club are one row with null. A participant counts once for each education and for one club, by `selectClubId`;
 * `under25` counts the participants under 25. Checks no access.
 */
export async function showHours(ctx: Ctx, query: OverviewQuery): Promise<OverviewHours[]> {
  const slice = parseScope(ctx, query, inCategories(query))
  const [rows, { educations, organizations }] = await Promise.all([
    countClubParticipants(ctx.db, slice),
    loadDirectory(ctx.db),
  ])
  const clubs = new Map<number | null, OverviewHours>()
  for (const { clubId, educationId, participants, under25 } of rows) {
    const district = findDistrict(organizations, clubId)
    const club = clubs.get(clubId) ?? {
      organizationId: clubId,
      name: clubId === null ? null : (organizations.get(clubId)?.name ?? null),
      district: district === null ? null : (organizations.get(district)?.name ?? null),
      participants: 0,
      hours: 0,
      under25: 0,
    }
    clubs.set(clubId, club)
    club.participants += participants
    club.under25 += under25
    club.hours = Math.round(club.hours * 100 + participants * (educations.get(educationId)?.hoursHundredths ?? 0)) / 100
  }
  return [...clubs.values()].sort((a, b) => b.hours - a.hours || (a.name ?? '').localeCompare(b.name ?? '', 'sv'))
}

/**
 * Returns the figures of the participations in an education and in each of its parts. Without participants those of the
 * education are zeros. The period is by default the year that ends today. Checks no access.
 *
 * @throws Refused('not_found') when the education does not exist.
 */
export async function showEducation(ctx: Ctx, educationId: number, query: OverviewSlice): Promise<OverviewEducation> {
  const slice = parseScope(ctx, query, selectEducationId(educationId))
  const [education, [figures = noFigures], parts] = await Promise.all([
    findEducation(ctx.db, educationId),
    listEducationFigures(ctx.db, slice),
    listPartFigures(ctx.db, slice, educationId),
  ])
  if (!education) throw new Refused('not_found')
  return { ...noFigures, ...figures, educationId, title: education.title, parts }
}

/**
 * Returns the figures of the participations in a part of an education. The period is by default the year that ends
 * today. Checks no access.
 *
 * @throws Refused('not_found') when the education has no such part.
 */
export async function showPart(ctx: Ctx, educationId: number, educationPartId: number, query: OverviewSlice) {
  const slice = parseScope(ctx, query, selectEducationId(educationId))
  const parts = await listPartFigures(ctx.db, slice, educationId)
  const part = parts.find((one) => one.educationPartId === educationPartId)
  if (!part) throw new Refused('not_found')
  return part
}
