import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Actor } from '#api/actor.ts'
import { cameOfAgeOn } from '#api/ages.ts'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import { partsOfEducations } from '#api/catalogue/educations/views.ts'
import { driverExamProtocols, driverExams } from '#api/catalogue/exams/table.ts'
import { driverExamsView, responsiblesOfDriverExams } from '#api/catalogue/exams/views.ts'
import type { Ctx } from '#api/context.ts'
import { noticesView } from '#api/foundation/notices/views.ts'
import { organizedResults, readableResults } from '#api/participation/results/storage.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { guardianLinksView } from '#api/people/guardians/views.ts'
import { isUnprotected } from '#api/people/reach/branches.ts'
import { users } from '#api/people/users/table.ts'
import { namedMembershipsOfPeople, nameOfPerson } from '#api/people/users/views.ts'
import { beginningMatch, wordsOf } from '#api/text-matching.ts'
import { prefixed, renamed } from '#platform/columns.ts'
import type { Database } from '#platform/database.ts'
import type { FoundAdult } from './contract.ts'

const organizationNames = sql<string>`(
  select json_group_array(m.name) from ${namedMembershipsOfPeople} m where m.user_id = users.id)`

const linkTo = (actor: Actor) => sql<0 | 1 | null>`(
  select g.confirmed_at is not null from ${guardianLinksView} g
  where g.adult_user_id = ${actor.id} and g.child_user_id = education_part_results.user_id and users.protected_at is null)`

const guardian = alias(users, 'guardian')

const columnsFor = (actor: Actor) => ({
  result: educationPartResults,
  // Without its first column there is no protocol.
  protocol: {
    ...getTableColumns(driverExamProtocols),
    changedAt: renamed(driverExamProtocols.changedAt, 'protocol_changed_at'),
  },
  exam: prefixed('exam', getTableColumns(driverExams)),
  guardianRequiredUnderAge: educations.guardianRequiredUnderAge,
  part: {
    title: educationParts.title,
    checklist: educationParts.examChecklist,
    needsApproval: educationParts.needsApproval,
  },
  person: {
    id: renamed(users.id, 'person_id'),
    firstName: users.firstName,
    lastName: users.lastName,
    birthOn: users.birthOn,
    pictureFileId: users.pictureFileId,
    email: users.email,
    language: users.language,
    protectedAt: users.protectedAt,
  },
  guardian: {
    id: renamed(guardian.id, 'guardian_id'),
    name: sql<string>`guardian.first_name || ' ' || guardian.last_name`.as('guardian_name'),
    birthOn: renamed(guardian.birthOn, 'guardian_birth_on'),
  },
  organizationNames,
  signedBy: nameOfPerson(sql`driver_exam_protocols.examiner_id`),
  hidesSignature: sql<0 | 1 | null>`(driver_exam_protocols.examiner_id <> ${actor.id}
    and not ${isUnprotected(sql`driver_exam_protocols.examiner_id`)})`,
  responsibleIds: sql<string>`(
    select json_group_array(user_id) from ${responsiblesOfDriverExams} where driver_exam_id = driver_exams.id)`,
  educationIds: sql<string>`(select json_group_array(education_id) from ${partsOfEducations}
    where education_part_id = education_part_results.education_part_id)`,
  byOrganizer: sql<0 | 1>`${organizedResults(actor)}`.as('by_organizer'),
  answered: sql<0 | 1>`${readableResults(actor)}`.as('answered'),
  linkConfirmed: linkTo(actor),
})

const selectRows = (ctx: Ctx) =>
  ctx.db.query
    .select(columnsFor(ctx.actor))
    .from(educationPartResults)
    .innerJoin(driverExams, eq(driverExams.id, educationPartResults.practicalDriverExamId))
    .innerJoin(educations, eq(educations.id, driverExams.educationId))
    .innerJoin(educationParts, eq(educationParts.id, educationPartResults.educationPartId))
    .innerJoin(users, eq(users.id, educationPartResults.userId))
    .leftJoin(guardian, eq(guardian.id, educationPartResults.guardianUserId))
    .leftJoin(driverExamProtocols, eq(driverExamProtocols.resultId, educationPartResults.id))

export type ExamResultRow = Awaited<ReturnType<typeof selectRows>>[number]

