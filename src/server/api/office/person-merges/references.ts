/** Unique columns of a moved row, beside the person: two rows that agree in them collide. */
export interface UniqueRule {
  /** Space-separated columns; empty when a person may have one row. */
  readonly columns: string
  /** SQL condition on the row `row`; absent when the rule holds for every row. */
  readonly where?: string
  /**
   * SQL condition by which the row `other` of the merged-away person beats the row `own` of the one who stays. The
   * beaten row goes to the closed account. Without it the row of the merged-away person stays there.
   */
  readonly stronger?: string
}

/** A column that refers to a person, and whose rows go to the one who stays. */
export interface MovedReference {
  readonly handling: 'moves'
  /** Space-separated columns that identify a row together with the person. */
  readonly key: string
  readonly unique?: readonly UniqueRule[]
  /** Space-separated columns; an undo leaves a row in which one of them has changed. */
  readonly watched?: string
  /** SQL condition on the rows that move; absent when all do. */
  readonly where?: string
  /** The column holds the person's key in the record store. */
  readonly isAgent?: true
}

/**
 * Handling of a column that refers to a person:
 * - `moves`: leads to the person who stays;
 * - `stays`: keeps the old number: accounting, the audit log, issued certificates, decisions, sign-in methods;
 * - `derived`: follows by a trigger;
 * - `ends`: the row is removed by the merge.
 */
export type PersonReference = MovedReference | { readonly handling: 'stays' | 'derived' | 'ends' }

const stays = { handling: 'stays' } as const
const derived = { handling: 'derived' } as const
const byId = { handling: 'moves', key: 'id' } as const
/** A row of a person and the columns `key`, at most once. */
const once = <Key extends string>(key: Key) => ({ handling: 'moves', key, unique: [{ columns: key }] }) as const

const lastDayOfChain = (person: 'other' | 'own') =>
  `(select max(case when chain.revoked_on is null then coalesce(chain.valid_to_on, '9999') else '' end) from user_licenses chain
    where chain.user_id = ${person}.user_id and chain.license_id = ${person}.license_id)`

const notOfEachOther = 'adult_user_id not in (:from, :into) or child_user_id not in (:from, :into)'

/**
 * Every column of the database that refers to a person, by `table.column`, in the order in which a merge moves them. A
 * test compares it with the migrated schema. Bookings move after their collisions are settled by `settle-bookings.ts`.
 */
