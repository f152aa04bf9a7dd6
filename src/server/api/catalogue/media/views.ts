import { sql } from 'drizzle-orm'

/** Files of media: `file_id`, null for each link. */
export const filesOfMedia = sql`(select file_id from media)`
