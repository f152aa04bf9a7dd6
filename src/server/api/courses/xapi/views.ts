import { sql } from 'drizzle-orm'

/** Each launch of a package, ended ones too: `package_id`, `expires_at`. */
export const launchesOfPackages = sql`(select package_id, expires_at from launches)`
