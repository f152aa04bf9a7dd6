import { sql } from 'drizzle-orm'
import { storedFileDigests } from '#api/foundation/files/views.ts'

/** Files of the logos that stand on certificates: `file_id`. */
export const filesOfCertificates = sql`(select logos.id as file_id from ${storedFileDigests} logos
  where exists (select 1 from certificates where certificates.logo_sha256 = logos.sha256))`
