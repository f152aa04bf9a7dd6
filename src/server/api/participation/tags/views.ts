import { sql } from 'drizzle-orm'

/** SQL: all tags with their educations: `id`, `education_id`. */
export const tagsView = sql`(select id, education_id from tags)`
