import { packageRefusals } from './package-refusals.ts'

/** Every refusal code with its HTTP status. Codes are permanent once shipped; texts live in locales/<language>/refusals.json. */
export const refusalStatuses = {
  invalid_input: 400,
  wrong_credentials: 401,
  wrong_password: 400,
  guardian_not_adult: 409,
  guardian_of_adult: 409,
  guardian_of_self: 409,
  password_too_short: 400,
  password_is_user_name: 400,
  password_too_common: 400,
  password_is_names: 400,
  password_unchanged: 400,
  password_verification_differs: 400,
  reset_token_invalid: 400,
  sign_on_token_invalid: 400,
  package_file_missing: 400,
  package_part_invalid: 400,
  package_parts_missing: 409,
  part_awaits_approval: 409,
  part_locked: 409,
  part_needs_sign_up: 409,
  part_not_digital: 409,
  part_without_submission: 409,
  part_without_course: 409,
  proof_required: 403,
  not_signed_in: 401,
  session_expired: 401,
  foreign_origin: 403,
  not_allowed: 403,
  password_change_required: 403,
  second_factor_required: 403,
  second_factor_setup_required: 403,
  passkey_refused: 400,
  passkey_unknown: 400,
  passkeys_full: 409,
  wrong_code: 400,
  app_setup_over: 409,
  password_expired: 403,
  user_inactive: 403,
  not_found: 404,
  method_not_allowed: 405,
  already_done: 409,
  changed_meanwhile: 409,
  write_under_way: 409,
  too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  too_many_requests: 429,
  internal: 500,
  upstream_unavailable: 502,
  storage_full: 503,
  ...packageRefusals,
  already_signed_up: 409,
  identity_protected: 409,
  invitation_needed: 409,
  education_invitation_answered: 409,
  education_invitations_full: 409,
  assignee_unsuitable: 409,
  answers_missing: 409,
  cancel_closed: 409,
  education_incomplete: 409,
  exam_failed: 409,
  exam_has_results: 409,
  exam_items_failed: 409,
  exam_items_missing: 409,
  exam_items_unknown: 409,
  exam_not_held: 409,
  exam_reason_missing: 409,
  exam_signed: 409,
  erasure_moved: 409,
  person_erased: 409,
  email_taken: 409,
  email_link_invalid: 400,
  email_unconfirmed: 409,
  guardian_requests_full: 409,
  password_rests: 409,
  external_login_in_progress: 409,
  external_login_unavailable: 503,
  external_order_over: 409,
  external_person_unknown: 403,
  external_blocked: 409,
  fee: 409,
  guardian_external: 409,
  guardian_required: 409,
  no_exams: 409,
  not_published: 409,
  not_signed_up: 409,
  occasion_canceled: 409,
  occasion_full: 409,
  occasion_max_below_booked: 409,
  occasion_over: 409,
  occasion_required: 409,
  other_part: 409,
  media_file_missing: 400,
  media_tag_taken: 409,
  person_repeated: 409,
  person_unknown: 404,
  occasion_started: 409,
  attachment_quota: 413,
  file_infected: 409,
  media_quota: 409,
  package_quota: 409,
  picture_damaged: 415,
  picture_quota: 409,
  picture_too_many_pixels: 413,
  state_quota: 413,
  submission_quota: 409,
  upload_quota: 409,
  part_has_participants: 409,
  prerequisites_circular: 409,
  prerequisites_missing: 409,
  integration_name_taken: 409,
  last_superadministrator: 409,
  payment_forged: 403,
  payment_free: 409,
  payment_moved: 409,
  payment_over: 409,
  payment_refunded: 409,
  refund_moved: 409,
  refund_too_large: 409,
  payment_under_way: 409,
  payment_unavailable: 503,
  organization_main: 409,
  organization_number_taken: 409,
  organization_parent: 409,
  organization_used: 409,
  organizations_registered: 409,
  own_result: 403,
  own_roles: 403,
  rights_beyond_own: 403,
  role_not_held: 409,
  external_person_taken: 409,
  user_name_taken: 409,
  result_canceled: 409,
  result_completed: 409,
  result_moved: 409,
  sign_up_closed: 409,
  submission_awaits_file: 409,
  submission_decided: 409,
  submission_in_review: 409,
  submission_status: 409,
  already_invoiced: 409,
  invoice_fixed: 409,
  invoice_items_changed: 409,
  invoice_undone: 409,
  vat_rate_unknown: 409,
  activity_reported: 409,
  license_category_used: 409,
  license_circle: 409,
  views_enough: 409,
  license_code_taken: 409,
  license_ended: 409,
  license_held: 409,
  license_history_fixed: 409,
  license_inactive: 409,
  license_not_open: 409,
  license_required: 409,
  license_revoked: 409,
  license_valid: 409,
  import_empty: 400,
  import_file_type: 415,
  import_header: 400,
  import_not_text: 400,
  import_nothing_staged: 409,
  import_running: 409,
  import_quote_open: 400,
  import_too_many_rows: 400,
  job_state: 409,
  report_decided: 409,
  requirements_missing: 409,
  tag_name_taken: 409,
  tag_occasion_booked: 409,
  tag_part_twice: 409,
  too_young: 409,
} as const satisfies Record<string, number>

