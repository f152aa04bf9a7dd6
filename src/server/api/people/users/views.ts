import { type SQL, sql } from 'drizzle-orm'

/**
 * All people without their credentials, inactive and erased ones too, for other domains; like `educationsView`. A
 * protected identity has the masked name and no e-mail address.
 */
export const peopleView = sql`(select id, first_name, last_name, name_key, user_name, email, phone, birth_on, picture_file_id, is_external,
  language, inactive_at, last_login_at, external_person_id, protected_at, created_at, changed_at, erased_at from users)`

/**
 * SQL expression for the first and last name of a person by id, the masked name for a protected identity; null when
 * there is no such person.
 */
export const nameOfPerson = (userId: number | SQL): SQL<string | null> => sql<string | null>`(
  select named_person.first_name || ' ' || named_person.last_name from users named_person where named_person.id = ${userId})`

/**
 * Each membership, also one that has ended: `user_id`, `organization_id`, `is_primary` (0 or 1), and its first and last
 * day `from_on` and `to_on`, null for no bound.
 */
export const membershipsOfPeople = sql`(select user_id, organization_id, is_primary, from_on, to_on from user_organizations)`

/** Each organisation of each person, with its name: `user_id`, `organization_id`, `name`. */
export const namedMembershipsOfPeople = sql`(
  select named_membership.user_id, named_membership.organization_id, member_organization.name
  from user_organizations named_membership join organizations member_organization on member_organization.id = named_membership.organization_id)`

/**
 * Members of an organisation and of all below it, each pair once: `root_id`, `user_id`. Inactive people are included,
 * and memberships that have ended or not begun.
 */
export const membersOfBranches = sql`(select root_id, user_id from branch_members)`

/**
 * People with a protected identity, their real name and e-mail address: `user_id`, `first_name`, `last_name`, `email`.
 */
export const protectedPeople = sql`(select user_id, first_name, last_name, email from protected_identities)`

/** Files that are pictures of people: `file_id`, null for each person without one. */
export const filesOfPeople = sql`(select picture_file_id as file_id from users)`

/** SQL query, in brackets, for the ids of a person's accounts: the person's own, and those that were merged into it. */
export const recordsOfPerson = (userId: number | SQL): SQL => sql`(
  select record.id from users record where record.id = ${userId} or record.merged_into = ${userId})`

/** Ids of the records that were merged into another person. */
export const mergedAwayPeople = sql`(select merged_record.id from users merged_record where merged_record.merged_into is not null)`

/** People with what decides whether two of them may be merged: `id`, `merged_into`, `personal_number_hash`. */
export const mergingPeople = sql`(select id, merged_into, personal_number_hash from users)`

/** Ids of the people whose personal number the portal holds a hash of: `user_id`. */
export const peopleWithPersonalNumber = sql`(select id as user_id from users where personal_number_hash is not null)`
