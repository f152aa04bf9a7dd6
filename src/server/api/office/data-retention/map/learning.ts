import type { TableRule } from '../rules.ts'

const ownResults = '(select id from education_part_results where user_id = :id)'

/** Sign-ups, results, submissions and licences. A table comes before the tables that its conditions read. */
export const learning = {
  comments: {
    purpose: 'education',
    ground: 'contract',
    kept: 'account',
    about: `user_id = :id or education_part_result_id in ${ownResults}`,
    // Comments written as an educator belong to the learner's record.
    erases: `education_part_result_id in ${ownResults}`,
    columns: { delete: 'id education_part_result_id created_at', actor: 'user_id', mention: 'text' },
  },
  submission_files: {
    purpose: 'education',
    ground: 'contract',
    kept: 'account',
    about: 'submission_id in (select id from submissions where user_id = :id)',
    columns: { delete: 'id submission_id version name content_type size key uploaded_at' },
  },
  submissions: {
    purpose: 'education',
    ground: 'contract',
    kept: 'account',
    about: 'user_id = :id',
    columns: {
      delete:
        'id education_part_result_id education_part_id education_id user_id status status_changed_at status_changed_by_user_id assignee_id version uploaded_at created_at changed_at',
    },
  },
  driver_exam_protocols: {
    purpose: 'proof',
    ground: 'legitimateInterest',
    kept: 'account',
    about: `result_id in ${ownResults}`,
    columns: {
      keep: 'result_id passed signed_at changed_at signature',
      actor: 'examiner_id',
      null: 'note',
      // The items contain the examiner's comments.
      replace: 'items',
    },
    replacements: { items: "(select json_group_array(json_set(value, '$.comment', null)) from json_each(items))" },
    exportedAs: {
      signature:
        "case when examiner_id <> :id and examiner_id in (select user_id from protected_identities) then '' else signature end",
    },
    asActor: { where: 'examiner_id = :id', set: { signature: "'Raderad person'" } },
  },
  education_part_results: {
    purpose: 'education',
    ground: 'contract',
    kept: 'account',
    about: 'user_id = :id',
    columns: {
      keep: 'id user_id education_part_id education_id occasion_id practical_driver_exam_id completed completed_at signed_up_at canceled attended payment_id invoice_recipient_id fee_at_sign_up_minor education_fee_minor score created_at changed_at canceled_at canceled_due',
      actor: 'guardian_user_id approved_by_user_id registered_by_user_id',
      replace: 'custom_answers',
    },
    replacements: { custom_answers: "'[]'" },
  },
  education_watches: {
    purpose: 'education',
    ground: 'contract',
    kept: 'account',
    about: 'user_id = :id',
    columns: { delete: 'user_id education_id created_at seen_occasion_id' },
  },
  waiting_seats: {
    purpose: 'education',
    ground: 'contract',
    kept: 'account',
    about: 'user_id = :id',
    columns: { delete: 'occasion_id user_id entry_id education_part_id offered' },
  },
  waiting_entries: {
    purpose: 'education',
    ground: 'contract',
    kept: { days: 90, since: 'changed_at', by: 'waitingList.forget' },
    about: 'user_id = :id',
    columns: {
      delete: 'id occasion_id education_id user_id state barred checked_at offered_at expires_at created_at changed_at',
    },
  },
  education_invitations: {
    purpose: 'education',
    ground: 'contract',
    kept: { days: 0, since: 'expires_at', by: 'educationInvitations.forget' },
    about: 'user_id = :id',
    columns: {
      delete: 'id education_id user_id created_at expires_at answered_at withdrawn_at accepted',
      actor: 'invited_by_user_id',
    },
  },
  certificate_shares: {
    purpose: 'proof',
    ground: 'contract',
    kept: 'account',
    about: 'user_id = :id',
    columns: { delete: 'id certificate_id user_id nonce created_at revoked_at' },
    withheld: 'nonce',
  },
  certificates: {
    purpose: 'proof',
    ground: 'legitimateInterest',
    kept: 'account',
    about: 'user_id = :id',
    columns: {
      // The code stays, so that the check page can say that the holder's data is erased.
      keep: 'id code user_id education_id education_result_id language template_version completed_at valid_to_on issued_at withdrawn_at replaced_at replaced_by_id logo_sha256 accent_color',
      null: 'sha256 seal',
      replace: 'first_name last_name',
      // In other people's certificates it names the people responsible for the education.
      mention: 'content',
    },
    replacements: { first_name: "'Raderad'", last_name: "'person'", content: "'{}'" },
  },
  certificate_reminders: {
    purpose: 'contact',
    ground: 'contract',
    kept: 'account',
    about: 'user_id = :id',
    columns: { delete: 'education_result_id valid_to_on days_before user_id sent_at' },
  },
  education_results: {
    purpose: 'proof',
    ground: 'legitimateInterest',
    kept: 'account',
    about: 'user_id = :id',
    columns: {
      keep: 'id user_id education_id completed completed_at signed_up_at source valid_to_on created_at changed_at',
      actor: 'registered_by_user_id',
      // Certificates of an erased person cannot be verified any more.
      null: 'verification_code',
    },
  },
  educator_material_completions: {
    purpose: 'education',
    ground: 'contract',
    kept: 'account',
    about: 'user_id = :id',
    columns: { delete: 'educator_material_id user_id completed_at' },
  },
  license_reminders: {
    purpose: 'contact',
    ground: 'contract',
    kept: 'account',
    about: 'user_license_id in (select id from user_licenses where user_id = :id)',
    columns: { delete: 'user_license_id days_before sent_at' },
  },
  user_licenses: {
    purpose: 'proof',
    ground: 'legitimateInterest',
    kept: 'account',
    about: 'user_id = :id',
    columns: {
      keep: 'id user_id license_id cycle_number basis decided_on valid_from_on valid_to_on grace_to_on late_to_on dormant_to_on issued_at stage next_change_on succeeded_on revoked_on',
      actor: 'issued_by_user_id revoked_by_user_id',
      null: 'note revoked_reason',
    },
  },
  license_goals: {
    purpose: 'education',
    ground: 'contract',
    kept: 'account',
    about: 'user_id = :id',
    columns: { delete: 'id user_id license_id created_at' },
  },
  other_requirement_results: {
    purpose: 'proof',
    ground: 'legitimateInterest',
    kept: 'account',
    about: 'user_id = :id',
    columns: {
      keep: 'id other_requirement_id user_id completed completed_on valid_to_on created_at',
      actor: 'registered_by_user_id',
      null: 'note',
    },
  },
  reported_activities: {
    purpose: 'proof',
    ground: 'legitimateInterest',
    kept: 'account',
    about: 'user_id = :id',
    columns: {
      keep: 'id user_id outside_activity_id done_on amount_hundredths state decided_at created_at',
      actor: 'decided_by_user_id',
      null: 'note reason',
    },
  },
  place_reminders: {
    purpose: 'contact',
    ground: 'contract',
    kept: { months: 12, since: 'sent_at', by: 'dataRetention.sweep' },
    about: 'user_id = :id',
    columns: { delete: 'user_id kind place_id sent_at' },
  },
  import_rows: {
    purpose: 'education',
    ground: 'legitimateInterest',
    kept: { days: 30, since: 'applied_at', by: 'imports.forget' },
    about: 'user_id = :id',
    columns: {
      delete:
        'batch_id row_number given person_key user_id education_id education_key completed_on status reason applied_at added changed_at open_before undone_at is_kept',
    },
  },
  import_batches: {
    purpose: 'education',
    ground: 'legitimateInterest',
    kept: 'asLongAsUsed',
    columns: {
      plain: 'id title status row_count added_count uploaded_at changed_at undo_started_at undone_at',
      actor: 'uploaded_by_user_id',
    },
  },
  education_responsibles: {
    purpose: 'education',
    ground: 'contract',
    kept: 'account',
    about: 'user_id = :id',
    columns: { delete: 'education_id user_id' },
  },
  education_part_responsibles: {
    purpose: 'education',
    ground: 'contract',
    kept: 'account',
    about: 'user_id = :id',
    columns: { delete: 'education_part_id user_id' },
  },
  occasion_responsibles: {
    purpose: 'education',
    ground: 'contract',
    kept: 'account',
    about: 'user_id = :id',
    columns: { delete: 'occasion_id user_id' },
  },
  driver_exam_responsibles: {
    purpose: 'education',
    ground: 'contract',
    kept: 'account',
    about: 'user_id = :id',
    columns: { delete: 'driver_exam_id user_id' },
  },
} as const satisfies Record<string, TableRule>
