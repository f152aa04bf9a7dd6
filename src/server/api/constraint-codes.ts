/** Refusal codes by the SQLite message of a constraint that fails when two requests write at the same time. */
export const constraintCodes = {
  'UNIQUE constraint failed: invoice_rows.result_id': 'already_invoiced',
  'UNIQUE constraint failed: invoice_rows.credited_row_id': 'invoice_credited',
  'UNIQUE constraint failed: invoice_batch_events.export_id, invoice_batch_events.kind, invoice_batch_events.position':
    'invoice_batch_fetched',
  'UNIQUE constraint failed: study_reports.occasion_id': 'study_reported',
  'NOT NULL constraint failed: study_reports.occasion_id': 'changed_meanwhile',
  "UNIQUE constraint failed: index 'idx_licenses_code'": 'license_code_taken',
  'UNIQUE constraint failed: user_licenses.user_id, user_licenses.license_id, user_licenses.cycle_number':
    'changed_meanwhile',
  'UNIQUE constraint failed: reported_activities.user_id, reported_activities.outside_activity_id, reported_activities.done_on':
    'activity_reported',
  'UNIQUE constraint failed: waiting_seats.occasion_id, waiting_seats.user_id': 'already_waiting',
  'UNIQUE constraint failed: waiting_seats.user_id, waiting_seats.education_part_id': 'waiting_moved',
  'UNIQUE constraint failed: education_part_results.user_id, education_part_results.education_part_id':
    'already_signed_up',
  'UNIQUE constraint failed: education_part_results.occasion_id, education_part_results.user_id': 'already_signed_up',
  'UNIQUE constraint failed: education_part_results.practical_driver_exam_id, education_part_results.user_id':
    'already_signed_up',
  'UNIQUE constraint failed: account_requests.proof_hash': 'own_account_proof_invalid',
  "UNIQUE constraint failed: index 'idx_account_requests_open'": 'changed_meanwhile',
  'UNIQUE constraint failed: account_requests.personal_number_hash': 'changed_meanwhile',
  'NOT NULL constraint failed: account_requests.state': 'changed_meanwhile',
  "UNIQUE constraint failed: index 'idx_integration_accounts_name'": 'integration_name_taken',
  'UNIQUE constraint failed: integration_accounts.active': 'integration_staff_taken',
  'UNIQUE constraint failed: integration_people.account_id, integration_people.external_id': 'changed_meanwhile',
  'UNIQUE constraint failed: integration_people.user_id, integration_people.account_id': 'person_linked',
  'NOT NULL constraint failed: audit_entries.target_id': 'not_found',
  'NOT NULL constraint failed: idempotency_answers.key': 'write_under_way',
  'NOT NULL constraint failed: organizations.name': 'organization_number_taken',
  'NOT NULL constraint failed: payment_refunds.amount_minor': 'refund_moved',
  'NOT NULL constraint failed: organizations.path': 'organization_parent',
  'UNIQUE constraint failed: payments.user_id, payments.idempotency_key': 'payment_under_way',
  'UNIQUE constraint failed: passkeys.credential_id': 'passkey_refused',
  'UNIQUE constraint failed: mailings.id': 'mailing_started',
  'UNIQUE constraint failed: mail_templates.name, mail_templates.variant, mail_templates.language': 'changed_meanwhile',
  'UNIQUE constraint failed: person_merges.from_user_id': 'person_merged',
  'UNIQUE constraint failed: media_tags.name': 'media_tag_taken',
  'UNIQUE constraint failed: occasions.tag_id, occasions.education_part_id': 'tag_part_twice',
  'UNIQUE constraint failed: tags.education_id, tags.name': 'tag_name_taken',
  "UNIQUE constraint failed: index 'idx_users_user_name'": 'user_name_taken',
  'UNIQUE constraint failed: users.personal_number_hash': 'external_person_taken',
  'UNIQUE constraint failed: education_results.user_id, education_results.education_id': 'already_signed_up',
  'UNIQUE constraint failed: education_results.user_id, education_results.education_id, education_results.completed_at':
    'education_completed',
} as const satisfies Record<string, string>
