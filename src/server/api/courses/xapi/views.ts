import { sql } from 'drizzle-orm'

/** All launches of packages, expired ones too: `package_id`, `expires_at`. */
export const launchesOfPackages = sql`(select package_id, expires_at from launches)`
