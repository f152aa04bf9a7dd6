import { sql } from 'drizzle-orm'

/** All kinds of licences, inactive ones too. For other domains, as `educationsView` is. */
export const licensesView = sql`(select id, name, code, active, position from licenses)`

/** Each licence that a person has or has had, a row for each cycle. */
export const licensesOfPeople = sql`(select id, user_id, license_id, valid_from_on, valid_to_on, stage, succeeded_on, revoked_on from user_licenses)`

/** Licences that people aim for: `user_id`, `license_id`. */
export const licenseGoalsOfPeople = sql`(select user_id, license_id from license_goals)`

/** Requirements of licences: `reference_id` is an education (`kind` 0) or another licence (`kind` 1). */
export const requirementsOfLicenses = sql`(select license_id, purpose, group_number, kind, reference_id from license_requirements)`
