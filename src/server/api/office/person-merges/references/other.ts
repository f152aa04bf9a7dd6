import { type AreaReferences, byId, derived, once, stays } from './rules.ts'

/** Courses, messages, files, money, sign-in and the log. */
export const otherReferences = {
  xapi_statements: {
    user_id: { handling: 'moves', key: 'sequence' },
  },
  xapi_attachments: {
    user_id: { handling: 'moves', key: 'statement_id sha2' },
  },
  xapi_documents: {
    agent: {
      handling: 'moves',
      key: 'kind activity_id registration document_id',
      unique: [{ columns: 'kind activity_id registration document_id' }],
      isAgent: true,
    },
  },
  xapi_references: {
    // Statements say who acted, as they were sent.
    key: stays,
  },
  course_attempts: {
    user_id: { handling: 'moves', key: 'registration' },
  },
  course_standings: {
    user_id: derived,
  },
  launches: {
    user_id: stays,
  },
  outbox_mails: {
    user_id: byId,
  },
  notices: {
    user_id: byId,
  },
  declined_mails: {
    user_id: once('topic'),
  },
  mailing_recipients: {
    user_id: once('mailing_id'),
  },
  mailings: {
    created_by_user_id: byId,
  },
  mailing_drafts: {
    created_by_user_id: byId,
  },
  mailing_rule_mails: {
    user_id: once('rule_id object_key'),
  },
  mail_templates: {
    changed_by_user_id: stays,
  },
  events: {
    created_by_user_id: byId,
  },
  jobs: {
    requested_by_user_id: byId,
  },
  calendar_subscriptions: {
    user_id: {
      handling: 'moves',
      key: 'id',
      unique: [{ columns: 'kind organization_id', where: 'row.revoked_at is null' }],
    },
  },
  stored_files: {
    owner_user_id: byId,
  },
  media: {
    uploaded_by_user_id: byId,
  },
  content_packages: {
    uploaded_by_user_id: byId,
  },
  package_uploads: {
    uploaded_by_user_id: byId,
  },
  payments: {
    user_id: stays,
    requested_by_user_id: stays,
  },
  payment_holds: {
    user_id: stays,
  },
  payment_refunds: {
    refunded_by_user_id: stays,
  },
  invoice_heads: {
    created_by_user_id: stays,
    undone_by_user_id: stays,
  },
  invoice_rows: {
    user_id: stays,
  },
  invoice_batch_events: {
    user_id: stays,
  },
  fortnox_connections: {
    connected_by_user_id: stays,
  },
  fortnox_documents: {
    requested_by_user_id: stays,
  },
  sessions: {
    user_id: { handling: 'ends' },
    signed_on_by_user_id: stays,
  },
  one_time_tokens: {
    user_id: { handling: 'ends' },
  },
  passkeys: {
    user_id: stays,
  },
  authenticator_apps: {
    user_id: stays,
  },
  oidc_links: {
    user_id: { handling: 'ends' },
  },
  oidc_link_withheld_roles: {
    user_id: stays,
  },
  recovery_codes: {
    user_id: stays,
  },
  email_changes: {
    user_id: stays,
    requested_by_user_id: stays,
  },
  login_failures: {
    subject: stays,
  },
  refused_attempts: {
    subject: stays,
  },
  idempotency_answers: {
    user_id: stays,
  },
  restore_drills: {
    recorded_by_user_id: stays,
  },
  study_reports: {
    leader_user_id: stays,
    reported_by_user_id: stays,
    undone_by_user_id: stays,
  },
  audit_entries: {
    user_id: stays,
    target_id: stays,
  },
} as const satisfies AreaReferences
