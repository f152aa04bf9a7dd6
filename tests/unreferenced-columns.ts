/** Columns whose names end in `_id` without a foreign key, with the reason; docs/database.md lists them. */
export const unreferencedColumns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'foundation is below people and may not name its tables': {
    declined_mails: 'user_id',
    idempotency_answers: 'user_id',
    jobs: 'requested_by_user_id',
    mail_templates: 'changed_by_user_id',
    notices: 'user_id',
    outbox_mails: 'user_id',
    package_uploads: 'uploaded_by_user_id',
    stored_files: 'owner_user_id',
  },
  'the table that it names belongs to an upper domain': {
    driver_exam_protocols: 'result_id',
    education_part_results: 'payment_id',
    occasions: 'tag_id',
  },
  'the named table refers to this one already, and two slices do not import each other': {
    content_packages: 'education_part_id educator_material_id',
  },
  'the row outlives the deletion of the row that it names': {
    audit_entries: 'user_id target_id',
    audit_redactions: 'entry_id target_id',
    invoice_rows: 'result_id',
    launches: 'session_id',
    payment_refunds: 'result_id',
    submissions: 'education_part_result_id',
    xapi_statements: 'integration_account_id',
  },
  'another column of the row says which table it names': {
    license_requirements: 'reference_id',
    place_reminders: 'place_id',
    role_extensions: 'reference_id',
  },
  'it may be the id of a person who does not exist, so that the answer reveals nobody': {
    guardian_requests: 'child_user_id',
    profile_views: 'person_user_id',
  },
  'triggers derive the row, and delete it with what it is derived from': {
    branch_members: 'root_id user_id',
    course_standings: 'result_id',
  },
  'it names a statement by the id of xAPI and not by its key': {
    xapi_attachments: 'statement_id',
    xapi_statements: 'target_id',
  },
  'it names no row of the portal: an id of another system, of a specification or of the request': {
    audit_entries: 'request_id',
    content_packages: 'activity_id',
    course_attempts: 'activity_id',
    education_categories: 'idrott_online_category_id',
    invoice_heads: 'export_id',
    launches: 'activity_id',
    local_payments: 'payment_id',
    organizations: 'external_id',
    outbox_mails: 'message_id',
    package_uploads: 'multipart_id',
    passkeys: 'credential_id',
    protected_identities: 'external_person_id',
    users: 'external_person_id',
    xapi_documents: 'activity_id document_id',
    xapi_statements: 'activity_id',
  },
}
