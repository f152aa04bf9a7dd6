import { sql } from 'drizzle-orm'

/** SQL: all licences, including inactive ones. Other domains read licences through this view. */
export const licensesView = sql`(select id, name, code, education_category_id, active, position, changed_at from licenses)`

/**
 * SQL: the cycles of people's licences, current and past. Days are `yyyy-MM-dd`, and `valid_to_on` is null for a cycle
 * without end. `stage` is that of the last daily job.
 */
export const licensesOfPeople = sql`(select id, user_id, license_id, valid_from_on, valid_to_on, stage, succeeded_on, revoked_on from user_licenses)`

/** SQL: the licences that people have as a goal: `user_id`, `license_id`. */
export const licenseGoalsOfPeople = sql`(select user_id, license_id from license_goals)`

/**
 * SQL: requirements of licences: `reference_id` is an education (`kind` 0), a licence (1) or another requirement (2).
 * `purpose` is a `RequirementPurpose`; `group_number` is 0 outside groups, and for credits the index of the category.
 */
export const requirementsOfLicenses = sql`(select license_id, purpose, group_number, kind, reference_id from license_requirements)`
