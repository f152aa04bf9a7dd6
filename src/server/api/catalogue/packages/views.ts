import { sql } from 'drizzle-orm'

/** Each unit of each package: `package_id`, and `position` in the order of the course, from 1. */
export const unitsOfPackages = sql`(select package_id, position from content_package_units)`

/** Size in bytes of the zip of each package whose files exist: `size`. */
export const sizesOfPackages = sql`(select size from content_packages where files_removed_at is null)`
