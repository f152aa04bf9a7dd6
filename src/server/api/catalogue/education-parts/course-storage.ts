import { and, eq, type SQL, sql } from 'drizzle-orm'
import { contentPackages } from '#api/catalogue/packages/table.ts'
import type { Database, Statement } from '#platform/database.ts'
import { educationParts } from './table.ts'

const packageFields = {
  activityId: contentPackages.activityId,
  folder: contentPackages.folder,
  entry: contentPackages.entry,
  format: contentPackages.format,
  packageId: contentPackages.id,
}

/**
 * Returns the fields of a part that the player needs: title, type, rules of completion and start, and its ready
 * package. The package fields are null when it has none; null when there is no such part. Access is not checked here.
 */
export async function findPartCourse(db: Database, educationPartId: number) {
  const [row] = await db.query
    .select({
      title: educationParts.title,
      type: educationParts.type,
      completionRule: educationParts.completionRule,
      minimumScore: educationParts.minimumScore,
      startsAgain: educationParts.startsAgain,
      opensWindows: educationParts.opensWindows,
      ...packageFields,
    })
    .from(educationParts)
    .leftJoin(contentPackages, and(eq(contentPackages.id, educationParts.packageId), eq(contentPackages.state, 2)))
    .where(eq(educationParts.id, educationPartId))
  return row ?? null
}

/**
 * Returns the statement that makes a package the one that the part serves, unless it serves this or a newer one (a
 * higher id). The part gets the version `now`. The earlier package is not deleted.
 */
export const setServedPackage = (db: Database, educationPartId: number, packageId: number, now: Date): Statement =>
  db.query
    .update(educationParts)
    .set({ packageId, changedAt: now })
    .where(and(eq(educationParts.id, educationPartId), sql`coalesce(package_id, 0) < ${packageId}`))

const parseIds = (text: string) => JSON.parse(text) as number[]

const managedColumns = (educationId: SQL) => sql`
  (select json_group_array(education_category_id) from education_to_category managed_categories where managed_categories.education_id = ${educationId}) as categories,
  (select json_group_array(education_role_id) from education_to_role managed_roles where managed_roles.education_id = ${educationId} and managed_roles.kind = 'trains') as roles,
  (select json_group_array(user_id) from education_responsibles managed_responsibles where managed_responsibles.education_id = ${educationId}) as responsible`

interface ManagedRow {
  categories: string
  roles: string
  responsible: string
}

/**
 * Converts a row, whose columns are JSON lists of ids, to the ids of an education's categories, trained roles and
 * responsible people. They decide who manages it.
 */
export const toManagedEducation = (row: ManagedRow) => ({
  educationCategoryIds: parseIds(row.categories),
  educationRoleIds: parseIds(row.roles),
  responsibleIds: parseIds(row.responsible),
})

/**
 * Lists the categories, trained roles and responsible people of each education that contains a part, without the
 * educations' ids and in no order. Empty for an unknown part. They are the facts by which `mayManage` and `mayOrganize`
 * decide; access is not checked here.
 */
export async function listManagedEducationsOfPart(db: Database, educationPartId: number) {
  const rows = await db.rows<ManagedRow>(sql`
    select ${managedColumns(sql`p.education_id`)} from education_to_part p where p.education_part_id = ${educationPartId}`)
  return rows.map(toManagedEducation)
}

const aliased = <Value>(value: SQL, name: string) => sql<Value>`${value}`.as(name)

/**
 * Selects the categories, trained roles and responsible people of the educations that an occasion is given for: the one
 * that it names, or all that contain its part. To be batched with other reads. `toManagedEducation` converts the rows,
 * which are in no order; none for an unknown occasion. Access is not checked here.
 */
export const selectManagedEducationsOfOccasion = (db: Database, occasionId: number) =>
  db.query
    .select({
      categories: aliased<string>(sql`managed.categories`, 'categories'),
      roles: aliased<string>(sql`managed.roles`, 'roles'),
      responsible: aliased<string>(sql`managed.responsible`, 'responsible'),
    })
    .from(sql`(select ${managedColumns(sql`given.id`)} from (
      select coalesce(o.education_id, l.education_id) as id from occasions o
      left join education_to_part l on l.education_part_id = o.education_part_id and o.education_id is null
      where o.id = ${occasionId}
    ) as given where given.id is not null) as managed`)

/**
 * Lists the categories, trained roles and responsible people of the educations that contain one of the parts, without
 * the educations' ids. Repeated facts are listed once, in no order. Access is not checked here.
 */
export async function listManagedEducationsOfParts(db: Database, educationPartIds: readonly number[]) {
  const rows = await db.rows<ManagedRow>(sql`
    select distinct ${managedColumns(sql`p.education_id`)} from education_to_part p
    where p.education_part_id in (select value from json_each(${JSON.stringify(educationPartIds)}))`)
  return rows.map(toManagedEducation)
}

/**
 * Lists the categories, trained roles and responsible people of educations by their ids, without those ids and in no
 * order; unknown ids are left out. They are the facts by which `mayManage` and `mayOrganize` decide; access is not
 * checked here.
 */
export async function listManagedEducations(db: Database, educationIds: readonly number[]) {
  const rows = await db.rows<ManagedRow>(sql`
    select ${managedColumns(sql`e.id`)} from educations e
    where e.id in (select value from json_each(${JSON.stringify(educationIds)}))`)
  return rows.map(toManagedEducation)
}
