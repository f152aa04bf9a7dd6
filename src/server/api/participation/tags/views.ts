import { type SQL, sql } from 'drizzle-orm'
import { isTied } from '#api/catalogue/occasions/views.ts'

/** SQL: all tags with their educations: `id`, `education_id`. */
export const tagsView = sql`(select id, education_id from tags)`

/**
 * SQL: the education that every sign-up to a tied occasion is for, that of its tag; null for an occasion that is not
 * tied. `occasion` is the alias of a row of `occasionsView`.
 */
export const educationOfTag = (occasion: string): SQL => sql`(select tying.education_id from ${tagsView} tying
  where tying.id = ${sql.raw(`${occasion}.tag_id`)} and ${isTied(occasion)})`
