import type { TableRule } from '../rules.ts'

/** Mails, notices and background jobs. */
export const messages = {
  outbox_mails: {
    purpose: 'contact',
    ground: 'contract',
    kept: { months: 12, since: 'created_at', by: 'dataRetention.sweep' },
    about: 'user_id = :id or (user_id is null and lower(recipient) = :email)',
    columns: {
      delete:
        'id message_id recipient created_at sent_at error secret user_id name language once_key invites_to attached_files sealed step_result_id',
      mention: 'subject body',
    },
    exportedAs: {
      body: "case when secret then '' else replace(body, char(57344) || 'nextStep' || char(57345), '') end",
    },
    withheld: 'once_key sealed',
  },
  outbox_mails_words: {
    purpose: 'contact',
    ground: 'contract',
    kept: 'asLongAsUsed',
    columns: { derived: 'subject recipient' },
  },
  notices: {
    purpose: 'contact',
    ground: 'contract',
    kept: { months: 12, since: 'created_at', by: 'dataRetention.sweep' },
    about: 'user_id = :id',
    columns: { delete: 'id user_id kind path created_at read_at', mention: 'text_values' },
  },
  declined_mails: {
    purpose: 'contact',
    ground: 'contract',
    kept: 'account',
    about: 'user_id = :id',
    columns: { delete: 'user_id topic' },
  },
  jobs: {
    purpose: 'operation',
    ground: 'legitimateInterest',
    kept: { days: 30, since: 'created_at', by: 'jobs.forget' },
    about: 'requested_by_user_id = :id',
    // Unfinished jobs are not deleted.
    erases:
      "(requested_by_user_id = :id or lower(payload ->> '$.userName') = :userName or lower(payload ->> '$.email') = :email) and state >= 3",
    columns: {
      delete:
        'id kind payload key state run_at attempts locked_until progress_done progress_total error created_at finished_at requested_by_user_id started_at result',
    },
    // A report's payload and result may contain data of other people.
    withheld: 'payload result error',
  },
  mailing_recipients: {
    purpose: 'contact',
    ground: 'legitimateInterest',
    kept: { months: 12, since: 'created_at', by: 'dataRetention.sweep' },
    about: 'user_id = :id',
    columns: { delete: 'mailing_id user_id state reason message_id created_at' },
    withheld: 'message_id',
  },
  mailings: {
    purpose: 'contact',
    ground: 'legitimateInterest',
    kept: { months: 12, since: 'created_at', by: 'dataRetention.sweep' },
    columns: {
      plain: 'id audience state due_at finished_at created_at changed_at',
      actor: 'created_by_user_id',
      mention: 'subject body',
    },
  },
  mailing_drafts: {
    purpose: 'contact',
    ground: 'legitimateInterest',
    kept: { months: 12, since: 'changed_at', by: 'dataRetention.sweep' },
    about: 'created_by_user_id = :id',
    columns: { delete: 'id audience due_at created_by_user_id created_at changed_at', mention: 'subject body' },
  },
  // Their drafts and mailings take them along; the daily sweep removes the files that nothing has any more.
  mailing_files: {
    purpose: 'contact',
    ground: 'legitimateInterest',
    kept: 'asLongAsUsed',
    columns: { plain: 'id draft_id mailing_id file_id position' },
  },
  mailing_rules: {
    purpose: 'contact',
    ground: 'legitimateInterest',
    kept: 'asLongAsUsed',
    columns: {
      plain: 'id name trigger_kind days audience education_id subject body active active_since created_at changed_at',
    },
  },
  mailing_rule_mails: {
    purpose: 'contact',
    ground: 'legitimateInterest',
    kept: { months: 24, since: 'created_at', by: 'dataRetention.sweep' },
    about: 'user_id = :id',
    columns: { delete: 'rule_id object_key user_id message_id created_at' },
    withheld: 'message_id',
  },
  mail_templates: {
    purpose: 'operation',
    ground: 'legitimateInterest',
    kept: 'asLongAsUsed',
    columns: { plain: 'name variant language subject body changed_at', actor: 'changed_by_user_id' },
  },
  events: {
    purpose: 'contact',
    ground: 'legitimateInterest',
    kept: 'asLongAsUsed',
    columns: { plain: 'id content created_at changed_at', actor: 'created_by_user_id' },
  },
  disturbance_messages: {
    purpose: 'contact',
    ground: 'none',
    kept: 'asLongAsUsed',
    columns: { plain: 'id content from_at to_at created_at changed_at' },
  },
} as const satisfies Record<string, TableRule>
