import { sql } from 'drizzle-orm'

/** Each role that a person holds: `user_id`, `role`. */
export const rolesOfPeople = sql`(select user_id, role from user_roles)`

/** Each entry of the lists that limit a role: `kind` is what `reference_id` is the id of. */
export const extensionsOfRoles = sql`(select user_id, role, kind, reference_id from role_extensions)`

/** People with a role from educator upwards: `user_id`, once for each such role. */
export const peopleAtEducatorLevel = sql`(
  select user_id from user_roles where role in ('Educator', 'Administrator', 'SuperAdministrator'))`