export const personReferences = {
  'users.merged_into': byId,
  'user_organizations.user_id': {
    handling: 'moves',
    key: 'organization_id',
    watched: 'from_on to_on',
    unique: [
      {
        columns: 'organization_id',
        stronger: "coalesce(other.to_on, '9999') > coalesce(own.to_on, '9999')",
      },
    ],
  },
  'branch_members.user_id': derived,
  'user_roles.user_id': once('role'),
  'role_extensions.user_id': once('role kind reference_id'),
  'favorite_categories.user_id': once('education_category_id'),
  'guardian_links.adult_user_id': {
    handling: 'moves',
    key: 'id',
    watched: 'confirmed_at relation',
    unique: [{ columns: 'child_user_id', stronger: 'other.confirmed_at is not null and own.confirmed_at is null' }],
  },
  'guardian_links.child_user_id': {
    handling: 'moves',
    key: 'id',
    watched: 'confirmed_at relation',
    unique: [{ columns: 'adult_user_id', stronger: 'other.confirmed_at is not null and own.confirmed_at is null' }],
  },
  'guardian_links.created_by_user_id': stays,
  'guardian_links.confirmed_by_user_id': stays,
  'guardian_requests.adult_user_id': {
    handling: 'moves',
    key: 'id',
    unique: [{ columns: 'child_user_id' }],
    where: notOfEachOther,
  },
  'guardian_requests.child_user_id': {
    handling: 'moves',
    key: 'id',
    unique: [{ columns: 'adult_user_id' }],
    where: notOfEachOther,
  },
  'overview_views.user_id': { handling: 'moves', key: 'id', unique: [{ columns: 'name' }] },
  'register_people.user_id': { handling: 'moves', key: 'external_id' },
  'register_rows.user_id': { handling: 'moves', key: 'run_id external_id' },
  'member_import_batches.uploaded_by_user_id': byId,
  // An undo of the import would otherwise remove the account of the person who stays.
  'member_import_rows.user_id': stays,
  'erasure_requests.user_id': stays,
  'erasure_requests.requested_by_user_id': stays,
  'erasure_requests.decided_by_user_id': stays,
  'protected_identities.user_id': stays,
  'protected_identities.protected_by_user_id': stays,
  'profile_views.reader_user_id': stays,
  'profile_views.person_user_id': stays,
  'person_merges.from_user_id': stays,
  'person_merges.into_user_id': stays,
  'person_merges.merged_by_user_id': stays,
  'person_merges.undone_by_user_id': stays,
  'distinct_people.user_id': stays,
  'distinct_people.other_user_id': stays,
  'distinct_people.marked_by_user_id': stays,

  'education_part_results.user_id': {
    handling: 'moves',
    key: 'id',
    watched:
      'completed completed_at canceled attended occasion_id practical_driver_exam_id payment_id score fee_at_sign_up_minor changed_at',
  },
  'education_part_results.guardian_user_id': stays,
  'education_part_results.approved_by_user_id': stays,
  'education_part_results.registered_by_user_id': stays,
  'education_results.user_id': {
    handling: 'moves',
    key: 'id',
    watched: 'completed completed_at valid_to_on verification_code',
    unique: [
      { columns: 'education_id', where: 'row.completed = 0' },
      { columns: 'education_id completed_at', where: 'row.completed = 1' },
    ],
  },
  'education_results.registered_by_user_id': stays,
  'certificates.user_id': stays,
  'certificate_shares.user_id': stays,
  'certificate_reminders.user_id': { handling: 'moves', key: 'education_result_id valid_to_on days_before' },
  'submissions.user_id': { handling: 'moves', key: 'id', watched: 'status version' },
  'submissions.assignee_id': byId,
  'submissions.status_changed_by_user_id': stays,
  'comments.user_id': byId,
  'driver_exam_protocols.examiner_id': stays,
  'driver_exams.examiner_id': byId,
  'driver_exam_responsibles.user_id': once('driver_exam_id'),
  'occasion_responsibles.user_id': once('occasion_id'),
  'education_responsibles.user_id': once('education_id'),
  'education_part_responsibles.user_id': once('education_part_id'),
  'educations.contact_user_id': byId,
  'education_watches.user_id': once('education_id'),
  'education_invitations.user_id': {
    handling: 'moves',
    key: 'id',
    watched: 'answered_at withdrawn_at',
    unique: [{ columns: 'education_id' }],
  },
  'education_invitations.invited_by_user_id': byId,
  'waiting_entries.user_id': { handling: 'moves', key: 'id', watched: 'state' },
  'waiting_seats.user_id': { handling: 'moves', key: 'occasion_id' },
  'place_reminders.user_id': once('kind place_id'),
  'educator_material_completions.user_id': once('educator_material_id'),
  'user_licenses.user_id': {
    handling: 'moves',
    key: 'id',
    watched: 'revoked_on succeeded_on',
    unique: [{ columns: 'license_id', stronger: `${lastDayOfChain('other')} > ${lastDayOfChain('own')}` }],
  },
  'user_licenses.issued_by_user_id': stays,
  'user_licenses.revoked_by_user_id': stays,
  'license_goals.user_id': { handling: 'moves', key: 'id', unique: [{ columns: 'license_id' }] },
  'other_requirement_results.user_id': {
    handling: 'moves',
    key: 'id',
    watched: 'completed valid_to_on',
    unique: [{ columns: 'other_requirement_id completed_on' }],
  },
  'other_requirement_results.registered_by_user_id': stays,
  'reported_activities.user_id': {
    handling: 'moves',
    key: 'id',
    watched: 'state amount_hundredths',
    unique: [
      {
        columns: 'outside_activity_id done_on',
        where: 'row.state <> 2',
        stronger: 'other.state = 1 and own.state = 0',
      },
    ],
  },
  'reported_activities.decided_by_user_id': stays,
  'import_batches.uploaded_by_user_id': {
    handling: 'moves',
    key: 'id',
    unique: [{ columns: '', where: 'row.status in (0, 1, 5)' }],
  },
  'import_rows.user_id': { handling: 'moves', key: 'batch_id row_number' },

  'xapi_statements.user_id': { handling: 'moves', key: 'sequence' },
  'xapi_attachments.user_id': { handling: 'moves', key: 'statement_id sha2' },
  'xapi_documents.agent': {
    handling: 'moves',
    key: 'kind activity_id registration document_id',
    unique: [{ columns: 'kind activity_id registration document_id' }],
    isAgent: true,
  },
  // Statements say who acted, as they were sent.
  'xapi_references.key': stays,
  'course_attempts.user_id': { handling: 'moves', key: 'registration' },
  'course_standings.user_id': derived,
  'launches.user_id': stays,

  'outbox_mails.user_id': byId,
  'notices.user_id': byId,
  'declined_mails.user_id': once('topic'),
  'mailing_recipients.user_id': once('mailing_id'),
  'mailings.created_by_user_id': byId,
  'mail_templates.changed_by_user_id': stays,
  'events.created_by_user_id': byId,
  'jobs.requested_by_user_id': byId,
  'calendar_subscriptions.user_id': {
    handling: 'moves',
    key: 'id',
    unique: [{ columns: 'kind organization_id', where: 'row.revoked_at is null' }],
  },

  'stored_files.owner_user_id': byId,
  'media.uploaded_by_user_id': byId,
  'content_packages.uploaded_by_user_id': byId,
  'package_uploads.uploaded_by_user_id': byId,

  'payments.user_id': stays,
  'payments.requested_by_user_id': stays,
  'payment_holds.user_id': stays,
  'payment_refunds.refunded_by_user_id': stays,
  'invoice_heads.created_by_user_id': stays,
  'invoice_heads.undone_by_user_id': stays,
  'invoice_rows.user_id': stays,
  'invoice_batch_events.user_id': stays,

  'sessions.user_id': { handling: 'ends' },
  'sessions.signed_on_by_user_id': stays,
  'one_time_tokens.user_id': { handling: 'ends' },
  'passkeys.user_id': stays,
  'authenticator_apps.user_id': stays,
  'recovery_codes.user_id': stays,
  'email_changes.user_id': stays,
  'email_changes.requested_by_user_id': stays,
  'login_failures.subject': stays,
  'refused_attempts.subject': stays,
  'idempotency_answers.user_id': stays,
  'restore_drills.recorded_by_user_id': stays,
  'audit_entries.user_id': stays,
  'audit_entries.target_id': stays,
} as const satisfies Record<string, PersonReference>

export type ReferenceName = keyof typeof personReferences

/** A moved column with its table. */
export interface MovedColumn extends MovedReference {
  table: string
  column: string
}

/** The columns whose rows move, in their order. */
export const movedColumns: readonly MovedColumn[] = Object.entries<PersonReference>(personReferences).flatMap(
  ([name, reference]) => {
    const [table = '', column = ''] = name.split('.')
    return reference.handling === 'moves' ? [{ ...reference, table, column }] : []
  },
)
