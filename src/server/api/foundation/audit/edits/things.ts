import { sql } from 'drizzle-orm'
import { license } from './license.ts'
import { flag, hundredths, ids, json, objectOf, ofTable, type Snapshot, value } from './snapshot.ts'

/* What the log tells of each thing that can be edited, under the names that its form has. */

const education = ofTable('educations', {
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

const educationPart = ofTable('education_parts', {
  title: value('title'),
  description: value('description'),
  type: value('type'),
  fee: hundredths('fee_minor'),
  mandatory: flag('mandatory'),
  hours: hundredths('hours_hundredths'),
  needsApproval: flag('needs_approval'),
  completionRule: value('completion_rule'),
  minimumScore: value('minimum_score'),
  startsAgain: flag('starts_again'),
  opensWindows: flag('opens_windows'),
  submissionInstructions: value('submission_instructions'),
  customQuestions: json('custom_questions'),
  examChecklist: json('exam_checklist'),
  responsibleIds: ids('education_part_responsibles', 'user_id', 'education_part_id = stored.id'),
})

const occasion = ofTable('occasions', {
  educationPartId: value('education_part_id'),
  educationId: value('education_id'),
  title: value('title'),
  description: value('description'),
  startDate: value('starts_at'),
  endDate: value('ends_at'),
  sessions: json('sessions'),
  lastSignUpDate: value('last_sign_up_at'),
  lastCancelDate: value('last_cancel_at'),
  city: value('city'),
  venue: value('venue'),
  address: value('address'),
  onlineUrl: value('online_url'),
  maxParticipants: value('max_participants'),
  fee: hundredths('fee_minor'),
  paymentMethods: json('payment_methods'),
  needsApproval: flag('needs_approval'),
  blockedForExternalUsers: flag('blocked_for_external_users'),
  responsibleIds: ids('occasion_responsibles', 'user_id', 'occasion_id = stored.id'),
  organizerOrganizationId: value('organizer_organization_id'),
  tagId: value('tag_id'),
  customQuestions: json('custom_questions'),
})

const driverExam = ofTable('driver_exams', {
  educationPartId: value('education_part_id'),
  educationId: value('education_id'),
  title: value('title'),
  description: value('description'),
  startDate: value('starts_at'),
  endDate: value('ends_at'),
  lastSignUpDate: value('last_sign_up_at'),
  city: value('city'),
  venue: value('venue'),
  address: value('address'),
  examinerId: value('examiner_id'),
  responsibleIds: ids('driver_exam_responsibles', 'user_id', 'driver_exam_id = stored.id'),
  maxParticipants: value('max_participants'),
  fee: hundredths('fee_minor'),
  guardianAge: value('guardian_age'),
  blockedForExternalUsers: flag('blocked_for_external_users'),
})

const user = ofTable('users', {
  firstName: value('first_name'),
  lastName: value('last_name'),
  birthDate: value('birth_on'),
  phone: value('phone'),
  language: value('language'),
  pictureFileId: value('picture_file_id'),
  organizationIds: ids('user_organizations', 'organization_id', 'user_id = stored.id'),
})

const organization = ofTable('organizations', {
  organizationType: value('type'),
  name: value('name'),
  shortName: value('short_name'),
  parentId: value('parent_id'),
  orgNr: value('org_nr'),
  email: value('email'),
  phone: value('phone'),
  website: value('website'),
  addressLine1: value('address_line_1'),
  addressLine2: value('address_line_2'),
  postalNumber: value('postal_number'),
  city: value('city'),
  country: value('country'),
  isMain: flag('is_main'),
  canBeInvoiced: flag('can_be_invoiced'),
  invoiceEmail: value('invoice_email'),
  active: flag('active'),
})

const media = ofTable('media', {
  title: value('title'),
  description: value('description'),
  url: value('url'),
  fileId: value('file_id'),
  inLibrary: flag('in_library'),
  educationIds: ids('media_to_education', 'education_id', 'media_id = stored.id'),
  tagIds: ids('media_to_tag', 'media_tag_id', 'media_id = stored.id'),
})

/** The row of each thing by its id. */
export const snapshots = {
  education,
  educationPart,
  occasion,
  driverExam,
  license,
  user,
  organization,
  passkey: ofTable('passkeys', { name: value('name') }),
  media,
  mediaTag: ofTable('media_tags', { name: value('name'), order: value('position') }),
  tag: ofTable('tags', {
    educationId: value('education_id'),
    name: value('name'),
    occasionIds: ids('occasions', 'id', 'tag_id = stored.id and canceled_at is null'),
  }),
  event: ofTable('events', { content: value('content') }),
  disturbanceMessage: ofTable('disturbance_messages', {
    content: value('content'),
    from: value('from_at'),
    to: value('to_at'),
  }),
  educationCategory: ofTable('education_categories', {
    name: value('name'),
    shortName: value('short_name'),
    color: value('color'),
    order: value('position'),
    active: flag('active'),
    idrottOnlineCategoryId: value('idrott_online_category_id'),
  }),
  educationRole: ofTable('education_roles', {
    name: value('name'),
    group: value('role_group'),
    order: value('position'),
    active: flag('active'),
  }),
  educatorMaterial: ofTable('educator_materials', {
    name: value('name'),
    educationPartId: value('education_part_id'),
  }),
  gdprContact: ofTable('gdpr_contacts', { email: value('email'), phone: value('phone') }),
  integrationAccount: ofTable('integration_accounts', {
    name: value('name'),
    roles: json('roles'),
    active: flag('active'),
  }),
  otherRequirement: ofTable('other_requirements', {
    name: value('name'),
    description: value('description'),
    validityMonths: value('validity_months'),
    documentRequired: flag('document_required'),
    active: flag('active'),
  }),
  outsideActivity: ofTable('outside_activities', {
    licenseId: value('license_id'),
    category: value('category'),
    name: value('name'),
    most: hundredths('most_hundredths'),
    active: flag('active'),
  }),
} as const

export const configurationSnapshot: Snapshot = {
  table: 'portal_configurations',
  where: sql`stored.id = 1`,
  object: sql`stored.configuration`,
}

/** The parts of an education in their order. */
export const partsSnapshot = ofTable('educations', {
  educationPartIds: ids('education_to_part', 'education_part_id', 'education_id = stored.id', 'position'),
})

export const favoritesSnapshot = ofTable('users', {
  educationCategoryIds: ids('favorite_categories', 'education_category_id', 'user_id = stored.id'),
})

/** An own wording of a mail, as it is stored: with marks where its placeholders are. */
export const wordingSnapshot = (name: string, variant: string, language: string): Snapshot => ({
  table: 'mail_templates',
  where: sql`stored.name = ${name} and stored.variant = ${variant} and stored.language = ${language}`,
  object: objectOf({ subject: unmarked('subject'), text: unmarked('body') }),
})

/** Marks are private characters around a name; see mails/rules.ts. */
function unmarked(column: string): string {
  return `json_quote(replace(replace(stored.${column}, char(57344), '{{'), char(57345), '}}'))`
}
