import { sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { favoriteCategoriesOfPeople } from '#api/catalogue/education-categories/views.ts'
import {
  categoriesOfEducations,
  educationsView,
  firstCategoryColor,
  namedCategoriesOfEducations,
  prerequisitesOfEducations,
  publishedEducations,
  rolesOfEducations,
} from '#api/catalogue/educations/views.ts'
import { type ExternalFlag, entryOccasions, occasionsView } from '#api/catalogue/occasions/views.ts'
import { pictureColorOf } from '#api/foundation/files/renditions/storage.ts'
import { publicFileUrl } from '#api/foundation/files/storage.ts'
import { featureIsOn } from '#api/foundation/portal-configuration/feature-is-on.ts'
import { seatsHeldAt } from '#api/money/payments/views.ts'
import { feeRangeFrom, openFeesOf, partsOf } from '#api/office/education-list/card-facts.ts'
import {
  licenseGoalsOfPeople,
  licensesOfPeople,
  licensesView,
  requirementsOfLicenses,
} from '#api/participation/licenses/views.ts'
import { completedEducations, educationResultsView, resultsOfEducations } from '#api/participation/results/views.ts'
import { peopleView } from '#api/people/users/views.ts'
import { toPortalDay } from '#api/zone.ts'
import type { Database } from '#platform/database.ts'
import { prepareQuery } from '#platform/prepare-query.ts'
import type { RecommendedEducation } from './contract.ts'
import { rawColumns } from './raw-columns.ts'

interface RecommendedRow {
  id: number
  title: string
  short_description: string | null
  picture_url: string | null
  picture_color: string | null
  category_color: string | null
  hours_hundredths: number | null
  fee_minor: number
  parts: string
  open_fees: string
  goal: string | null
  favorite: 0 | 1
  categories: string
  next_occasion: string | null
}

const recommendedColumns = rawColumns<RecommendedRow>(
  'id',
  'title',
  'short_description',
  'picture_url',
  'picture_color',
  'category_color',
  'hours_hundredths',
  'fee_minor',
  'parts',
  'open_fees',
  'goal',
  'favorite',
  'categories',
  'next_occasion',
)

/** Occasions with a free seat that the person can begin an education with. */
const freeOccasions = (now: string, isExternal: ExternalFlag) =>
  sql`from ${entryOccasions(now, isExternal)} free where free.has_available_seat`

/**
 * SQL tables `aimed` and `needed`: the educations that the person's licence goals require, including required licences
 * and prerequisite educations. A goal whose licence the person holds requires nothing.
 */
const neededForGoals = (userId: number) => sql`
  aimed(goal_id, license_id) as (
    select g.license_id, g.license_id from ${licenseGoalsOfPeople} g
    where g.user_id = ${userId} and ${featureIsOn('License')} and not exists (
      select 1 from ${licensesOfPeople} h where h.user_id = g.user_id and h.license_id = g.license_id and h.stage in ('active', 'grace'))
    union select a.goal_id, q.reference_id from aimed a
      cross join ${requirementsOfLicenses} q on q.license_id = a.license_id and q.purpose = 'first' and q.kind = 1),
  needed(goal_id, education_id) as (
    select a.goal_id, q.reference_id from aimed a
      cross join ${requirementsOfLicenses} q on q.license_id = a.license_id and q.purpose = 'first' and q.kind = 0
    union select n.goal_id, b.prerequisite_education_id from needed n
      join ${prerequisitesOfEducations} b on b.education_id = n.education_id)`

/**
 * SQL: ids of at most about a hundred candidate educations, read by index, so that the whole catalogue is never ranked.
 */
const candidates = (userId: number, now: string, isExternal: ExternalFlag) => sql`
  select id from (select free.education_id id ${freeOccasions(now, isExternal)} order by free.starts_at limit 40)
  union select education_id from needed
  union select id from (select id from ${educationsView} where published_at is not null order by published_at desc limit 16)
  union select education_id from (
    select c.education_id from ${favoriteCategoriesOfPeople} f
    join ${categoriesOfEducations} c on c.education_category_id = f.education_category_id
    where f.user_id = ${userId} limit 40)`

const isNotBegun = (userId: number, now: string) => sql`
  not exists (select 1 from ${seatsHeldAt(now)} held
    where held.user_id = ${userId} and held.education_id = e.id) and
  not exists (select 1 from ${educationResultsView} r where r.user_id = ${userId} and r.education_id = e.id)
  and not exists (
    select 1 from ${resultsOfEducations} r where r.user_id = ${userId} and r.education_id = e.id)`

const hasPrerequisites = (userId: number) => sql`not exists (
  select 1 from ${prerequisitesOfEducations} q where q.education_id = e.id and not exists (
    select 1 from ${completedEducations} r where r.user_id = ${userId} and r.education_id = q.prerequisite_education_id))`

const isOfFittingAge = (userId: number, todayOn: string) => sql`(coalesce(e.min_age, e.max_age) is null or not exists (
  select 1 from ${peopleView} u where u.id = ${userId} and (
    date(u.birth_on, '+' || e.min_age || ' years') > ${todayOn}
    or date(u.birth_on, '+' || (e.max_age + 1) || ' years') <= ${todayOn})))`

type RecommendationQuery = { userId: number; at: string; todayOn: string; roleIds: string; isExternal: 0 | 1 }

/**
 * Selects up to six published educations that the person may take and has not begun. Order: required by own goals,
 * favourite categories, own roles, meant for younger people last, then the earliest occasion (spec G-027).
 * The inner query reads only the sort columns; the rest is read for the six rows. `cross join` fixes the join order:
 * otherwise SQLite scans the whole catalogue and looks up each education among the candidates.
 */
const recommended = prepareQuery(({ query }, { userId, at, todayOn, roleIds, isExternal }: RecommendationQuery) =>
  query.select(recommendedColumns).from(sql`(
    with recursive ${neededForGoals(userId)}
    select shown.id, shown.title, shown.short_description, ${publicFileUrl(sql`shown.picture_file_id`)} picture_url,
      ${pictureColorOf(sql`shown.picture_file_id`)} picture_color,
      ${firstCategoryColor(sql`shown.id`)} category_color, shown.hours_hundredths, shown.fee_minor,
      ${partsOf(sql`shown.id`)} parts, ${openFeesOf(sql`shown.id`, at, isExternal)} open_fees, ranked.goal, ranked.favorite,
      (select json_group_array(c.name) from ${namedCategoriesOfEducations} c where c.education_id = shown.id) categories,
      (select json_object('startDate', o.starts_at, 'city', o.city) from ${occasionsView} o where o.id = ranked.next_id) next_occasion
    from (
      select e.id, e.title,
        (select l.name from needed n join ${licensesView} l on l.id = n.goal_id where n.education_id = e.id order by l.id limit 1) goal,
        exists (select 1 from ${categoriesOfEducations} c join ${favoriteCategoriesOfPeople} f
          on f.education_category_id = c.education_category_id and f.user_id = ${userId}
          where c.education_id = e.id) favorite,
        exists (select 1 from ${rolesOfEducations} t where t.education_id = e.id
          and t.education_role_id in (select value from json_each(${roleIds}))) suits,
        e.guardian_required_under_age is not null and exists (select 1 from ${peopleView} u where u.id = ${userId}
          and date(u.birth_on, '+' || e.guardian_required_under_age || ' years') <= ${todayOn}) for_younger,
        (select free.occasion_id ${freeOccasions(at, isExternal)} and free.education_id = e.id order by free.starts_at limit 1) next_id
      from (${candidates(userId, at, isExternal)}) found cross join ${publishedEducations} e on e.id = found.id
      where (${isExternal} = 0 or e.blocked_for_external_users = 0)
        and ${isNotBegun(userId, at)} and ${hasPrerequisites(userId)} and ${isOfFittingAge(userId, todayOn)}
      limit -1
    ) ranked cross join ${educationsView} shown on shown.id = ranked.id
    order by ranked.goal is null, ranked.favorite desc, ranked.suits desc, ranked.for_younger, ranked.next_id is null,
      (select starts_at from ${occasionsView} where id = ranked.next_id), ranked.title, ranked.id
    limit 6)`),
)

type ReaderProfile = Pick<Actor, 'id' | 'isExternal' | 'roles'>

/**
 * Selects up to six published educations that a person may take and has not begun, the best first (spec G-027). Only
 * about a hundred candidates are ranked: those needed for goals, in favourite categories, published last, or with the
 * soonest occasions. Left out are those with open prerequisites, outside the age limits or closed to an external
 * person. Order: required by the person's goals, favourite categories, the person's roles, those meant for younger
 * people last, then the earliest occasion with a free seat. `now` decides age and open occasions.
 */
export const selectRecommended = (db: Database, { id: userId, isExternal, roles }: ReaderProfile, now: Date) => {
  const roleIds = JSON.stringify(Object.values(roles).flatMap((lists) => lists.EducationRole ?? []))
  return recommended(db, {
    userId,
    at: now.toISOString(),
    todayOn: toPortalDay(now),
    roleIds,
    isExternal: isExternal ? 1 : 0,
  })
}

/**
 * Converts a row of `selectRecommended` to a recommended education: fees in kronor, hours as a decimal number, and null
 * for the next occasion without one.
 */
export function toRecommendedEducation(row: RecommendedRow): RecommendedEducation {
  const next = row.next_occasion && (JSON.parse(row.next_occasion) as { startDate: string; city: string })
  return {
    educationId: row.id,
    title: row.title,
    shortDescription: row.short_description,
    pictureUrl: row.picture_url,
    pictureColor: row.picture_color,
    categoryColor: row.category_color,
    categories: JSON.parse(row.categories) as string[],
    hours: row.hours_hundredths === null ? null : row.hours_hundredths / 100,
    feeRange: feeRangeFrom({ feeMinor: row.fee_minor, parts: row.parts, openFees: row.open_fees }),
    goal: row.goal,
    favorite: row.favorite === 1,
    nextOccasion: next ? { startDate: new Date(next.startDate), city: next.city } : null,
  }
}
