import { type SQL, sql } from 'drizzle-orm'
import { copyAt, partsInOrder } from '#api/catalogue/education-parts/part-copies.ts'
import type { Database, Statement } from '#platform/database.ts'
import {
  educationPrerequisites,
  educationResponsibles,
  educations,
  educationToCategory,
  educationToPart,
  educationToRole,
  partDependencies,
} from '../table.ts'

/** The education that this transaction has inserted: SQLite gives the next id after the highest. */
export const newest: SQL<number> = sql`(select max(id) from educations)`

// A select gives every column in the table's order, but for generated ones.

export const insertCopy = (db: Database, id: number, title: string, now: Date): Statement =>
  db.query.insert(educations).select(sql`
    select null, null, ${title}, short_description, description, picture_file_id, null, null, target_group, fee_minor,
      vat_rate, payment_methods, contact_user_id, organizer_organization_id, hours_hundredths, validity_months, min_age,
      guardian_required_under_age, blocked_for_external_users, custom_questions, certificate_text,
      ${now.toISOString()}, ${now.toISOString()}, '', ''
    from educations where id = ${id}`)

/** What the education is linked to, but for its parts. */
export const copyLinks = (db: Database, id: number): Statement[] => [
  db.query
    .insert(educationToCategory)
    .select(sql`select ${newest}, education_category_id from education_to_category where education_id = ${id}`),
  db.query
    .insert(educationToRole)
    .select(sql`select ${newest}, education_role_id, kind from education_to_role where education_id = ${id}`),
  db.query
    .insert(educationResponsibles)
    .select(sql`select ${newest}, user_id from education_responsibles where education_id = ${id}`),
  db.query
    .insert(educationPrerequisites)
    .select(sql`select ${newest}, prerequisite_education_id from education_prerequisites where education_id = ${id}`),
]

export const shareParts = (db: Database, id: number): Statement[] => [
  db.query
    .insert(educationToPart)
    .select(sql`select ${newest}, education_part_id, position from education_to_part where education_id = ${id}`),
  db.query.insert(partDependencies).select(sql`
    select ${newest}, education_part_id, prerequisite_part_id from part_dependencies where education_id = ${id}`),
]

/** The education gets copies of the other's parts, which wait for each other as the originals do. */
export const holdCopies = (db: Database, id: number): Statement[] => [
  db.query
    .insert(educationToPart)
    .select(
      sql`select ${newest}, ${copyAt(id, sql`original.place`)}, original.position from ${partsInOrder(id)} original where true`,
    ),
  db.query.insert(partDependencies).select(sql`
    select ${newest}, ${copyAt(id, sql`original.place`)}, ${copyAt(id, sql`first.place`)} from part_dependencies d
    join ${partsInOrder(id)} original on original.education_part_id = d.education_part_id
    join ${partsInOrder(id)} first on first.education_part_id = d.prerequisite_part_id where d.education_id = ${id}`),
]

export const findNewest = (db: Database) => db.query.select({ id: newest }).from(sql`(select 1)`)
