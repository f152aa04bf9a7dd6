import { sql } from 'drizzle-orm'

/** Roles of people: `user_id`, `role`. */
export const rolesOfPeople = sql`(select user_id, role from user_roles)`

/** Roles that a group at the OpenID provider gave: `user_id`, `role`. */
export const groupRolesOfPeople = sql`(select user_id, role from user_roles where from_group = 1)`

/**
 * Column, for a row of `users`, with the JSON array of the roles that a group at the OpenID provider gave; an empty
 * array without any.
 */
export const groupRolesColumn = sql<string>`(select json_group_array(role) from user_roles where user_id = users.id and from_group = 1)`

/** SQL query for the ids, as `id`, of the superadministrators whose account is active. */
export const selectSuperadministrators = sql`
  select officer.id from user_roles held join users officer on officer.id = held.user_id
  where held.role = 'SuperAdministrator' and officer.inactive_at is null`

/** Entries of the lists that limit a role: `kind`, an `ExtensionKind`, says which table `reference_id` refers to. */
export const extensionsOfRoles = sql`(select user_id, role, kind, reference_id from role_extensions)`

/** People with the role of educator or a higher one: `user_id`, once for each such role. */
export const peopleAtEducatorLevel = sql`(
  select user_id from user_roles where role in ('Educator', 'Administrator', 'SuperAdministrator'))`

/** Active people with the role of educator or a higher one, who may run an occasion or an exam: `id`, each once. */
export const activeEducators = sql`(
  select active.id from users active
  where active.inactive_at is null and active.id in (select user_id from ${peopleAtEducatorLevel}))`