const among = (ids: readonly number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

/** Own, a child's, one that the actor answers for, or one that the actor is named on as guardian. */
const readable = (actor: Actor): SQL =>
  sql`(${readableResults(actor)} or (education_part_results.guardian_user_id = ${actor.id} and users.protected_at is null))`

const byName = [sql`education_part_results.canceled`, sql`users.name_key`, sql`education_part_results.id`]

/** The people on examinations as far as the caller may read them, by name. */
export const listExamRows = (ctx: Ctx, examIds: readonly number[]): Promise<ExamResultRow[]> =>
  selectRows(ctx)
    .where(and(sql`${educationPartResults.practicalDriverExamId} in ${among(examIds)}`, readable(ctx.actor)))
    .orderBy(...byName)
    .limit(2000)

/** Everything that a person has ever been signed up to, the latest first. */
export const listExamRowsOf = (ctx: Ctx, userId: number): Promise<ExamResultRow[]> =>
  selectRows(ctx)
    .where(eq(educationPartResults.userId, userId))
    .orderBy(sql`driver_exams.starts_at desc`, sql`education_part_results.id desc`)

/** Results of one examination by their ids, whoever may read them. */
export const listRowsToChange = (ctx: Ctx, examId: number, resultIds: readonly number[]): Promise<ExamResultRow[]> =>
  selectRows(ctx).where(
    and(eq(educationPartResults.practicalDriverExamId, examId), sql`${educationPartResults.id} in ${among(resultIds)}`),
  )

/** The latest result of a person on an examination, a live one before others. */
export async function findRowOf(ctx: Ctx, examId: number, userId: number): Promise<ExamResultRow | null> {
  const [row] = await selectRows(ctx)
    .where(and(eq(educationPartResults.practicalDriverExamId, examId), eq(educationPartResults.userId, userId)))
    .orderBy(educationPartResults.canceled, sql`education_part_results.id desc`)
    .limit(1)
  return row ?? null
}

/** Live results of a person on examinations that have not ended. */
export const listBookedRows = (ctx: Ctx, userId: number): Promise<ExamResultRow[]> =>
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
 * Where somebody examines, drives or comes along, and where their children drive: as rows of `driver_exams`. By whom they are of and not
 * one by one, for a federation holds many and one person has few.
 */
export const concerns = (userId: number): SQL => sql`driver_exams.id in (
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

/** A person who may come along as guardian; null for nobody, and for one who is inactive. */
export async function findAdult(db: Database, userId: number) {
  const { id, firstName, birthOn, isExternal, email, language } = users
  const [row] = await db.query
    .select({ id, firstName, birthOn, isExternal, email, language })
    .from(users)
    .where(and(eq(users.id, userId), sql`users.inactive_at is null and users.protected_at is null`))
  return row ?? null
}

/** Adults whose name begins like the words, ten at most. */
export async function searchAdults(
  db: Database,
  {
    text,
    todayOn,
    childUserId,
    withExternals,
  }: { text: string; todayOn: string; childUserId: number; withExternals: boolean },
): Promise<FoundAdult[]> {
  const match = `{name} : (${beginningMatch(wordsOf(text))})`
  const rows = await db.query
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, organizationNames })
    .from(users)
    .where(
      and(
        sql`users.id in (select rowid from users_words where users_words match ${match})`,
        sql`users.birth_on <= ${cameOfAgeOn(todayOn)}`,
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

/** Whether a person may search for a child's guardian: what the rule asks about the two. */
export async function findChild(db: Database, actor: Actor, childUserId: number) {
  const [row] = await db.query
    .select({
      id: users.id,
      birthOn: users.birthOn,
      linkConfirmed: sql<0 | 1 | null>`(select g.confirmed_at is not null from ${guardianLinksView} g
        where g.adult_user_id = ${actor.id} and g.child_user_id = ${childUserId})`,
    })
    .from(users)
    .where(and(eq(users.id, childUserId), sql`users.inactive_at is null`))
  return row ?? null
}

/** Who is to be told of an examination's news, and has not been yet; a few at a time. */
export const listUntoldDrivers = (db: Database, { examId, at, news }: { examId: number; at: string; news: string }) =>
  db.query
    .select({
      userId: users.id,
      firstName: users.firstName,
      email: users.email,
      language: users.language,
      drives: sql<0 | 1>`max(${users.id} = ${educationPartResults.userId})`.as('drives'),
    })
    .from(educationPartResults)
    .innerJoin(users, sql`users.id in (education_part_results.user_id, education_part_results.guardian_user_id)`)
    .where(
      and(
        eq(educationPartResults.practicalDriverExamId, examId),
        news === 'examCanceled'
          ? sql`${educationPartResults.canceled} = 1 and ${educationPartResults.changedAt} = ${at}`
          : sql`${educationPartResults.canceled} = 0`,
        sql`not exists (select 1 from ${noticesView} n where n.user_id = ${users.id} and n.kind = ${news}
          and n.created_at >= ${at} and n.path like ${`%?examId=${examId}`})`,
      ),
    )
    .groupBy(users.id)
    .limit(40)
