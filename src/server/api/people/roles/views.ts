import { sql } from 'drizzle-orm'

/** Roles of people: `user_id`, `role`. */
export const rolesOfPeople = sql`(select user_id, role from user_roles)`

/** Entries of the lists that limit a role: `kind` says which table `reference_id` refers to. */
export const extensionsOfRoles = sql`(select user_id, role, kind, reference_id from role_extensions)`

/** People with the role of educator or a higher one: `user_id`, once for each such role. */
export const peopleAtEducatorLevel = sql`(
  select user_id from user_roles where role in ('Educator', 'Administrator', 'SuperAdministrator'))`
