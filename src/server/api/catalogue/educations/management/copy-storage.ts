import { type SQL, sql } from 'drizzle-orm'
import { copiedPartId, numberedParts } from '#api/catalogue/education-parts/part-copies.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { withEducationWords } from '../rules.ts'
import {
  educationPrerequisites,
  educationResponsibles,
  educations,
  educationToCategory,
  educationToPart,
  educationToRole,
  partDependencies,
} from '../table.ts'

/** The education that this transaction has inserted: SQLite assigns the id after the highest one. */
export const newestEducationId: SQL<number> = sql`(select max(id) from educations)`

/**
 * Returns the statement that inserts a copy of an education's own fields, neither published nor archived, without a
 * code and with another title. Both refer to the same picture file. Its links (`copyLinks`) and parts are not copied by
 * it; an unknown id inserts nothing. The copy has the version `now`.
 */
export const insertEducationCopy = (db: Database, id: number, title: string, now: Date): Statement =>
  insertFrom(
    db.query,
    educations,
    {
      ...withEducationWords({ title }),
      shortDescription: sql`short_description`,
      description: sql`description`,
      pictureFileId: sql`picture_file_id`,
      targetGroup: sql`target_group`,
      feeMinor: sql`fee_minor`,
      vatRate: sql`vat_rate`,
      paymentMethods: sql`payment_methods`,
      contactUserId: sql`contact_user_id`,
      organizerOrganizationId: sql`organizer_organization_id`,
      hoursHundredths: sql`hours_hundredths`,
      validityMonths: sql`validity_months`,
      minAge: sql`min_age`,
      maxAge: sql`max_age`,
      guardianRequiredUnderAge: sql`guardian_required_under_age`,
      blockedForExternalUsers: sql`blocked_for_external_users`,
      inPublicCatalogue: sql`in_public_catalogue`,
      customQuestions: sql`custom_questions`,
      certificateText: sql`certificate_text`,
      createdAt: now.toISOString(),
      changedAt: now.toISOString(),
      deskKey: '',
    },
    sql`from educations where id = ${id}`,
  )

/**
 * Returns the statements that copy the links of an education to the education inserted last in the commit: its
 * categories, trained and target roles, responsible people and prerequisites, but not its parts.
 */
export const copyLinks = (db: Database, id: number): Statement[] => [
  insertFrom(
    db.query,
    educationToCategory,
    { educationId: newestEducationId, educationCategoryId: sql`education_category_id` },
    sql`from education_to_category where education_id = ${id}`,
  ),
  insertFrom(
    db.query,
    educationToRole,
    { educationId: newestEducationId, educationRoleId: sql`education_role_id`, kind: sql`kind` },
    sql`from education_to_role where education_id = ${id}`,
  ),
  insertFrom(
    db.query,
    educationResponsibles,
    { educationId: newestEducationId, userId: sql`user_id` },
    sql`from education_responsibles where education_id = ${id}`,
  ),
  insertFrom(
    db.query,
    educationPrerequisites,
    { educationId: newestEducationId, prerequisiteEducationId: sql`prerequisite_education_id` },
    sql`from education_prerequisites where education_id = ${id}`,
  ),
]

/**
 * Returns the statements that give the education inserted last in the commit the parts of education `id`. They keep
 * their order and the prerequisites among them, and are shared, not copied.
 */
export const shareParts = (db: Database, id: number): Statement[] => [
  insertFrom(
    db.query,
    educationToPart,
    { educationId: newestEducationId, educationPartId: sql`education_part_id`, position: sql`position` },
    sql`from education_to_part where education_id = ${id}`,
  ),
  insertFrom(
    db.query,
    partDependencies,
    {
      educationId: newestEducationId,
      educationPartId: sql`education_part_id`,
      prerequisitePartId: sql`prerequisite_part_id`,
    },
    sql`from part_dependencies where education_id = ${id}`,
  ),
]

/**
 * Returns the statements that attach the copied parts of education `id` to the education inserted last in the commit.
 * They keep their order and the prerequisites among them. `copyParts` inserts the copies before.
 */
export const attachCopiedParts = (db: Database, id: number): Statement[] => [
  insertFrom(
    db.query,
    educationToPart,
    {
      educationId: newestEducationId,
      educationPartId: copiedPartId(id, sql`original.place`),
      position: sql`original.position`,
    },
    sql`from ${numberedParts(id)} original where true`,
  ),
  insertFrom(
    db.query,
    partDependencies,
    {
      educationId: newestEducationId,
      educationPartId: copiedPartId(id, sql`original.place`),
      prerequisitePartId: copiedPartId(id, sql`first.place`),
    },
    sql`from part_dependencies d
    join ${numberedParts(id)} original on original.education_part_id = d.education_part_id
    join ${numberedParts(id)} first on first.education_part_id = d.prerequisite_part_id where d.education_id = ${id}`,
  ),
]

/**
 * Selects the id of the education that this transaction has inserted. Only valid behind the insert in the same commit.
 */
export const selectNewestEducation = (db: Database) => db.query.select({ id: newestEducationId }).from(sql`(select 1)`)
