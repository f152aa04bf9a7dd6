import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import type { CourseHolder } from './course-activities.ts'
import { courseAttempts } from './table.ts'

export type NewAttempt = typeof courseAttempts.$inferInsert

/**
 * Finds the registration (UUID) and the start of a person's latest attempt at a course, so that the course can resume;
 * null when there is none. The attempt must be of the same activity and of the same part or material. Ended attempts
 * count too.
 */
export async function findLatestAttempt(
  db: Database,
  userId: number,
  course: CourseHolder & { activityId: string },
): Promise<Pick<NewAttempt, 'registration' | 'startedAt'> | null> {
  const { educationPartId: part, educatorMaterialId: material } = course
  const [row] = await db.query
    .select({ registration: courseAttempts.registration, startedAt: courseAttempts.startedAt })
    .from(courseAttempts)
    .where(
      and(
        eq(courseAttempts.userId, userId),
        eq(courseAttempts.activityId, course.activityId),
        part === null ? isNull(courseAttempts.educationPartId) : eq(courseAttempts.educationPartId, part),
        material === null ? isNull(courseAttempts.educatorMaterialId) : eq(courseAttempts.educatorMaterialId, material),
      ),
    )
    .orderBy(desc(courseAttempts.startedAt))
    .limit(1)
  return row ?? null
}

/** Finds the start of a person's attempt; null for an unknown registration, which is in any case of letters. */
export async function findAttemptStart(db: Database, userId: number, registration: string): Promise<Date | null> {
  const [row] = await db.query
    .select({ startedAt: courseAttempts.startedAt })
    .from(courseAttempts)
    .where(and(eq(courseAttempts.registration, registration.toLowerCase()), eq(courseAttempts.userId, userId)))
  return row?.startedAt ?? null
}

/** Returns the statement that inserts a new attempt at a course. */
export const insertAttempt = (db: Database, attempt: NewAttempt): Statement =>
  db.query.insert(courseAttempts).values(attempt)
