import { sql } from 'drizzle-orm'
import { driverExamsView } from '#api/catalogue/exams/views.ts'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import type { Database, Statement } from '#platform/database.ts'
import { educationPartResults } from './table.ts'

/**
 * Returns the statement that cancels a person's seats on occasions and exams that have not begun. Triggers release the
 * seats and record the refunds. Writes no audit entry and notifies nobody.
 */
export const cancelUpcoming = (db: Database, userId: number, now: Date): Statement =>
  db.query
    .update(educationPartResults)
    .set({ canceled: true, changedAt: now })
    .where(
      sql`user_id = ${userId} and canceled = 0 and completed = 0 and (
        occasion_id in (select ahead.id from ${occasionsView} ahead where ahead.starts_at > ${now.toISOString()})
        or practical_driver_exam_id in (select exam_ahead.id from ${driverExamsView} exam_ahead where exam_ahead.starts_at > ${now.toISOString()}))`,
    )
