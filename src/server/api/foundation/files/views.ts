import { sql } from 'drizzle-orm'

/** Keys of stored files in the file store: `key`. */
export const storedFileKeys = sql`(select key from stored_files)`

/** Digest of the content of each stored file: `id`, `sha256` (lower-case hexadecimal). */
export const storedFileDigests = sql`(select id, sha256 from stored_files)`

/** Size in bytes of each stored file: `size`. */
export const storedFileSizes = sql`(select size from stored_files)`
