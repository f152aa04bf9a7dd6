import { sql } from 'drizzle-orm'

/** Keys of stored files in the file store: `key`. */
export const storedFileKeys = sql`(select key from stored_files)`
