import { sql } from 'drizzle-orm'

/**
 * All education roles, inactive ones too. For other domains, like `educationsView`. `role_group` is a number of the
 * specification, listed in table.ts.
 */
export const educationRolesView = sql`(select id, name, role_group, position, active from education_roles)`
