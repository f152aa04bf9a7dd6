import { and, asc, eq, gte, lte, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import type { EducationFacts } from '#api/catalogue/educations/contract.ts'
import { factColumns, factsFrom } from '#api/catalogue/educations/storage.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import { availableSeats, hasFreeSeats } from '#api/catalogue/occasions/rules.ts'
import { partResults } from '#api/catalogue/scope/contributed-results.ts'
import { managedBy, readableBy, visibleTo } from '#api/catalogue/scope/education-scope.ts'
import { nameOfPerson } from '#api/people/users/views.ts'
import { endOfDay, startOfDay } from '#api/zone.ts'
import type { Database } from '#platform/database.ts'
import type { QueryBuilder } from '#platform/prepare-query.ts'
import { sanitizedHtml } from '#platform/sanitize.ts'
import type { DriverExam, DriverExamFilter } from './contract.ts'
import { driverExams } from './table.ts'

/** Also those who failed: they were there. */
export const examBookedCount = sql<number>`(
  select count(*) from ${partResults} r where r.practical_driver_exam_id = driver_exams.id
    and (r.canceled = 0 or exists (select 1 from driver_exam_protocols p where p.result_id = r.id))
)`

const responsibleIds = sql<string>`(
  select json_group_array(user_id) from driver_exam_responsibles where driver_exam_id = driver_exams.id
)`

const examinerName = nameOfPerson(sql`driver_exams.examiner_id`)

const named = <Value>(value: unknown, alias: string) => sql<Value>`${value}`.as(alias)

// Each column by a name of its own, because a batch answers its rows by column name.
const examColumns = {
  exam: driverExams,
  partTitle: named<string>(educationParts.title, 'exam_part_title'),
  educationTitle: named<string>(educations.title, 'exam_education_title'),
  checklist: named<string>(educationParts.examChecklist, 'exam_checklist'),
  bookedCount: named<number>(examBookedCount, 'exam_booked_count'),
  responsibleIds: named<string>(responsibleIds, 'exam_responsible_ids'),
  examinerName: named<string | null>(examinerName, 'exam_examiner_name'),
}

export interface ExamRow {
  exam: typeof driverExams.$inferSelect
  partTitle: string
  educationTitle: string
  checklist: string
  bookedCount: number
  responsibleIds: string
  examinerName: string | null
}

export function examFrom({ exam, ...row }: ExamRow): DriverExam {
  const seats = { maxParticipants: exam.maxParticipants, bookedCount: row.bookedCount, reservedCount: 0 }
  return {
    educationPartPracticalDriverExamId: exam.id,
    educationPartId: exam.educationPartId,
    educationId: exam.educationId,
    title: exam.title,
    description: exam.description === null ? null : sanitizedHtml(exam.description),
    startDate: exam.startsAt,
    endDate: exam.endsAt,
    city: exam.city,
    venue: exam.venue,
    address: exam.address,
    examinerId: exam.examinerId,
    examinerName: row.examinerName ?? '',
    responsibleIds: JSON.parse(row.responsibleIds) as number[],
    maxParticipants: exam.maxParticipants,
    bookedCount: row.bookedCount,
    availableSpots: availableSeats(seats),
    hasFreeSpots: hasFreeSeats(seats),
    fee: exam.feeMinor / 100,
    lastSignUpDate: exam.lastSignUpAt,
    guardianAge: exam.guardianAge,
    blockedForExternalUsers: exam.blockedForExternalUsers,
    canceled: exam.canceledAt !== null,
    educationTitle: row.educationTitle,
    partTitle: row.partTitle,
    checklist: JSON.parse(row.checklist) as DriverExam['checklist'],
    lastChange: exam.changedAt,
  }
}

/** Examinations with the titles they are known by; narrow it with `where`. */
const selectExams = (db: QueryBuilder) =>
  db.query
    .select(examColumns)
    .from(driverExams)
    .innerJoin(educationParts, eq(educationParts.id, driverExams.educationPartId))
    .innerJoin(educations, eq(educations.id, driverExams.educationId))
    .$dynamic()

/** Named on the examination: the examiner, or one of those beside. */
export const examinedBy = (userId: number): SQL => sql`(driver_exams.examiner_id = ${userId} or exists (
  select 1 from driver_exam_responsibles n where n.driver_exam_id = driver_exams.id and n.user_id = ${userId}))`

/** An examination is seen through its education, and by whoever examines. */
const examReadableBy = (actor: Actor | null): SQL =>
  actor && 'Educator' in actor.roles ? sql`(${readableBy(actor)} or ${examinedBy(actor.id)})` : readableBy(actor)

const among = (values: readonly (number | string)[]) => sql`(select value from json_each(${JSON.stringify(values)}))`

function conditionsOf(filter: DriverExamFilter): SQL[] {
  const conditions: SQL[] = []
  if (filter.startDate) conditions.push(gte(driverExams.startsAt, startOfDay(filter.startDate)))
  if (filter.endDate) conditions.push(lte(driverExams.startsAt, endOfDay(filter.endDate)))
  if (filter.educationIds.length > 0) conditions.push(sql`${driverExams.educationId} in ${among(filter.educationIds)}`)
  if (filter.cities.length > 0) conditions.push(sql`${driverExams.city} in ${among(filter.cities)}`)
  if (filter.responsibleId) conditions.push(examinedBy(filter.responsibleId))
  return conditions
}

/** The rows of a filter's page in the order of time. */
export const selectFiltered = (db: QueryBuilder, filter: DriverExamFilter, ...more: SQL[]) =>
  selectExams(db)
    .where(and(...conditionsOf(filter), ...more))
    .orderBy(asc(driverExams.startsAt), asc(driverExams.id))
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)

