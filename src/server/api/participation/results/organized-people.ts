import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { isOrganizedResult } from './storage.ts'

/** An occasion or an exam. */
export type ResultPlace = { occasionId: number } | { examId: number }

/**
 * Returns the SQL query for the ids of the people with a sign-up to an occasion or exam, cancelled ones too, that the
 * actor organises.
 */
export const selectOrganizedPeople = (actor: Actor, place: ResultPlace): SQL => sql`(
  select education_part_results.user_id from education_part_results where ${
    'examId' in place
      ? sql`education_part_results.practical_driver_exam_id = ${place.examId}`
      : sql`education_part_results.occasion_id = ${place.occasionId}`
  } and ${isOrganizedResult(actor)})`
