import { type SQL, sql } from 'drizzle-orm'

/*
 * Views of educations for other domains. Each is used where SQL expects a table: sql`from ${educationsView} e`. SQLite
 * flattens them into the outer query, so that a view costs nothing and uses the indexes of its table.
 */

/** All educations, drafts and archived ones too. */
export const educationsView = sql`(select id, code, title, title_key, desk_key, search_key, short_description, description, picture_file_id,
  published_at, archived_at, target_group, fee_minor, vat_rate, payment_methods, contact_user_id, organizer_organization_id,
  hours_hundredths, validity_months, min_age, max_age, guardian_required_under_age, blocked_for_external_users, custom_questions,
  certificate_text, in_public_catalogue, created_at, changed_at from educations)`

/** Educations that the catalogue shows: published and not archived. Columns of `educationsView`. */
export const publishedEducations = sql`(select id, code, title, title_key, short_description, picture_file_id, published_at, fee_minor,
  hours_hundredths, min_age, max_age, guardian_required_under_age, blocked_for_external_users
  from educations where published_at is not null and archived_at is null)`

/** Educations that strangers see in the public catalogue: published, not archived and not hidden there. */
export const publicEducations = sql`(select id, title, title_key, picture_file_id, fee_minor, changed_at from educations
  where published_at is not null and archived_at is null and in_public_catalogue = 1)`

/**
 * Each category of each education with its name and its order: `education_id`, `education_category_id`, `name`,
 * `color`, `position`.
 */
export const namedCategoriesOfEducations = sql`(
  select named_link.education_id, named_link.education_category_id, named_category.name, named_category.color, named_category.position
  from education_to_category named_link join education_categories named_category on named_category.id = named_link.education_category_id)`

/**
 * SQL: colour of an education's first category, by position, that has one; null where none has. Takes the education's
 * id as SQL.
 */
export const firstCategoryColor = (educationId: SQL) => sql<string | null>`(
  select colored.color from ${namedCategoriesOfEducations} colored
  where colored.education_id = ${educationId} and colored.color is not null order by colored.position limit 1)`

/**
 * Each part of each education with its facts: `education_id`, `education_part_id`, `position`, `title`, `type`,
 * `fee_minor`, `hours_hundredths`.
 */
export const describedPartsOfEducations = sql`(
  select described_link.education_id, described_link.education_part_id, described_link.position, described_part.title, described_part.type,
    described_part.fee_minor, described_part.hours_hundredths
  from education_to_part described_link join education_parts described_part on described_part.id = described_link.education_part_id)`

/** Each part of each education: `education_id`, `education_part_id`, `position`. */
export const partsOfEducations = sql`(select education_id, education_part_id, position from education_to_part)`

/**
 * SQL: the order for choosing one of several educations that hold a part: published first, then not archived, then by
 * id. Takes the alias of a row of `educationsView`.
 */
export const firstEducationOrder = (education: string): SQL =>
  sql.raw(`${education}.published_at is null, ${education}.archived_at is not null, ${education}.id`)

/** Each category of each education: `education_id`, `education_category_id`. */
export const categoriesOfEducations = sql`(select education_id, education_category_id from education_to_category)`

/** Each role of each education: `education_id`, `education_role_id`, `kind` (`trains` or `target`). */
export const rolesOfEducations = sql`(select education_id, education_role_id, kind from education_to_role)`

/** Each role that each education trains: `education_id`, `education_role_id`. */
export const trainedRolesOfEducations = sql`(select education_id, education_role_id from education_to_role where kind = 'trains')`

/** Each education that is a prerequisite of another: `education_id`, `prerequisite_education_id`. */
export const prerequisitesOfEducations = sql`(select education_id, prerequisite_education_id from education_prerequisites)`

/**
 * Each part that is a prerequisite of another within an education: `education_id`, `education_part_id`,
 * `prerequisite_part_id`.
 */
export const prerequisitesOfParts = sql`(select education_id, education_part_id, prerequisite_part_id from part_dependencies)`

/** The people responsible for each education: `education_id`, `user_id`. */
export const responsiblesOfEducations = sql`(select education_id, user_id from education_responsibles)`

/** Picture files of educations: `file_id`, null for each education without one. */
export const filesOfEducations = sql`(select picture_file_id as file_id from educations)`

/** Ids of the educations whose texts match a full-text query of `text-matching.ts`. */
export const educationsWithWords = (match: string): SQL =>
  sql`(select rowid from educations_words where educations_words match ${match})`
