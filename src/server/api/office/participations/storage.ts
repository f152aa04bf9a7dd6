import { sql } from 'drizzle-orm'
import { educationRolesView } from '#api/catalogue/education-roles/views.ts'
import {
  describedPartsOfEducations,
  educationsView,
  namedCategoriesOfEducations,
  trainedRolesOfEducations,
} from '#api/catalogue/educations/views.ts'
import { organizationsView } from '#api/people/organizations/views.ts'
import type { Database } from '#platform/database.ts'
import { queryRows } from '#platform/query-rows.ts'
import type { OrganizationNode } from './rules.ts'

/** Title, code, categories, roles and hours of an education. */
export interface EducationInfo {
  title: string
  code: string | null
  categories: string
  roles: string
  hoursHundredths: number | null
}

interface EducationRow extends EducationInfo {
  id: number
}

const selectEducations = (db: Database) =>
  queryRows<EducationRow>(
    db,
    ['id', 'title', 'code', 'categories', 'roles', 'hoursHundredths'],
    sql`
    select e.id, e.title, e.code, coalesce(e.hours_hundredths, (
        select sum(p.hours_hundredths) from ${describedPartsOfEducations} p where p.education_id = e.id)) as hoursHundredths,
      coalesce((select group_concat(name, ', ') from (select c.name from ${namedCategoriesOfEducations} c
        where c.education_id = e.id order by c.position, c.education_category_id)), '') as categories,
      coalesce((select group_concat(name, ', ') from (select r.name from ${trainedRolesOfEducations} l
        join ${educationRolesView} r on r.id = l.education_role_id where l.education_id = e.id
        order by r.position, r.id)), '') as roles
    from ${educationsView} e`,
  )

/** Loads all organisations by id, inactive ones too. */
export async function loadOrganizations(db: Database): Promise<Map<number, OrganizationNode>> {
  const statement = sql`select id, name, path, type from ${organizationsView}`
  const rows = await queryRows<OrganizationNode & { id: number }>(db, ['id', 'name', 'path', 'type'], statement)
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Loads all educations and organisations by id, some thousands of rows, for all rows of a report. Unpublished
 * educations and inactive organisations too. Each education has its title, code, categories, roles and hours.
 */
export async function loadDirectory(db: Database) {
  const [educations, organizations] = await Promise.all([selectEducations(db), loadOrganizations(db)])
  return { educations: new Map<number, EducationInfo>(educations.map((row) => [row.id, row])), organizations }
}

export type Directory = Awaited<ReturnType<typeof loadDirectory>>
