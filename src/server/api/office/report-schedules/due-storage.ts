import { and, eq, type SQL, sql } from 'drizzle-orm'
import { mergedAwayPeople, peopleView } from '#api/people/users/views.ts'
import { countChangedRows, type Database } from '#platform/database.ts'
import { listStored, type StoredSchedule } from './storage.ts'
import { reportDeliveries, reportSchedules } from './table.ts'

/** SQL condition: at least one report schedule is due at `now` and not paused. */
export const hasDueSchedules = (now: Date): SQL =>
  sql`exists (select 1 from report_schedules where paused_at is null and next_due_at <= ${now.toISOString()})`

/**
 * Lists at most `limit` report schedules that are due at `now` and not paused, the earliest first. Each has its saved
 * view if its owner may open it.
 */
export const listDue = (db: Database, now: Date, limit: number): Promise<StoredSchedule[]> =>
  listStored(
    db,
    sql`paused_at is null and next_due_at <= ${now.toISOString()}
      order by next_due_at, report_schedules.id limit ${limit}`,
  )

/**
 * Lists the ids of the receivers of a report schedule who have no delivery of the period, by id; people who were merged
 * away are left out.
 */
export async function listUndelivered(db: Database, scheduleId: string, period: string): Promise<number[]> {
  const rows = await db.rows<{ userId: number }>(sql`
    select user_id as userId from report_receivers where schedule_id = ${scheduleId}
      and user_id not in ${mergedAwayPeople} and user_id not in (
      select user_id from report_deliveries where schedule_id = ${scheduleId} and period = ${period})
    order by user_id`)
  return rows.map(({ userId }) => userId)
}

export interface Contact {
  /** Null for a protected identity and for a person without an e-mail address. */
  email: string | null
  firstName: string
  isProtected: boolean
}

/**
 * Loads the e-mail address, first name and protection of each person by id, inactive people too; ids without a person
 * are missing.
 */
export async function listContacts(db: Database, userIds: readonly number[]): Promise<Map<number, Contact>> {
  const rows = await db.rows<Omit<Contact, 'isProtected'> & { id: number; isProtected: 0 | 1 }>(sql`
    select id, email, first_name as firstName, protected_at is not null as isProtected from ${peopleView}
    where id in (select value from json_each(${JSON.stringify(userIds)}))`)
  return new Map(rows.map(({ id, isProtected, ...contact }) => [id, { ...contact, isProtected: isProtected === 1 }]))
}

/**
 * Returns the statement that stores a delivery of a scheduled report; the commit fails when the receiver has one of the
 * period. Sends nothing.
 */
export const insertDelivery = (db: Database, delivery: typeof reportDeliveries.$inferInsert) =>
  db.query.insert(reportDeliveries).values(delivery)

/** Moves a report schedule to its next due time at once, unless another run has moved it; returns whether it did. */
export async function moveSchedule(db: Database, { id, nextDueAt }: StoredSchedule, next: Date): Promise<boolean> {
  const result = await db.query
    .update(reportSchedules)
    .set({ nextDueAt: next })
    .where(and(eq(reportSchedules.id, id), eq(reportSchedules.nextDueAt, new Date(nextDueAt))))
    .run()
  return countChangedRows(result) > 0
}
