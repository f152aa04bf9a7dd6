import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Actor } from '#api/actor.ts'
import { latestAdultBirth } from '#api/ages.ts'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import { partsOfEducations } from '#api/catalogue/educations/views.ts'
import { driverExamProtocols, driverExams } from '#api/catalogue/exams/table.ts'
import { driverExamsView, responsiblesOfDriverExams } from '#api/catalogue/exams/views.ts'
import type { Ctx } from '#api/context.ts'
import { isOrganizedResult, isReadableResult } from '#api/participation/results/storage.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { notifiedChild } from '#api/people/guardians/recipients.ts'
import { guardianLinksView } from '#api/people/guardians/views.ts'
import { isUnprotected } from '#api/people/reach/branches.ts'
import { users } from '#api/people/users/table.ts'
import { namedMembershipsOfPeople, nameOfPerson } from '#api/people/users/views.ts'
import { splitWords, toPrefixMatch } from '#api/text-matching.ts'
import { aliasColumn, prefixColumns } from '#platform/columns.ts'
import type { Database } from '#platform/database.ts'
import type { FoundAdult } from './contract.ts'

const organizationNames = sql<string>`(
  select json_group_array(m.name) from ${namedMembershipsOfPeople} m where m.user_id = users.id)`

const linkTo = (actor: Actor) => sql<0 | 1 | null>`(
  select g.confirmed_at is not null from ${guardianLinksView} g
  where g.adult_user_id = ${actor.id} and g.child_user_id = education_part_results.user_id and users.protected_at is null)`

const guardian = alias(users, 'guardian')

const columnsFor = ({ actor, now }: Pick<Ctx, 'actor' | 'now'>) => ({
  result: educationPartResults,
  // Drizzle returns null for the protocol when its first column is null.
  protocol: {
    ...getTableColumns(driverExamProtocols),
    changedAt: aliasColumn(driverExamProtocols.changedAt, 'protocol_changed_at'),
  },
  exam: prefixColumns('exam', getTableColumns(driverExams)),
  guardianRequiredUnderAge: educations.guardianRequiredUnderAge,
  part: {
    title: educationParts.title,
    checklist: educationParts.examChecklist,
    needsApproval: educationParts.needsApproval,
  },
  person: {
    id: aliasColumn(users.id, 'person_id'),
    firstName: users.firstName,
    lastName: users.lastName,
    birthOn: users.birthOn,
    pictureFileId: users.pictureFileId,
    email: users.email,
    language: users.language,
    protectedAt: users.protectedAt,
  },
  notified: notifiedChild(now).as('notified'),
  guardian: {
    id: aliasColumn(guardian.id, 'guardian_id'),
    name: sql<string>`guardian.first_name || ' ' || guardian.last_name`.as('guardian_name'),
    birthOn: aliasColumn(guardian.birthOn, 'guardian_birth_on'),
  },
  organizationNames,
  signedBy: nameOfPerson(sql`driver_exam_protocols.examiner_id`),
  hidesSignature: sql<0 | 1 | null>`(driver_exam_protocols.examiner_id <> ${actor.id}
    and not ${isUnprotected(sql`driver_exam_protocols.examiner_id`)})`,
  responsibleIds: sql<string>`(
    select json_group_array(user_id) from ${responsiblesOfDriverExams} where driver_exam_id = driver_exams.id)`,
  educationIds: sql<string>`(select json_group_array(education_id) from ${partsOfEducations}
    where education_part_id = education_part_results.education_part_id)`,
  isByOrganizer: sql<0 | 1>`${isOrganizedResult(actor)}`.as('by_organizer'),
  answered: sql<0 | 1>`${isReadableResult(actor)}`.as('answered'),
  linkConfirmed: linkTo(actor),
})

