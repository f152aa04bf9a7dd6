import { and, desc, eq, sql } from 'drizzle-orm'
import { educationCategoriesView } from '#api/catalogue/education-categories/views.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import { categoriesOfEducations } from '#api/catalogue/educations/views.ts'
import type { Visitor } from '#api/context.ts'
import { educationResults } from '#api/participation/results/table.ts'
import { users } from '#api/people/users/table.ts'
import { namedMembershipsOfPeople, recordsOfPerson } from '#api/people/users/views.ts'
import { toPortalDay } from '#api/zone.ts'
import type { Database } from '#platform/database.ts'
import type { CurriculumVitae } from './contract.ts'

const hoursFrom = (hundredths: number | null) => (hundredths === null ? null : hundredths / 100)

const memberships = sql<string>`(
  select json_group_object(m.organization_id, m.name) from ${namedMembershipsOfPeople} m where m.user_id = users.id)`

/** SQL: the first category of an education, by position, so that the education is listed once. */
const category = sql<string | null>`(
  select json_object('position', c.position, 'name', c.name) from ${categoriesOfEducations} l join ${educationCategoriesView} c on c.id = l.education_category_id
  where l.education_id = educations.id order by c.position, c.name limit 1)`

/** SQL: the live code of a person's CV, the latest when merged records have several; none for a protected identity. */
const checkCode = sql<string | null>`(
  select live.code from cv_codes live where users.protected_at is null and live.ended_at is null
    and live.user_id in ${recordsOfPerson(sql`users.id`)} order by live.id desc limit 1)`

const latestOfEach = sql`education_results.completed_at = (select max(completed_at) from education_results o
  where o.user_id = education_results.user_id and o.education_id = education_results.education_id and o.completed = 1)`

const completedOf = (db: Database, userId: number) =>
  db.query
    .select({
      educationId: educationResults.educationId,
      title: educations.title,
      completedAt: educationResults.completedAt,
      validTo: educationResults.validToOn,
      verificationCode: educationResults.verificationCode,
      hoursHundredths: educations.hoursHundredths,
      category,
    })
    .from(educationResults)
    .innerJoin(educations, eq(educations.id, educationResults.educationId))
    .where(and(eq(educationResults.userId, userId), eq(educationResults.completed, true), latestOfEach))
    .orderBy(desc(educationResults.completedAt))

/** Selects the names of the functions that a person's certificates give on a day (`yyyy-MM-dd`), by name. */
const selectFunctions = (db: Database, userId: number, today: string) =>
  db.rows<{ name: string }>(sql`
    select distinct given.value as name from certificates, json_each(certificates.content, '$.functions') given
    where certificates.user_id = ${userId} and withdrawn_at is null and replaced_at is null
      and coalesce(valid_to_on, ${today}) >= ${today} order by given.value`)

type CompletedRow = Awaited<ReturnType<typeof completedOf>>[number]

function toEducations(rows: readonly CompletedRow[]): CurriculumVitae['categories'][number]['educations'] {
  return rows.flatMap(({ completedAt, hoursHundredths, category: _, ...same }) =>
    completedAt ? [{ ...same, completedDate: completedAt, hours: hoursFrom(hoursHundredths) }] : [],
  )
}

/** Parses a category; without one, an empty name that is sorted last. */
const categoryFrom = (text: string | null) =>
  text === null
    ? { position: Number.MAX_SAFE_INTEGER, name: '' }
    : (JSON.parse(text) as { position: number; name: string })

function groupByCategory(rows: readonly CompletedRow[]): CurriculumVitae['categories'] {
  const groups = new Map<string | null, CompletedRow[]>()
  for (const row of rows) {
    groups.set(row.category, [...(groups.get(row.category) ?? []), row])
  }
  return [...groups]
    .map(([category, group]) => ({ category: categoryFrom(category), group }))
    .sort(
      ({ category: one }, { category: other }) =>
        one.position - other.position || one.name.localeCompare(other.name, 'sv'),
    )
    .map(({ category, group }) => ({ name: category.name, educations: toEducations(group) }))
}

/**
 * Loads a person's curriculum vitae: completed educations by category, expired ones too; null when the person does not
 * exist. Each is listed once, with its latest completion, in its first category. Categories are by position, without
 * one last (an empty name); educations by completion, the latest first. Hours are decimal. Functions, by name, are
 * those of certificates that are valid today. Access is not checked here.
 */
export async function findCurriculumVitae({ db, now }: Visitor, userId: number): Promise<CurriculumVitae | null> {
  const person = db.query
    .select({ firstName: users.firstName, lastName: users.lastName, memberships, checkCode })
    .from(users)
    .where(eq(users.id, userId))
  const [[user], rows, functions] = await Promise.all([
    person,
    completedOf(db, userId),
    selectFunctions(db, userId, toPortalDay(now)),
  ])
  if (!user) return null
  return {
    userId,
    name: `${user.firstName} ${user.lastName}`,
    organizations: JSON.parse(user.memberships) as Record<string, string>,
    checkCode: user.checkCode,
    hours: rows.reduce((sum, row) => sum + (row.hoursHundredths ?? 0), 0) / 100,
    functions: functions.map(({ name }) => name),
    categories: groupByCategory(rows),
  }
}

/** Finds the name of a person; null when the person does not exist. Access is not checked here. */
export async function findHolderName(db: Database, userId: number) {
  const [row] = await db.query
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, userId))
  return row ?? null
}

/** Returns whether a person's identity is protected; false for an unknown person. Access is not checked here. */
export async function isIdentityProtected(db: Database, userId: number): Promise<boolean> {
  const rows = await db.query
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), sql`users.protected_at is not null`))
  return rows.length > 0
}
