import { type SQL, sql } from 'drizzle-orm'

/** SQL: a result of the person has changed at or after `moment`, ISO text. */
export const hasResultChangedSince = (userId: SQL, moment: string): SQL => sql`(
  exists (select 1 from education_part_results changed_part where changed_part.user_id = ${userId} and changed_part.changed_at >= ${moment})
  or exists (select 1 from education_results changed_education
    where changed_education.user_id = ${userId} and changed_education.changed_at >= ${moment}))`
