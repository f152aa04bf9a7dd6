import type { TableRule } from '../rules.ts'

/** Payments and invoices: accounting records, which the law requires for seven years. */
export const money = {
  payment_holds: {
    purpose: 'accounting',
    ground: 'contract',
    kept: 'account',
    about: 'user_id = :id',
    columns: { delete: 'payment_id user_id education_id education_part_id occasion_id expires_at' },
  },
  payment_refunds: {
    purpose: 'accounting',
    ground: 'legalObligation',
    kept: 'accounting',
    about: 'payment_id in (select id from payments where user_id = :id)',
    columns: {
      keep: 'id payment_id result_id amount_minor reason created_at refunded_at state due_minor attempt_key provider_reference failure sent_at',
      actor: 'refunded_by_user_id',
      null: 'note',
    },
  },
  payments: {
    purpose: 'accounting',
    ground: 'legalObligation',
    kept: 'accounting',
    about: '(user_id = :id or requested_by_user_id = :id)',
    columns: {
      keep: 'id user_id requested_by_user_id status amount_minor vat_minor currency method provider provider_reference places rows receipt_number last_digits paid_at expires_at idempotency_key terms_accepted_at created_at changed_at instrument provider_fee_minor provider_transaction',
      // Contains the answers to the questions of a sign-up.
      replace: 'sign_up',
    },
    replacements: { sign_up: "'{}'" },
    afterwards: {
      where: "created_at < :accountingEnd and (last_digits is not null or sign_up <> '{}')",
      set: { last_digits: 'null', sign_up: "'{}'" },
    },
  },
  invoice_heads: {
    purpose: 'accounting',
    ground: 'legalObligation',
    kept: 'accounting',
    columns: {
      plain:
        'id number export_id title reference invoice_recipient_id recipient_name recipient_org_nr recipient_email recipient_address starts_at ends_at row_count total_minor vat_total_minor currency status created_at undone_at credited_head_id credit_reason',
      actor: 'created_by_user_id undone_by_user_id',
    },
  },
  invoice_rows: {
    purpose: 'accounting',
    ground: 'legalObligation',
    kept: 'accounting',
    about: 'user_id = :id',
    columns: {
      keep: 'id invoice_head_id result_id user_id user_name education_title part_title occasion_at signed_up_at completed_at fee_minor amount_minor vat_rate vat_minor live canceled_at attended credited_row_id',
    },
    afterwards: {
      where:
        "user_name <> 'Raderad person' and invoice_head_id in (select id from invoice_heads where created_at < :accountingEnd)",
      set: { user_name: "'Raderad person'" },
    },
  },
  invoice_batch_events: {
    purpose: 'accounting',
    ground: 'legalObligation',
    kept: 'accounting',
    columns: { plain: 'id export_id kind position at', actor: 'user_id' },
  },
  // Tokens of the company's connection; the row goes when the office disconnects.
  fortnox_connections: {
    purpose: 'accounting',
    ground: 'legitimateInterest',
    kept: 'asLongAsUsed',
    columns: {
      plain:
        'id company_key company_name organization_number sealed_access_token sealed_refresh_token access_expires_at refresh_expires_at version refreshing_until revoked_at client_refused_at connected_at',
      actor: 'connected_by_user_id',
    },
  },
  fortnox_documents: {
    purpose: 'accounting',
    ground: 'legalObligation',
    kept: 'accounting',
    columns: {
      plain:
        'invoice_head_id state may_exist attempts due_at claimed_until company_key document_number total_minor vat_total_minor reason requested_at sent_at',
      actor: 'requested_by_user_id',
      mention: 'message',
    },
  },
  study_reports: {
    purpose: 'education',
    ground: 'legitimateInterest',
    kept: 'asLongAsUsed',
    columns: {
      plain:
        'id file_key occasion_id units break_minutes participants attended_results reported_times reported_at undone_at',
      actor: 'leader_user_id reported_by_user_id undone_by_user_id',
      mention: 'undone_reason',
    },
  },
  // Data of the built-in payment provider, used for trials.
  local_payments: {
    purpose: 'operation',
    ground: 'none',
    kept: 'asLongAsUsed',
    columns: { plain: 'reference payment_id amount_minor currency state settles_at created_at instrument' },
  },
  local_refunds: {
    purpose: 'operation',
    ground: 'none',
    kept: 'asLongAsUsed',
    columns: { plain: 'reference attempt_key payment_reference amount_minor state settles_at created_at' },
  },
} as const satisfies Record<string, TableRule>
