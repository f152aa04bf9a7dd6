import { and, asc, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import type { EducationFacts } from '#api/catalogue/educations/contract.ts'
import { educationFactColumns, toEducationFacts } from '#api/catalogue/educations/storage.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import { countAvailableSeats, hasAvailableSeats } from '#api/catalogue/occasions/rules.ts'
import { partResults } from '#api/catalogue/scope/contributed-results.ts'
import { isEducationReadable, isEducationVisible, managesEducation } from '#api/catalogue/scope/education-scope.ts'
import { isDescending } from '#api/list-order.ts'
import { orderInDirection } from '#api/order-by.ts'
import { nameOfPerson } from '#api/people/users/views.ts'
import { sanitizeHtml } from '#api/sanitize.ts'
import { selectSortKey } from '#api/text-conditions.ts'
import { endOfDay, startOfDay } from '#api/zone.ts'
import type { Database } from '#platform/database.ts'
import type { QueryBuilder } from '#platform/prepare-query.ts'
import type { DriverExam, DriverExamFilter, DriverExamQuery } from './contract.ts'
import { examOrders } from './rules.ts'
import { driverExams } from './table.ts'

/** SQL expression: number of drivers on an exam, waiting ones and those with a failed protocol included. */
export const examBookedCount = sql<number>`(
  select count(*) from ${partResults} r where r.practical_driver_exam_id = driver_exams.id
    and (r.canceled = 0 or exists (select 1 from driver_exam_protocols p where p.result_id = r.id))
)`

const responsibleIds = sql<string>`(
  select json_group_array(user_id) from driver_exam_responsibles where driver_exam_id = driver_exams.id
)`

/** SQL expression: the name of an exam's examiner, null without one. */
export const examinerName = nameOfPerson(sql`driver_exams.examiner_id`)

/** Returns an expression with an alias of its own, because a batch returns its rows by column name. */
export const aliased = <Value>(value: unknown, alias: string) => sql<Value>`${value}`.as(alias)

const examColumns = {
  exam: driverExams,
  partTitle: aliased<string>(educationParts.title, 'exam_part_title'),
  educationTitle: aliased<string>(educations.title, 'exam_education_title'),
  checklist: aliased<string>(educationParts.examChecklist, 'exam_checklist'),
  bookedCount: aliased<number>(examBookedCount, 'exam_booked_count'),
  responsibleIds: aliased<string>(responsibleIds, 'exam_responsible_ids'),
  examinerName: aliased<string | null>(examinerName, 'exam_examiner_name'),
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

/**
 * Converts a stored practical driver exam to the reply's, with the fee in kronor, a sanitised description and the free
 * seats. `examinerName` is empty without an examiner.
 */
export function toExam({ exam, ...row }: ExamRow): DriverExam {
  const seats = { maxParticipants: exam.maxParticipants, bookedCount: row.bookedCount, reservedCount: 0 }
  return {
    educationPartPracticalDriverExamId: exam.id,
    educationPartId: exam.educationPartId,
    educationId: exam.educationId,
    title: exam.title,
    description: exam.description === null ? null : sanitizeHtml(exam.description),
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
    availableSpots: countAvailableSeats(seats),
    hasFreeSpots: hasAvailableSeats(seats),
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

/** Selects exams with the titles of part and education; narrow it with `where`. */
const selectExams = (db: QueryBuilder) =>
  db.query
    .select(examColumns)
    .from(driverExams)
    .innerJoin(educationParts, eq(educationParts.id, driverExams.educationPartId))
    .innerJoin(educations, eq(educations.id, driverExams.educationId))
    .$dynamic()

/**
 * Condition on `driver_exams`: the user is the examiner or one of the responsible educators of the practical driver
 * exam, cancelled or not.
 */
export const isExaminedBy = (userId: number): SQL => sql`(driver_exams.examiner_id = ${userId} or exists (
  select 1 from driver_exam_responsibles n where n.driver_exam_id = driver_exams.id and n.user_id = ${userId}))`

/**
 * Condition on `driver_exams` and its `educations` row: the actor may read the education, or examines the exam as an
 * educator. Its examiner and responsible educators examine it. Without an actor only published educations count.
 */
export const isExamReadable = (actor: Actor | null): SQL =>
  actor && 'Educator' in actor.roles
    ? sql`(${isEducationReadable(actor)} or ${isExaminedBy(actor.id)})`
    : isEducationReadable(actor)

const toValueList = (values: readonly (number | string)[]) =>
  sql`(select value from json_each(${JSON.stringify(values)}))`

/**
 * Returns the conditions of a filter on `driver_exams`, without `managed`; a value that is missing, or an empty list,
 * gives none. Both days are whole and select by the start. `responsibleId` matches examiners and responsible educators.
 */
export function toExamConditions(filter: DriverExamFilter): SQL[] {
  const conditions: SQL[] = []
  if (filter.startDate) conditions.push(gte(driverExams.startsAt, startOfDay(filter.startDate)))
  if (filter.endDate) conditions.push(lte(driverExams.startsAt, endOfDay(filter.endDate)))
  if (filter.educationIds.length > 0)
    conditions.push(sql`${driverExams.educationId} in ${toValueList(filter.educationIds)}`)
  if (filter.cities.length > 0) conditions.push(sql`${driverExams.city} in ${toValueList(filter.cities)}`)
  if (filter.responsibleId) conditions.push(isExaminedBy(filter.responsibleId))
  return conditions
}

const orderColumns = {
  start: [driverExams.startsAt],
  exam: [selectSortKey(sql`coalesce(driver_exams.title, education_parts.title)`), driverExams.startsAt],
  city: [selectSortKey(driverExams.city), driverExams.startsAt],
  examiner: [selectSortKey(sql`coalesce(${examinerName}, '')`), driverExams.startsAt],
  places: [examBookedCount, driverExams.startsAt],
}

/** Filter of exams, which are by time when it names no order. */
type OrderedFilter = DriverExamFilter & Partial<Pick<DriverExamQuery, 'sort' | 'descending'>>

/**
 * Returns the order of a filter, then by time and by id in the same direction; by time without `sort`. Without
 * `descending` each order has its usual direction (`examOrders`).
 */
export const toExamOrder = ({ sort = 'start', ...filter }: OrderedFilter): SQL[] =>
  orderInDirection(isDescending(examOrders, { sort, ...filter }), ...orderColumns[sort], driverExams.id)

/**
 * Selects a page of the exams that match a filter, cancelled and past ones too. They are in its order (by time without
 * one) and then by id; `page` counts from 1. Both days are whole and select by the start; an empty list does not limit.
 * `responsibleId` matches examiners too. Access and `managed` of the filter are not applied: the caller gives them as
 * conditions (`more`).
 */
export function selectFilteredExams(db: QueryBuilder, filter: OrderedFilter, ...more: SQL[]) {
  // The page is chosen first: SQLite computes the columns of each row that it sorts.
  const ids = db.query
    .select({ id: driverExams.id })
    .from(driverExams)
    .innerJoin(educationParts, eq(educationParts.id, driverExams.educationPartId))
    .innerJoin(educations, eq(educations.id, driverExams.educationId))
    .where(and(...toExamConditions(filter), ...more))
    .orderBy(...toExamOrder(filter))
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
  return selectExams(db)
    .where(inArray(driverExams.id, ids))
    .orderBy(...toExamOrder(filter))
}

/**
 * Condition on `driver_exams` and its `educations` row: the actor manages the education, or is the examiner or a
 * responsible educator of the exam.
 */
export const isRunBy = (actor: Actor): SQL =>
  sql`(${managesEducation(actor) ?? sql`false`} or ${isExaminedBy(actor.id)})`

/**
 * Lists a page of the practical driver exams that the actor may read and that match a filter, in its order. Cancelled
 * and past ones are included. An educator may also read the exams that they examine. With `managed` only those that the
 * actor manages or examines, which are none without an actor. `page` counts from 1.
 */
export async function listExams(db: Database, actor: Actor | null, filter: OrderedFilter): Promise<DriverExam[]> {
  const managed = filter.managed ? [actor ? isRunBy(actor) : sql`false`] : []
  return (await selectFilteredExams(db, filter, isExamReadable(actor), ...managed)).map(toExam)
}

/**
 * Returns a practical driver exam, cancelled or not; null when it does not exist or is hidden from the actor. An
 * educator who examines it may read it too.
 */
export async function findExam(db: Database, actor: Actor | null, id: number): Promise<DriverExam | null> {
  const [row] = await selectExams(db).where(and(eq(driverExams.id, id), isExamReadable(actor)))
  return row ? toExam(row) : null
}

/**
 * Lists practical driver exams by their ids, in no order and each once, cancelled ones too, for callers that have
 * checked access. Unknown ids are left out.
 */
export async function listExamsByIds(db: Database, ids: readonly number[]): Promise<DriverExam[]> {
  if (ids.length === 0) return []
  return (await selectExams(db).where(sql`${driverExams.id} in ${toValueList(ids)}`)).map(toExam)
}

/**
 * Returns a practical driver exam without a check of access, for jobs, which have no actor; null when there is none.
 */
export async function findExamForJobs(db: Database, id: number): Promise<DriverExam | null> {
  const [row] = await selectExams(db).where(eq(driverExams.id, id))
  return row ? toExam(row) : null
}

/**
 * Lists the cities of all practical driver exams, each once, in Swedish order; cancelled and past exams and those of
 * hidden educations count too.
 */
export async function listExamCities(db: Database): Promise<string[]> {
  const rows = await db.query.selectDistinct({ city: driverExams.city }).from(driverExams).orderBy(driverExams.city)
  return rows.map(({ city }) => city).sort((a, b) => a.localeCompare(b, 'sv'))
}

/**
 * Lists the educations visible to the actor that have or have had practical driver exams, by title; at most 500.
 * Educations whose exams are all cancelled or past count too.
 */
export async function listExamEducations(db: Database, actor: Actor | null): Promise<EducationFacts[]> {
  const rows = await db.query
    .select(educationFactColumns)
    .from(educations)
    .where(and(sql`educations.id in (select education_id from driver_exams)`, isEducationVisible(actor)))
    .orderBy(asc(educations.titleKey))
    .limit(500)
  return rows.map(toEducationFacts)
}
