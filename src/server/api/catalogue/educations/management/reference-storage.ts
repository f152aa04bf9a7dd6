import { eq, type SQL, sql } from 'drizzle-orm'
import { organizationsView } from '#api/people/organizations/views.ts'
import { activeEducators } from '#api/people/roles/views.ts'
import { peopleView } from '#api/people/users/views.ts'
import type { Database, Statement } from '#platform/database.ts'
import { educations } from '../table.ts'
import type { EducationInput } from './contract.ts'

/** SQL that is true when the education is, directly or through others, among the prerequisites that `first` selects. */
const isPrerequisite = (id: number, first: SQL) => sql<number>`exists (
  with recursive needed(education_id) as (
    ${first}
    union
    select p.prerequisite_education_id from education_prerequisites p join needed n on n.education_id = p.education_id
  )
  select 1 from needed where education_id = ${id}
)`

const ownPrerequisites = (id: number) =>
  sql`select prerequisite_education_id from education_prerequisites where education_id = ${id}`

/**
 * Returns the statement that fails the commit as `changed_meanwhile` when the education's saved prerequisites lead back
 * to itself, directly or through others. It runs after the write of the prerequisites. It changes nothing otherwise.
 */
export const refuseCircularPrerequisites = (db: Database, id: number): Statement =>
  db.query
    .update(educations)
    .set({
      changedAt: sql`case when ${isPrerequisite(id, ownPrerequisites(id))} then null else ${educations.changedAt} end`,
    })
    .where(eq(educations.id, id))

export type EducationReference =
  | 'educationCategoryIds'
  | 'educationRoleIds'
  | 'targetGroupRoleIds'
  | 'responsibleIds'
  | 'contactUserId'
  | 'organizerOrganizationId'
  | 'prerequisiteEducationIds'

/**
 * Checks the references of an education before it is saved; `id` is null for a new one. Refuses nothing. `invalid` has
 * the names of the fields that refer to rows that do not exist; empty when all exist. Those who become responsible
 * must also be active educators or administrators; those who were before may stay without the role. `isCircular`: the
 * education is among its own prerequisites, also through others; never for a new one. `isCodeTaken`: another education
 * has exactly this code; never for no code. Parts and picture are not checked.
 */
export async function findWrongReferences(
  db: Database,
  id: number | null,
  input: EducationInput,
): Promise<{ invalid: EducationReference[]; isCircular: boolean; isCodeTaken: boolean }> {
  const missing = (ids: readonly (number | null)[], table: SQL) => sql<number>`exists (
    select 1 from json_each(${JSON.stringify(ids.filter((one) => one !== null))}) where value not in (select id from ${table}))`
  const [row] = await db.rows<Record<EducationReference | 'circular' | 'code', number>>(sql`select
    ${missing(input.educationCategoryIds, sql`education_categories`)} as educationCategoryIds,
    ${missing(input.educationRoleIds, sql`education_roles`)} as educationRoleIds,
    ${missing(input.targetGroupRoleIds, sql`education_roles`)} as targetGroupRoleIds,
    exists (select 1 from json_each(${JSON.stringify(input.responsibleIds)}) where value not in ${activeEducators}
      and value not in (select user_id from education_responsibles where education_id = ${id ?? 0})) as responsibleIds,
    ${missing([input.contactUserId], peopleView)} as contactUserId,
    ${missing([input.organizerOrganizationId], organizationsView)} as organizerOrganizationId,
    ${missing(input.prerequisiteEducationIds, sql`educations`)} as prerequisiteEducationIds,
    ${id === null ? sql`0` : isPrerequisite(id, sql`select value from json_each(${JSON.stringify([...new Set(input.prerequisiteEducationIds)])})`)} as circular,
    exists (select 1 from educations where code = ${input.code} and id <> ${id ?? 0}) as code`)
  if (!row) throw new Error('a question without rows')
  const { circular, code, ...references } = row
  const invalid = (Object.keys(references) as EducationReference[]).filter((field) => references[field] === 1)
  return { invalid, isCircular: circular === 1, isCodeTaken: code === 1 }
}
