import { and, type SQL, sql } from 'drizzle-orm'
import { categoriesOfEducations, trainedRolesOfEducations } from '#api/catalogue/educations/views.ts'

const asList = (ids: readonly number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

export interface Narrowing {
  educationIds: readonly number[]
  categoryIds: readonly number[]
  roleIds: readonly number[]
}

export const matching = ({ educationIds, categoryIds, roleIds }: Narrowing): SQL =>
  and(
    educationIds.length > 0 ? sql`educations.id in ${asList(educationIds)}` : undefined,
    categoryIds.length > 0
      ? sql`exists (select 1 from ${categoriesOfEducations} c
          where c.education_id = educations.id and c.education_category_id in ${asList(categoryIds)})`
      : undefined,
    roleIds.length > 0
      ? sql`exists (select 1 from ${trainedRolesOfEducations} r
          where r.education_id = educations.id and r.education_role_id in ${asList(roleIds)})`
      : undefined,
  ) ?? sql`true`

export const isNarrowed = (narrowing: Narrowing): boolean => Object.values(narrowing).some((ids) => ids.length > 0)
