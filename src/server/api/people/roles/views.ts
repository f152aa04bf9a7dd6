import { sql } from 'drizzle-orm'

/** Each role that a person holds: `user_id`, `role`. */
export const rolesOfPeople = sql`(select user_id, role from user_roles)`

/** Each entry of the lists that limit a role: `kind` is what `reference_id` is the id of. */
export const extensionsOfRoles = sql`(select user_id, role, kind, reference_id from role_extensions)`
