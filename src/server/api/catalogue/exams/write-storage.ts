import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { partResults } from '#api/catalogue/scope/contributed-results.ts'
import { activeEducators } from '#api/people/roles/views.ts'
import { sanitizeHtml } from '#api/sanitize.ts'
import { toPortalDay } from '#api/zone.ts'
import { type Database, ifUnmodifiedSince, type Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import type { DriverExamInput } from './contract.ts'
import { driverExamProtocols, driverExamResponsibles, driverExams } from './table.ts'

const toColumns = (input: DriverExamInput) => ({
  educationPartId: input.educationPartId,
  educationId: input.educationId,
  title: input.title,
  description: input.description === null ? null : sanitizeHtml(input.description),
  startsAt: input.startDate,
  endsAt: input.endDate,
  heldOn: toPortalDay(input.startDate),
  lastSignUpAt: input.lastSignUpDate,
  city: input.city,
  venue: input.venue,
  address: input.address,
  examinerId: input.examinerId,
  maxParticipants: input.maxParticipants,
  feeMinor: Math.round(input.fee * 100),
  guardianAge: input.guardianAge,
  blockedForExternalUsers: input.blockedForExternalUsers,
})

/** The exam that this transaction has just inserted: SQLite assigns the id after the highest one. */
const newestExam: SQL<number> = sql`(select max(id) from driver_exams)`

const addResponsibles = (db: Database, id: number | SQL, userIds: readonly number[]): Statement =>
  insertFrom(
    db.query,
    driverExamResponsibles,
    { driverExamId: id, userId: sql`value` },
    sql`from json_each(${JSON.stringify([...new Set(userIds)])})
      where exists (select 1 from driver_exams where driver_exams.id = ${id})`,
  )

/**
 * Returns the statements that insert a practical driver exam, whose result is the id, and its responsible educators;
 * repeated ids count once. References are not checked here.
 */
export const insertExam = (db: Database, input: DriverExamInput, now: Date) =>
  [
    db.query
      .insert(driverExams)
      .values({ ...toColumns(input), createdAt: now, changedAt: now })
      .returning({ id: driverExams.id }),
    addResponsibles(db, newestExam, input.responsibleIds),
  ] as const

/**
 * Returns the statements that update a practical driver exam, and replace its responsible educators. The commit fails
 * as `changed_meanwhile` unless it has the version `lastChange`, which a cancellation ends too, and as
 * `occasion_max_below_booked` when `maxParticipants` is less than its booked drivers. An exam that has been deleted
 * stays deleted.
 */
export const updateExam = (db: Database, id: number, input: DriverExamInput, now: Date): Statement[] => [
  db.query
    .update(driverExams)
    .set({ ...toColumns(input), changedAt: ifUnmodifiedSince(driverExams.changedAt, input.lastChange, now) as Date })
    .where(eq(driverExams.id, id)),
  db.query.delete(driverExamResponsibles).where(eq(driverExamResponsibles.driverExamId, id)),
  addResponsibles(db, id, input.responsibleIds),
]

const hasResults = sql`exists (select 1 from ${partResults} r where r.practical_driver_exam_id = driver_exams.id)`

/**
 * Returns the statements that remove a practical driver exam. One that never had a driver's result is deleted; another
 * is cancelled, so that its drivers still see it. The commit fails as `exam_has_results` when a driver has been
 * examined. Repeating it changes nothing; drivers are not notified here.
 */
export const removeExam = (db: Database, id: number, now: Date): Statement[] => [
  db.query
    .update(driverExams)
    .set({ canceledAt: now, changedAt: now })
    .where(and(eq(driverExams.id, id), isNull(driverExams.canceledAt), hasResults)),
  db.query
    .delete(driverExamResponsibles)
    .where(
      and(
        eq(driverExamResponsibles.driverExamId, id),
        sql`exists (select 1 from driver_exams where id = ${id} and not ${hasResults})`,
      ),
    ),
  db.query.delete(driverExams).where(and(eq(driverExams.id, id), sql`not ${hasResults}`)),
]

/** Returns `{ type }` of a part, its number in `partTypes`; null when the education has no such part. */
export async function findExamPart(db: Database, educationPartId: number, educationId: number) {
  const [row] = await db.rows<{ type: number }>(sql`
    select p.type from education_parts p
    join education_to_part l on l.education_part_id = p.id and l.education_id = ${educationId}
    where p.id = ${educationPartId}`)
  return row ?? null
}

/**
 * Returns the names of the fields (`examinerId`, `responsibleIds`) with people who do not exist, are inactive or may
 * not examine; empty when all may. Whether they may examine in this education is not checked.
 */
export async function findInvalidExaminers(db: Database, input: DriverExamInput) {
  const [row] = await db.rows<{ examinerId: number; responsibleIds: number }>(sql`select
    ${input.examinerId} not in ${activeEducators} as examinerId,
    exists (select 1 from json_each(${JSON.stringify(input.responsibleIds)}) where value not in ${activeEducators})
      as responsibleIds`)
  return (['examinerId', 'responsibleIds'] as const).filter((field) => row?.[field] === 1)
}

type NewExamProtocol = typeof driverExamProtocols.$inferInsert

/**
 * Returns the statement that saves the exam protocol of a driver's result. It replaces an earlier one; the caller
 * records that in the audit log. The result itself stays.
 */
export const saveExamProtocol = (db: Database, protocol: NewExamProtocol): Statement => {
  const { resultId, ...changes } = protocol
  return db.query
    .insert(driverExamProtocols)
    .values({ resultId, ...changes })
    .onConflictDoUpdate({ target: driverExamProtocols.resultId, set: changes })
}

/**
 * Returns the statement that deletes the exam protocol of a driver's result, which itself stays. Does nothing without
 * one.
 */
export const deleteExamProtocol = (db: Database, resultId: number): Statement =>
  db.query.delete(driverExamProtocols).where(eq(driverExamProtocols.resultId, resultId))
