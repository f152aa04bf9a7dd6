import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { partResults } from '#api/catalogue/scope/contributed-results.ts'
import { peopleAtEducatorLevel } from '#api/people/roles/views.ts'
import { peopleView } from '#api/people/users/views.ts'
import { dayIn } from '#api/zone.ts'
import { type Database, type Statement, unlessChanged } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { sanitizedHtml } from '#platform/sanitize.ts'
import type { DriverExamInput } from './contract.ts'
import { driverExamProtocols, driverExamResponsibles, driverExams } from './table.ts'

const columnsOf = (given: DriverExamInput) => ({
  educationPartId: given.educationPartId,
  educationId: given.educationId,
  title: given.title,
  description: given.description === null ? null : sanitizedHtml(given.description),
  startsAt: given.startDate,
  endsAt: given.endDate,
  heldOn: dayIn(given.startDate),
  lastSignUpAt: given.lastSignUpDate,
  city: given.city,
  venue: given.venue,
  address: given.address,
  examinerId: given.examinerId,
  maxParticipants: given.maxParticipants,
  feeMinor: Math.round(given.fee * 100),
  guardianAge: given.guardianAge,
  blockedForExternalUsers: given.blockedForExternalUsers,
})

/** The examination that this transaction has inserted last: SQLite gives the next id after the highest. */
const newestExam: SQL<number> = sql`(select max(id) from driver_exams)`

const addResponsibles = (db: Database, id: number | SQL, userIds: readonly number[]): Statement =>
  insertFrom(
    db.query,
    driverExamResponsibles,
    { driverExamId: id, userId: sql`value` },
    sql`from json_each(${JSON.stringify([...new Set(userIds)])})`,
  )

/** The row, answering its id, and those who examine beside the examiner. */
export const insertExam = (db: Database, given: DriverExamInput, now: Date) =>
  [
    db.query
      .insert(driverExams)
      .values({ ...columnsOf(given), createdAt: now, changedAt: now })
      .returning({ id: driverExams.id }),
    addResponsibles(db, newestExam, given.responsibleIds),
  ] as const

export const updateExam = (db: Database, id: number, given: DriverExamInput, now: Date): Statement[] => [
  db.query
    .update(driverExams)
    .set({ ...columnsOf(given), changedAt: unlessChanged(driverExams.changedAt, given.lastChange, now) as Date })
    .where(and(eq(driverExams.id, id), isNull(driverExams.canceledAt))),
  db.query.delete(driverExamResponsibles).where(eq(driverExamResponsibles.driverExamId, id)),
  addResponsibles(db, id, given.responsibleIds),
]

const hasResults = sql`exists (select 1 from ${partResults} r where r.practical_driver_exam_id = driver_exams.id)`

/** Gone without a trace when nobody was ever on it; otherwise canceled, and kept for those who were. */
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

/** What is examined; null when there is no such part in the education. */
export async function findPart(db: Database, educationPartId: number, educationId: number) {
  const [row] = await db.rows<{ type: number }>(sql`
    select p.type from education_parts p
    join education_to_part l on l.education_part_id = p.id and l.education_id = ${educationId}
    where p.id = ${educationPartId}`)
  return row ?? null
}

const examines = (userId: SQL) => sql`exists (
  select 1 from ${peopleAtEducatorLevel} examining where examining.user_id = ${userId})`

/** The fields that name people who do not exist or may not examine. */
export async function findUnknownPeople(db: Database, given: DriverExamInput) {
  const [row] = await db.rows<{ examinerId: number; responsibleIds: number }>(sql`select
    not exists (select 1 from ${peopleView} users where id = ${given.examinerId} and inactive_at is null
      and ${examines(sql`users.id`)}) as examinerId,
    exists (select 1 from json_each(${JSON.stringify(given.responsibleIds)}) named
      where not exists (select 1 from ${peopleView} users where id = named.value and inactive_at is null
        and ${examines(sql`users.id`)})) as responsibleIds`)
  return (['examinerId', 'responsibleIds'] as const).filter((field) => row?.[field] === 1)
}

type NewProtocol = typeof driverExamProtocols.$inferInsert

/** Signed again, the later protocol stands; the audit log keeps the one before. */
export const saveProtocol = (db: Database, protocol: NewProtocol): Statement => {
  const { resultId, ...changes } = protocol
  return db.query
    .insert(driverExamProtocols)
    .values({ resultId, ...changes })
    .onConflictDoUpdate({ target: driverExamProtocols.resultId, set: changes })
}

export const removeProtocol = (db: Database, resultId: number): Statement =>
  db.query.delete(driverExamProtocols).where(eq(driverExamProtocols.resultId, resultId))