const selectRows = (ctx: Ctx) =>
  ctx.db.query
    .select(columnsFor(ctx))
    .from(educationPartResults)
    .innerJoin(driverExams, eq(driverExams.id, educationPartResults.practicalDriverExamId))
    .innerJoin(educations, eq(educations.id, driverExams.educationId))
    .innerJoin(educationParts, eq(educationParts.id, educationPartResults.educationPartId))
    .innerJoin(users, eq(users.id, educationPartResults.userId))
    .leftJoin(guardian, eq(guardian.id, educationPartResults.guardianUserId))
    .leftJoin(driverExamProtocols, eq(driverExamProtocols.resultId, educationPartResults.id))

export type ExamResultRow = Awaited<ReturnType<typeof selectRows>>[number]

const among = (ids: readonly number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

/**
 * SQL: the actor may read the result: an own one, a child's, one the actor answers for, or one with the actor as
 * guardian that is not withdrawn. The protocol of the result must be joined; a failed result is cancelled, and has one.
 */
const readable = (actor: Actor): SQL =>
  sql`(${isReadableResult(actor)} or (education_part_results.guardian_user_id = ${actor.id}
    and (education_part_results.canceled = 0 or driver_exam_protocols.passed = 0) and users.protected_at is null))`

const byName = [sql`education_part_results.canceled`, sql`users.name_key`, sql`education_part_results.id`]

/**
 * Lists the results of practical driver exams that the caller may read, by name with cancelled ones last, at most
 * 2,000. Those are own ones, those of the caller's children, those that the caller answers for, and those with the
 * caller as accompanying guardian that are not withdrawn.
 */
export const listExamRows = (ctx: Ctx, examIds: readonly number[]): Promise<ExamResultRow[]> =>
  selectRows(ctx)
    .where(and(sql`${educationPartResults.practicalDriverExamId} in ${among(examIds)}`, readable(ctx.actor)))
    .orderBy(...byName)
    .limit(2000)

/**
 * Lists all results of a person on practical driver exams, latest exam first, cancelled ones too; empty for none.
 * Access is not checked here.
 */
export const listExamRowsOfUser = (ctx: Ctx, userId: number): Promise<ExamResultRow[]> =>
  selectRows(ctx)
    .where(eq(educationPartResults.userId, userId))
    .orderBy(sql`driver_exams.starts_at desc`, sql`education_part_results.id desc`)

/**
 * Lists those of the results that are of one practical driver exam, cancelled ones too, in no order; unknown ids and
 * those of other exams are left out. Access is not checked here.
 */
export const listExamRowsToChange = (
  ctx: Ctx,
  examId: number,
  resultIds: readonly number[],
): Promise<ExamResultRow[]> =>
  selectRows(ctx).where(
    and(eq(educationPartResults.practicalDriverExamId, examId), sql`${educationPartResults.id} in ${among(resultIds)}`),
  )

/**
 * Finds a person's latest result on a practical driver exam, preferably one that is not cancelled; null without any.
 * Access is not checked here.
 */
export async function findExamRow(ctx: Ctx, examId: number, userId: number): Promise<ExamResultRow | null> {
  const [row] = await selectRows(ctx)
    .where(and(eq(educationPartResults.practicalDriverExamId, examId), eq(educationPartResults.userId, userId)))
    .orderBy(educationPartResults.canceled, sql`education_part_results.id desc`)
    .limit(1)
  return row ?? null
}

/**
 * Lists at most 100 results of a person on practical driver exams that have not ended, cancelled exams too, by time.
 * Cancelled results are left out. Access is not checked here.
 */
export const listBookedExamRows = (ctx: Ctx, userId: number): Promise<ExamResultRow[]> =>
  selectRows(ctx)
    .where(
      and(
        eq(educationPartResults.userId, userId),
        eq(educationPartResults.canceled, false),
        sql`driver_exams.ends_at >= ${ctx.now.toISOString()}`,
      ),
    )
    .orderBy(sql`driver_exams.starts_at`)
    .limit(100)

/**
 * SQL condition: the row of `driver_exams` is a person's, as examiner, joint examiner, driver or accompanying guardian,
 * or that of a child with a confirmed link. A driver's cancelled results count too. A child with a protected identity
 * is left out. Driven by the person's rows, which are few, instead of a condition on every exam.
 */
export const isOwnExam = (userId: number): SQL => sql`driver_exams.id in (
  select x.id from ${driverExamsView} x where x.examiner_id = ${userId}
  union all select n.driver_exam_id from ${responsiblesOfDriverExams} n where n.user_id = ${userId}
  union all select r.practical_driver_exam_id from education_part_results r
    where r.user_id in (select ${userId} union all
      select ward_link.child_user_id from ${guardianLinksView} ward_link
        where ward_link.adult_user_id = ${userId} and ward_link.confirmed_at is not null
          and ${isUnprotected(sql`ward_link.child_user_id`)})
  union all select accompanied_result.practical_driver_exam_id from education_part_results accompanied_result
    where accompanied_result.guardian_user_id = ${userId} and accompanied_result.canceled = 0
      and ${isUnprotected(sql`accompanied_result.user_id`)})`

/**
 * Finds a person who can be a guardian; null for unknown and inactive people and protected identities. The age and
 * access are not checked here.
 */
export async function findAdult(db: Database, userId: number) {
  const { id, firstName, birthOn, isExternal, email, language } = users
  const [row] = await db.query
    .select({ id, firstName, birthOn, isExternal, email, language })
    .from(users)
    .where(and(eq(users.id, userId), sql`users.inactive_at is null and users.protected_at is null`))
  return row ?? null
}

/**
 * Searches adults (on `todayOn`, `yyyy-MM-dd`) by the beginnings of words of their names; lists at most 10, by name.
 * Leaves out inactive people, people without a date of birth, protected identities and the child. Finds external people
 * only with `withExternals`. Access is not checked here. The text needs at least one word.
 */
export async function searchAdults(
  db: Database,
  {
    text,
    todayOn,
    childUserId,
    withExternals,
  }: { text: string; todayOn: string; childUserId: number; withExternals: boolean },
): Promise<FoundAdult[]> {
  const match = `{name} : (${toPrefixMatch(splitWords(text))})`
  const rows = await db.query
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, organizationNames })
    .from(users)
    .where(
      and(
        sql`users.id in (select rowid from users_words where users_words match ${match})`,
        sql`users.birth_on <= ${latestAdultBirth(todayOn)}`,
        sql`users.inactive_at is null and users.protected_at is null and users.id <> ${childUserId}`,
        withExternals ? undefined : eq(users.isExternal, false),
      ),
    )
    .orderBy(users.nameKey, users.id)
    .limit(10)
  return rows.map(({ id, firstName, lastName, organizationNames: names }) => ({
    id,
    name: `${firstName} ${lastName}`,
    organizationNames: JSON.parse(names) as string[],
  }))
}

/**
 * Finds the date of birth of an active person and the person's relation to the actor; null for an unknown or inactive
 * one. `birthOn` is `yyyy-MM-dd`, null when it is not known. `linkConfirmed` is 1 for a guardian's confirmed link, 0
 * for another, and null without one or for a protected identity. `organized` is 1 when the actor organises an open exam
 * sign-up of the person. The age is not checked.
 */
export async function findChild(db: Database, actor: Actor, childUserId: number) {
  const [row] = await db.query
    .select({
      id: users.id,
      birthOn: users.birthOn,
      linkConfirmed: sql<0 | 1 | null>`(select g.confirmed_at is not null from ${guardianLinksView} g
        where g.adult_user_id = ${actor.id} and g.child_user_id = ${childUserId} and users.protected_at is null)`,
      organized: sql<0 | 1>`exists (select 1 from education_part_results
        where education_part_results.user_id = ${childUserId} and education_part_results.canceled = 0
          and education_part_results.completed = 0 and education_part_results.practical_driver_exam_id is not null
          and ${isOrganizedResult(actor)})`,
    })
    .from(users)
    .where(and(eq(users.id, childUserId), sql`users.inactive_at is null`))
  return row ?? null
}
