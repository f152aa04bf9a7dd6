import { sql } from 'drizzle-orm'
import { flag, hundredths, ids, json, ofTable, type Snapshot, value } from '#api/foundation/audit/edits/snapshot.ts'

/** Audit snapshot of an education: the fields of its form. */
export const educationSnapshot = ofTable('educations', {
  code: value('code'),
  title: value('title'),
  shortDescription: value('short_description'),
  description: value('description'),
  pictureFileId: value('picture_file_id'),
  educationCategoryIds: ids('education_to_category', 'education_category_id', 'education_id = stored.id'),
  educationRoleIds: ids('education_to_role', 'education_role_id', `education_id = stored.id and kind = 'trains'`),
  targetGroup: value('target_group'),
  targetGroupRoleIds: ids('education_to_role', 'education_role_id', `education_id = stored.id and kind = 'target'`),
  fee: hundredths('fee_minor'),
  vatRate: value('vat_rate'),
  paymentMethods: json('payment_methods'),
  responsibleIds: ids('education_responsibles', 'user_id', 'education_id = stored.id'),
  contactUserId: value('contact_user_id'),
  organizerOrganizationId: value('organizer_organization_id'),
  hours: hundredths('hours_hundredths'),
  prerequisiteEducationIds: ids('education_prerequisites', 'prerequisite_education_id', 'education_id = stored.id'),
  validityMonths: value('validity_months'),
  minAge: value('min_age'),
  guardianRequiredUnderAge: value('guardian_required_under_age'),
  blockedForExternalUsers: flag('blocked_for_external_users'),
  customQuestions: json('custom_questions'),
  certificateText: value('certificate_text'),
  archived: flag('archived_at is not null'),
})

/** Audit snapshot of the parts of an education in their order. */
export const partsSnapshot = ofTable('educations', {
  educationPartIds: ids('education_to_part', 'education_part_id', 'education_id = stored.id', 'position'),
})

/** Returns the audit snapshot of the prerequisites of a part of an education. */
export const prerequisitesSnapshot = (educationId: number, partId: number): Snapshot => ({
  table: 'educations',
  where: sql`stored.id = ${educationId}`,
  object: sql`json_object('educationPartIds', json((select json_group_array(linked.id) from (
    select prerequisite_part_id as id from part_dependencies
    where education_id = stored.id and education_part_id = ${partId} order by 1) linked)))`,
})
