import { sql } from 'drizzle-orm'
import {
  amountColumn,
  booleanColumn,
  jsonColumn,
  linkedIds,
  type Snapshot,
  tableSnapshot,
  valueColumn,
} from '#api/foundation/audit/edits/snapshot.ts'

/** Audit snapshot of an education: the fields of its form. */
export const educationSnapshot = tableSnapshot('educations', {
  code: valueColumn('code'),
  title: valueColumn('title'),
  shortDescription: valueColumn('short_description'),
  description: valueColumn('description'),
  pictureFileId: valueColumn('picture_file_id'),
  educationCategoryIds: linkedIds('education_to_category', 'education_category_id', 'education_id = stored.id'),
  educationRoleIds: linkedIds('education_to_role', 'education_role_id', `education_id = stored.id and kind = 'trains'`),
  targetGroup: valueColumn('target_group'),
  targetGroupRoleIds: linkedIds(
    'education_to_role',
    'education_role_id',
    `education_id = stored.id and kind = 'target'`,
  ),
  fee: amountColumn('fee_minor'),
  vatRate: valueColumn('vat_rate'),
  paymentMethods: jsonColumn('payment_methods'),
  responsibleIds: linkedIds('education_responsibles', 'user_id', 'education_id = stored.id'),
  contactUserId: valueColumn('contact_user_id'),
  organizerOrganizationId: valueColumn('organizer_organization_id'),
  hours: amountColumn('hours_hundredths'),
  prerequisiteEducationIds: linkedIds(
    'education_prerequisites',
    'prerequisite_education_id',
    'education_id = stored.id',
  ),
  validityMonths: valueColumn('validity_months'),
  minAge: valueColumn('min_age'),
  maxAge: valueColumn('max_age'),
  guardianRequiredUnderAge: valueColumn('guardian_required_under_age'),
  blockedForExternalUsers: booleanColumn('blocked_for_external_users'),
  inPublicCatalogue: booleanColumn('in_public_catalogue'),
  customQuestions: jsonColumn('custom_questions'),
  certificateText: valueColumn('certificate_text'),
  archived: booleanColumn('archived_at is not null'),
})

/** Audit snapshot of the parts of an education in their order. */
export const partsSnapshot = tableSnapshot('educations', {
  educationPartIds: linkedIds('education_to_part', 'education_part_id', 'education_id = stored.id', 'position'),
})

/**
 * Returns the audit snapshot of the prerequisites of a part of an education: their ids, as `auditEdit` reads them
 * before and after a change.
 */
export const prerequisitesSnapshot = (educationId: number, partId: number): Snapshot => ({
  table: 'educations',
  where: sql`stored.id = ${educationId}`,
  object: sql`json_object('educationPartIds', json((select json_group_array(linked.id) from (
    select prerequisite_part_id as id from part_dependencies
    where education_id = stored.id and education_part_id = ${partId} order by 1) linked)))`,
})