export type RefusalCode = keyof typeof refusalStatuses

/** True when the text is a refusal code. */
export const isRefusalCode = (text: string): text is RefusalCode => text in refusalStatuses

/** Refusal codes by the SQLite message of a constraint that fails when two requests write at the same time. */
const constraintCodes: Record<string, RefusalCode> = {
  'UNIQUE constraint failed: invoice_rows.result_id': 'already_invoiced',
  "UNIQUE constraint failed: index 'idx_licenses_code'": 'license_code_taken',
  'UNIQUE constraint failed: user_licenses.user_id, user_licenses.license_id, user_licenses.cycle_number':
    'changed_meanwhile',
  'UNIQUE constraint failed: reported_activities.user_id, reported_activities.outside_activity_id, reported_activities.done_on':
    'activity_reported',
  'UNIQUE constraint failed: education_part_results.user_id, education_part_results.education_part_id':
    'already_signed_up',
  'UNIQUE constraint failed: education_part_results.occasion_id, education_part_results.user_id': 'already_signed_up',
  'UNIQUE constraint failed: education_part_results.practical_driver_exam_id, education_part_results.user_id':
    'already_signed_up',
  "UNIQUE constraint failed: index 'idx_integration_accounts_name'": 'integration_name_taken',
  'NOT NULL constraint failed: idempotency_answers.key': 'write_under_way',
  'NOT NULL constraint failed: organizations.name': 'organization_number_taken',
  'NOT NULL constraint failed: organizations.path': 'organization_parent',
  'UNIQUE constraint failed: payments.user_id, payments.idempotency_key': 'payment_under_way',
  'UNIQUE constraint failed: passkeys.credential_id': 'passkey_refused',
  'UNIQUE constraint failed: mail_templates.name, mail_templates.variant, mail_templates.language': 'changed_meanwhile',
  'UNIQUE constraint failed: media_tags.name': 'media_tag_taken',
  'UNIQUE constraint failed: occasions.tag_id, occasions.education_part_id': 'tag_part_twice',
  'UNIQUE constraint failed: tags.education_id, tags.name': 'tag_name_taken',
  "UNIQUE constraint failed: index 'idx_users_user_name'": 'user_name_taken',
  'UNIQUE constraint failed: education_results.user_id, education_results.education_id': 'already_signed_up',
}

/**
 * Returns the refusal code of a database error. Triggers raise a code as their message. Null when no rule covers the
 * constraint.
 */
export const toRefusalCode = (text: string): RefusalCode | null =>
  isRefusalCode(text) ? text : (constraintCodes[text] ?? null)

export interface RefusalBody {
  status: number
  code: RefusalCode
  message: string
  /** Reason by field path, in the reader's language. */
  fields?: Record<string, string>
  details?: unknown
  requestId: string
}

/** An expected refusal of a call. Any other error is answered as `internal` and logged. */
export class Refused extends Error {
  readonly code: RefusalCode
  readonly details: { fields?: Record<string, string>; details?: unknown }

  constructor(code: RefusalCode, details: { fields?: Record<string, string>; details?: unknown } = {}) {
    super(code)
    this.name = 'Refused'
    this.code = code
    this.details = details
  }
}
