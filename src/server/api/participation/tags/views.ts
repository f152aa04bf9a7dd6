import { sql } from 'drizzle-orm'

/** Each tag with the education whose occasions it ties together: `id`, `education_id`. */
export const tagsView = sql`(select id, education_id from tags)`
