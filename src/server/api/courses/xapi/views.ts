import { sql } from 'drizzle-orm'

/** All launches of packages, expired ones too: `package_id`, `expires_at`. */
export const launchesOfPackages = sql`(select package_id, expires_at from launches)`

/** Size in bytes of each attachment and document of the record store that is a file: `size`. */
export const sizesOfRecordFiles = sql`(select size from xapi_attachments
  union all select size from xapi_documents where file_key is not null)`

/** Keys of the attachments and large documents of the record store in the file store: `key`. */
export const keysOfRecordFiles = sql`(select file_key as key from xapi_attachments
  union all select file_key as key from xapi_documents where file_key is not null)`
