import { sql } from 'drizzle-orm'

/** Keys of stored files in the file store: `key`. */
export const storedFileKeys = sql`(select key from stored_files)`

/** Size in bytes of each stored file: `size`. */
export const storedFileSizes = sql`(select size from stored_files)`
