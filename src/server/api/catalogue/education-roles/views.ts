import { sql } from 'drizzle-orm'

/** All education roles, inactive ones too. For other domains, like `educationsView`. */
export const educationRolesView = sql`(select id, name, role_group, position, active from education_roles)`
