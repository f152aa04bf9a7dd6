import { sql } from 'drizzle-orm'

/** Each unit of each package: `package_id`, `position`. */
export const unitsOfPackages = sql`(select package_id, position from content_package_units)`
