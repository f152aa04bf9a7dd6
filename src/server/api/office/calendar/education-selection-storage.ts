import { and, type SQL, sql } from 'drizzle-orm'
import { categoriesOfEducations, trainedRolesOfEducations } from '#api/catalogue/educations/views.ts'

const jsonIds = (ids: readonly number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

/** Ids of educations, categories and roles that the calendar is filtered by; an empty list does not filter. */
export interface EducationSelection {
  educationIds: readonly number[]
  categoryIds: readonly number[]
  roleIds: readonly number[]
}

/**
 * SQL condition on a row of `educations`: its id, one of its categories and one of its trained roles are in each list
 * that is not empty; true for an empty filter.
 */
export const matchesSelection = ({ educationIds, categoryIds, roleIds }: EducationSelection): SQL =>
  and(
    educationIds.length > 0 ? sql`educations.id in ${jsonIds(educationIds)}` : undefined,
    categoryIds.length > 0
      ? sql`exists (select 1 from ${categoriesOfEducations} c
          where c.education_id = educations.id and c.education_category_id in ${jsonIds(categoryIds)})`
      : undefined,
    roleIds.length > 0
      ? sql`exists (select 1 from ${trainedRolesOfEducations} r
          where r.education_id = educations.id and r.education_role_id in ${jsonIds(roleIds)})`
      : undefined,
  ) ?? sql`true`

/** Whether the filter has an education, a category or a role. */
export const isSelective = (narrowing: EducationSelection): boolean =>
  Object.values(narrowing).some((ids) => ids.length > 0)