const runBy = (actor: Actor): SQL => sql`(${managedBy(actor) ?? sql`false`} or ${examinedBy(actor.id)})`

export async function listExams(db: Database, actor: Actor | null, filter: DriverExamFilter): Promise<DriverExam[]> {
  const run = filter.managed ? [actor ? runBy(actor) : sql`false`] : []
  return (await selectFiltered(db, filter, examReadableBy(actor), ...run)).map(examFrom)
}

/** Null when it does not exist or is hidden from the person. */
export async function findExam(db: Database, actor: Actor | null, id: number): Promise<DriverExam | null> {
  const [row] = await selectExams(db).where(and(eq(driverExams.id, id), examReadableBy(actor)))
  return row ? examFrom(row) : null
}

/** Examinations that the caller has been let at already. */
export async function listExamsByIds(db: Database, ids: readonly number[]): Promise<DriverExam[]> {
  if (ids.length === 0) return []
  return (await selectExams(db).where(sql`${driverExams.id} in ${among(ids)}`)).map(examFrom)
}

/** For work that nobody asked for in person: no reader, so nothing is hidden. */
export async function findExamForJobs(db: Database, id: number): Promise<DriverExam | null> {
  const [row] = await selectExams(db).where(eq(driverExams.id, id))
  return row ? examFrom(row) : null
}

export async function listExamCities(db: Database): Promise<string[]> {
  const rows = await db.query.selectDistinct({ city: driverExams.city }).from(driverExams).orderBy(driverExams.city)
  return rows.map(({ city }) => city).sort((a, b) => a.localeCompare(b, 'sv'))
}

/** The educations that examinations are or have been held in, by title. */
export async function listExamEducations(db: Database, actor: Actor | null): Promise<EducationFacts[]> {
  const rows = await db.query
    .select(factColumns)
    .from(educations)
    .where(and(sql`educations.id in (select education_id from driver_exams)`, visibleTo(actor)))
    .orderBy(asc(educations.titleKey))
    .limit(500)
  return rows.map(factsFrom)
}
