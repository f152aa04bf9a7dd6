import { sql } from 'drizzle-orm'

/** The files that media hold: `file_id`. */
export const filesOfMedia = sql`(select file_id from media)`
