import type { TableRule } from '../rules.ts'

/** Sign-in, sessions, calendar URLs and the audit log. */
export const security = {
  sessions: {
    purpose: 'security',
    ground: 'contract',
    kept: { days: 0, since: 'expires_at', by: 'authentication.forget' },
    about: 'user_id = :id',
    columns: {
      delete:
        'id token_hash user_id created_at expires_at last_used_at user_agent opened_by signed_on_by_user_id second_factor awaits_second_factor verified_at',
    },
    withheld: 'token_hash',
  },
  one_time_tokens: {
    purpose: 'security',
    ground: 'contract',
    kept: { days: 1, since: 'expires_at', by: 'authentication.forget' },
    about: 'user_id = :id',
    // The code and the proof of an own account name no person yet.
    erases: "user_id = :id or lower(data ->> '$.email') = :email",
    columns: { delete: 'id token_hash purpose user_id data tries_left created_at expires_at used_at' },
    withheld: 'token_hash data',
  },
  login_failures: {
    purpose: 'security',
    ground: 'legitimateInterest',
    kept: { days: 1, since: 'failed_at', by: 'authentication.forget' },
    // A subject may be followed by a network: `own-account:a@b.example 203.0.113.9`.
    about:
      "exists (select 1 from json_each(:subjects) own where subject = own.value or subject between own.value || ' ' and own.value || '!')",
    columns: { delete: 'id subject failed_at' },
  },
  email_changes: {
    purpose: 'security',
    ground: 'legitimateInterest',
    kept: { days: 90, since: 'created_at', by: 'emailChanges.forget' },
    about: 'user_id = :id',
    columns: {
      delete:
        'id user_id email previous_email requested_by_user_id token_hash created_at expires_at confirmed_at withdrawn_at objected_at rest_lifted_at from_register',
    },
    withheld: 'token_hash',
  },
  passkeys: {
    purpose: 'security',
    ground: 'contract',
    kept: 'account',
    about: 'user_id = :id',
    columns: {
      delete: 'id user_id credential_id user_handle public_key counter transports name created_at last_used_at',
    },
    withheld: 'credential_id user_handle public_key',
  },
  authenticator_apps: {
    purpose: 'security',
    ground: 'contract',
    kept: 'account',
    about: 'user_id = :id',
    columns: { delete: 'user_id secret last_step created_at' },
    withheld: 'secret',
  },
  oidc_links: {
    purpose: 'security',
    ground: 'contract',
    kept: 'account',
    about: 'user_id = :id',
    columns: { delete: 'user_id issuer subject created_at signed_in_at' },
  },
  oidc_link_withheld_roles: {
    purpose: 'security',
    ground: 'contract',
    kept: 'account',
    about: 'user_id = :id',
    columns: { delete: 'user_id role' },
  },
  // A trigger removes the rows of a person who is erased.
  provisioning_group_members: {
    purpose: 'security',
    ground: 'none',
    kept: 'asLongAsUsed',
    columns: { plain: 'group_id person_id' },
  },
  provisioning_people: {
    purpose: 'security',
    ground: 'contract',
    kept: 'account',
    about: 'user_id = :id or (user_id is null and lower(email) = :email)',
    columns: {
      delete:
        'id account_id user_id is_created user_name external_id given_name family_name display_name email active removed_at created_at changed_at',
    },
  },
  provisioning_groups: {
    purpose: 'security',
    ground: 'none',
    kept: 'asLongAsUsed',
    columns: { plain: 'id account_id external_id display_name created_at changed_at' },
  },
  recovery_codes: {
    purpose: 'security',
    ground: 'contract',
    kept: 'account',
    about: 'user_id = :id',
    columns: { delete: 'id user_id code_hash created_at used_at' },
    withheld: 'code_hash',
  },
  member_import_checks: {
    purpose: 'security',
    ground: 'legitimateInterest',
    kept: { days: 30, since: 'checked_at', by: 'memberImports.forget' },
    about: 'uploader_user_id = :id',
    columns: { delete: 'uploader_user_id subject variant checked_at' },
  },
  refused_attempts: {
    purpose: 'security',
    ground: 'legitimateInterest',
    kept: { days: 90, since: 'last_at', by: 'continuously' },
    about: "subject = 'user:' || :idText",
    columns: { delete: 'hour call code address subject path count first_at last_at' },
  },
  calendar_subscriptions: {
    purpose: 'account',
    ground: 'contract',
    kept: 'account',
    about: 'user_id = :id',
    columns: { delete: 'id user_id kind organization_id nonce created_at revoked_at' },
    withheld: 'nonce',
  },
  idempotency_answers: {
    purpose: 'operation',
    ground: 'legitimateInterest',
    kept: { days: 1, since: 'claimed_at', by: 'continuously' },
    about: 'user_id = :id',
    columns: { delete: 'user_id call key body_hash claimed_at committed_at answer' },
    // A copy of a response that the person has received and that may contain data of other people.
    withheld: 'answer body_hash',
  },
  integration_accounts: {
    purpose: 'operation',
    ground: 'none',
    kept: 'asLongAsUsed',
    columns: {
      plain:
        'id name roles resources organization_ids expires_on notified_expiry_on secret_hash active last_used_at created_at changed_at',
    },
  },
  webhook_endpoints: {
    purpose: 'operation',
    ground: 'none',
    kept: 'asLongAsUsed',
    columns: {
      plain:
        'id key url description event_types active sealed_secret sealed_previous_secret previous_secret_until read_until_entry_id created_at changed_at',
    },
  },
  webhook_deliveries: {
    purpose: 'operation',
    ground: 'none',
    kept: { days: 30, since: 'finished_at', by: 'continuously' },
    columns: { plain: 'id endpoint_id event_id type body state attempts due_at status error created_at finished_at' },
  },
  request_metrics: {
    purpose: 'operation',
    ground: 'none',
    kept: { days: 8, since: 'minute', by: 'continuously' },
    columns: { plain: 'minute name max_ms requests errors' },
  },
  alerts: {
    purpose: 'operation',
    ground: 'none',
    kept: { days: 30, since: 'opened_at', by: 'continuously' },
    columns: { plain: 'id rule opened_at cleared_at changed_at' },
  },
  restore_drills: {
    purpose: 'operation',
    ground: 'none',
    kept: 'asLongAsUsed',
    columns: { plain: 'id day minutes created_at', actor: 'recorded_by_user_id' },
  },
  policy_reports: {
    purpose: 'security',
    ground: 'none',
    kept: { days: 7, since: 'day', by: 'continuously' },
    columns: { plain: 'day directive blocked page count' },
  },
  audit_snapshots: {
    purpose: 'audit',
    ground: 'legitimateInterest',
    // Rows exist only within the transaction of an edit.
    kept: 'asLongAsUsed',
    columns: { plain: 'key data' },
  },
  audit_redactions: {
    purpose: 'audit',
    ground: 'none',
    kept: 'asLongAsUsed',
    columns: { plain: 'entry_id data target_id' },
  },
  audit_sweeps: {
    purpose: 'audit',
    ground: 'none',
    kept: 'asLongAsUsed',
    columns: { plain: 'swept_before at_most' },
  },
  audit_entries: {
    purpose: 'audit',
    ground: 'legitimateInterest',
    kept: { months: 60, since: 'at', by: 'dataRetention.sweep' },
    about: "user_id = :id or (target_type = 'user' and target_id = :idText)",
    columns: { plain: 'request_id', keep: 'id at action target_type target_id', actor: 'user_id', special: 'data' },
    // Entries about somebody else contain that person's data, and entries by somebody else that person's id: both are
    // omitted.
    exportedAs: {
      data: "case when target_type = 'user' and target_id = :idText then data end",
      user_id: 'case when user_id = :id then user_id end',
    },
  },
} as const satisfies Record<string, TableRule>
