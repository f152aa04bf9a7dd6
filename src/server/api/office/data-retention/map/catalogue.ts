import type { TableRule } from '../rules.ts'

const impersonal = (columns: string) =>
  ({ purpose: 'operation', ground: 'none', kept: 'asLongAsUsed', columns: { plain: columns } }) as const

/**
 * Catalogue, organisations and configuration. Personal data are an education's contact, an exam's examiner, and who
 * chose and who was in an online meeting.
 */
export const catalogue = {
  educations: {
    purpose: 'education',
    ground: 'legitimateInterest',
    kept: 'asLongAsUsed',
    about: 'contact_user_id = :id',
    columns: {
      plain:
        'id code title short_description description picture_file_id published_at archived_at target_group fee_minor vat_rate payment_methods organizer_organization_id hours_hundredths validity_months min_age max_age guardian_required_under_age blocked_for_external_users in_public_catalogue custom_questions certificate_text created_at changed_at title_key desk_key search_key search_words',
      null: 'contact_user_id',
    },
  },
  driver_exams: {
    purpose: 'education',
    ground: 'legitimateInterest',
    kept: 'asLongAsUsed',
    columns: {
      plain:
        'id education_part_id education_id title description starts_at ends_at held_on last_sign_up_at city venue address max_participants fee_minor guardian_age blocked_for_external_users canceled_at created_at changed_at calendar_sequence',
      actor: 'examiner_id',
    },
  },
  content_package_units: impersonal(
    'package_id position identifier title entry groups move_on mastery_score launch_method launch_parameters entitlement_key activity_type scorm_terms',
  ),
  d1_migrations: impersonal('id name applied_at'),
  education_categories: impersonal(
    'id name short_name picture_file_id color position active idrott_online_category_id changed_at search_words',
  ),
  education_parts: impersonal(
    'id title description type fee_minor mandatory hours_hundredths needs_approval package_id file_id submission_instructions custom_questions created_at changed_at exam_checklist completion_rule minimum_score starts_again opens_windows search_words',
  ),
  education_prerequisites: impersonal('education_id prerequisite_education_id'),
  education_roles: impersonal('id name role_group position active changed_at'),
  education_to_category: impersonal('education_id education_category_id'),
  education_to_part: impersonal('education_id education_part_id position'),
  education_to_role: impersonal('education_id education_role_id kind'),
  driver_exams_trigrams: impersonal('title place'),
  driver_exams_words: impersonal('title place'),
  educations_trigrams: impersonal('title parts'),
  educations_words: impersonal('title code parts categories summary'),
  educator_materials: impersonal('id name education_part_id package_id created_at changed_at removed_at'),
  gdpr_contacts: impersonal('id email phone changed_at'),
  license_requirements: impersonal('license_id purpose group_number kind reference_id'),
  licenses: impersonal(
    'id name code description education_category_id active auto_issue min_age requirement_groups rule position created_at changed_at',
  ),
  media_tags: impersonal('id name position search_words'),
  media_to_education: impersonal('media_id education_id'),
  media_to_tag: impersonal('media_id media_tag_id'),
  media_trigrams: impersonal('title tags'),
  media_words: impersonal('title tags description'),
  occasion_series: impersonal('id created_at'),
  occasions: impersonal(
    'id education_part_id education_id title description starts_at ends_at sessions break_minutes last_sign_up_at last_cancel_at city venue address online_url max_participants booked_count reserved_count fee_minor payment_methods needs_approval blocked_for_external_users organizer_organization_id canceled_at canceled_reason custom_questions created_at changed_at calendar_sequence tag_id series_id unsettled_count calendar_days held search_words',
  ),
  occasion_meetings: {
    purpose: 'education',
    ground: 'legitimateInterest',
    kept: 'asLongAsUsed',
    columns: {
      plain:
        'id occasion_id provider key external_id schedule due_at attempts may_exist claimed_until reason tells_participants requested_at removal_requested_at removed_at attendance_fetched_at',
      actor: 'requested_by_user_id',
      mention: 'message',
    },
  },
  // Names of people who match no participant belong to nobody known; all rows go after 30 days.
  meeting_attendees: {
    purpose: 'education',
    ground: 'legitimateInterest',
    kept: { days: 30, since: 'fetched_at', by: 'meetingAttendance.forget' },
    about: 'user_id = :id',
    columns: { delete: 'id meeting_id user_id name minutes fetched_at' },
  },
  occasions_trigrams: impersonal('title place'),
  occasions_words: impersonal('title place'),
  organizations: impersonal(
    'id name short_name type parent_id path org_nr external_id email phone website address_line_1 address_line_2 postal_number city country logo_file_id is_main can_be_invoiced invoice_email active created_at changed_at name_key',
  ),
  other_requirements: impersonal('id name description validity_months document_required active changed_at'),
  outside_activities: impersonal('id license_id category name most_hundredths active changed_at'),
  package_upload_parts: impersonal('upload_id number etag'),
  part_dependencies: impersonal('education_id education_part_id prerequisite_part_id'),
  portal_configurations: impersonal('id configuration changed_at'),
  purges: impersonal('id versions'),
  quota_breaches: impersonal('code'),
  tags: impersonal('id education_id name created_at changed_at'),
} as const satisfies Record<string, TableRule>
