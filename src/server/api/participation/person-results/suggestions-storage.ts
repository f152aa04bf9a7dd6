import { asc, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { favoriteCategoriesOfPeople } from '#api/catalogue/education-categories/views.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import {
  categoriesOfEducations,
  partsOfEducations,
  prerequisitesOfEducations,
  responsiblesOfEducations,
  rolesOfEducations,
} from '#api/catalogue/educations/views.ts'
import {
  isOpenToPerson,
  occasionsOfEducations,
  openOccasions,
  responsiblesOfOccasions,
} from '#api/catalogue/occasions/views.ts'
import { managesEducation } from '#api/catalogue/scope/education-scope.ts'
import type { Ctx } from '#api/context.ts'
import { signedFileUrl } from '#api/foundation/files/address.ts'
import { completedEducations, resultsOfEducations } from '#api/participation/results/views.ts'
import { extensionsOfRoles } from '#api/people/roles/views.ts'
import { peopleView } from '#api/people/users/views.ts'
import type { SuggestedEducation } from './contract.ts'

const categoryIds = sql<string>`(select json_group_array(education_category_id) from ${categoriesOfEducations}
  where education_id = educations.id)`

/** SQL: the first occasion of the education's parts that is open to a person for sign-ups. */
const nextOccasion = (now: string, isExternal: SQL) => sql<string | null>`(
  select json_object('startsAt', suggested_date.starts_at, 'city', suggested_date.city) from ${openOccasions(now)} suggested_date
  where suggested_date.education_id = educations.id and ${isOpenToPerson('suggested_date', isExternal)} order by suggested_date.starts_at limit 1)`

interface Suggestion {
  condition: SQL
  order: SQL[]
  limit: number
  isExternal: SQL
}

async function listSuggested(ctx: Ctx, suggestion: Suggestion): Promise<SuggestedEducation[]> {
  const { condition, order, limit, isExternal } = suggestion
  const next = nextOccasion(ctx.now.toISOString(), isExternal)
  const rows = await ctx.db.query
    .select({
      id: educations.id,
      title: educations.title,
      shortDescription: educations.shortDescription,
      pictureFileId: educations.pictureFileId,
      publishedAt: educations.publishedAt,
      feeMinor: educations.feeMinor,
      categoryIds,
      partCount: sql<number>`(select count(*) from ${partsOfEducations} where education_id = educations.id)`,
      next: sql<string | null>`${next} as next`,
    })
    .from(educations)
    .where(condition)
    .orderBy(...order, asc(educations.title))
    .limit(limit)
  return rows.map(({ pictureFileId, publishedAt, feeMinor, categoryIds, next, ...row }) => {
    const occasion = next === null ? null : (JSON.parse(next) as { startsAt: string; city: string })
    return {
      ...row,
      pictureUrl: pictureFileId === null ? null : signedFileUrl(ctx.env.SESSION_SECRET, pictureFileId, ctx.now),
      published: publishedAt !== null,
      fee: feeMinor / 100,
      educationCategoryIds: JSON.parse(categoryIds) as number[],
      nextOccasionDate: occasion ? new Date(occasion.startsAt) : null,
      nextOccasionCity: occasion?.city ?? null,
    }
  })
}

const unmetPrerequisite = (userId: number) => sql`exists (
  select 1 from ${prerequisitesOfEducations} q where q.education_id = educations.id
    and not exists (select 1 from ${completedEducations} r
      where r.user_id = ${userId} and r.education_id = q.prerequisite_education_id))`

const isTaken = (userId: number) => sql`(
  exists (select 1 from education_results r where r.user_id = ${userId} and r.education_id = educations.id)
  or exists (select 1 from ${resultsOfEducations} r where r.user_id = ${userId} and r.education_id = educations.id))`

const isFavored = (userId: number) => sql`exists (
  select 1 from ${favoriteCategoriesOfPeople} f join ${categoriesOfEducations} c on c.education_category_id = f.education_category_id
  where f.user_id = ${userId} and c.education_id = educations.id)`

const isInOwnRoles = (userId: number) => sql`exists (
  select 1 from ${extensionsOfRoles} x where x.user_id = ${userId} and (
    x.kind = 'EducationRole' and x.reference_id in (
      select education_role_id from ${rolesOfEducations} where education_id = educations.id)
    or x.kind = 'EducationCategory' and x.reference_id in (
      select education_category_id from ${categoriesOfEducations} where education_id = educations.id)))`

const isEducationOpenTo = (userId: number) => sql`(
  educations.blocked_for_external_users = 0 or not exists (select 1 from ${peopleView} where id = ${userId} and is_external = 1))`

/**
 * Lists up to 6 educations that a person can take next (spec G-027). Favourite categories come first, then own roles,
 * then the next date open to sign-ups (none last), then by title. They are published and not archived, have parts, are
 * not begun or completed, are open to external people if the person is one, and have no unmet prerequisites. Access to
 * the person is not checked here.
 */
export function listRecommendedEducations(ctx: Ctx, userId: number): Promise<SuggestedEducation[]> {
  const open = sql`educations.published_at is not null and educations.archived_at is null
    and exists (select 1 from ${partsOfEducations} where education_id = educations.id)
    and ${isEducationOpenTo(userId)} and not ${isTaken(userId)} and not ${unmetPrerequisite(userId)}`
  const order = [sql`${isFavored(userId)} desc`, sql`${isInOwnRoles(userId)} desc`, sql`next is null`, sql`next`]
  const isExternal = sql`exists (select 1 from ${peopleView} where id = ${userId} and is_external = 1)`
  return listSuggested(ctx, { condition: open, order, limit: 6, isExternal })
}

/** SQL: the person is responsible for the education or one of its occasions, or manages it by the lists of the role. */
function isResponsible(actor: Actor, userId: number): SQL {
  const managed = userId === actor.id && !('SuperAdministrator' in actor.roles) && !('Administrator' in actor.roles)
  const byScope = managed ? managesEducation(actor) : null
  return sql`(
    educations.id in (select education_id from ${responsiblesOfEducations} where user_id = ${userId}
      union select o.education_id from ${responsiblesOfOccasions} r join ${occasionsOfEducations} o on o.occasion_id = r.occasion_id
        where r.user_id = ${userId})
    ${byScope ? sql`or ${byScope}` : sql``})`
}

/**
 * Lists the educations that a person is responsible for, in whole or for an occasion, published ones first, then by
 * title, at most 2,000. Unpublished and archived ones are listed too; access is not checked here. For a caller who asks
 * about themselves and is an educator, and no administrator, also those within the categories and education roles to
 * which the role is limited.
 */
export const listResponsibleEducations = (ctx: Ctx, userId: number) =>
  listSuggested(ctx, {
    condition: isResponsible(ctx.actor, userId),
    order: [sql`educations.published_at is null`],
    limit: 2000,
    isExternal: sql`0`,
  })

/**
 * Counts the educations that a person is responsible for, in whole or for an occasion, unpublished and archived ones
 * too. For a caller who asks about themselves and is an educator, and no administrator, also those within the
 * categories and education roles to which the role is limited.
 */
export async function countResponsibleEducations(ctx: Ctx, userId: number): Promise<number> {
  const [row] = await ctx.db.query
    .select({ count: sql<number>`count(*)` })
    .from(educations)
    .where(isResponsible(ctx.actor, userId))
  return row?.count ?? 0
}
