import { sql } from 'drizzle-orm'
import { storedFiles } from '#api/foundation/files/table.ts'

/** Files of the logos that stand on certificates: `file_id`. */
export const filesOfCertificates = sql`(select logos.id as file_id from ${storedFiles} logos
  where exists (select 1 from certificates where certificates.logo_sha256 = logos.sha256))`
