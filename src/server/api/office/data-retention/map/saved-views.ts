import type { TableRule } from '../rules.ts'

const ofOwnSchedules = 'user_id = :id or schedule_id in (select id from report_schedules where user_id = :id)'

/** Filters of lists that people have saved, and the schedules that send them. Rows go before those they refer to. */
export const savedViews = {
  report_deliveries: {
    purpose: 'contact',
    ground: 'legitimateInterest',
    kept: { months: 12, since: 'delivered_at', by: 'dataRetention.sweep' },
    about: 'user_id = :id',
    erases: ofOwnSchedules,
    columns: { delete: 'schedule_id period user_id outcome row_count message_id delivered_at' },
    withheld: 'message_id',
  },
  report_receivers: {
    purpose: 'contact',
    ground: 'legitimateInterest',
    kept: 'account',
    about: 'user_id = :id',
    erases: ofOwnSchedules,
    columns: { delete: 'schedule_id user_id' },
  },
  report_schedules: {
    purpose: 'contact',
    ground: 'legitimateInterest',
    kept: 'account',
    about: 'user_id = :id',
    columns: { delete: 'id user_id report saved_view_id rhythm day hour paused_at next_due_at created_at' },
  },
  overview_views: {
    purpose: 'account',
    ground: 'legitimateInterest',
    kept: 'account',
    about: 'user_id = :id',
    columns: { delete: 'id user_id name address created_at' },
  },
  saved_views: {
    purpose: 'account',
    ground: 'legitimateInterest',
    kept: 'account',
    about: 'user_id = :id',
    columns: { delete: 'id user_id list name query is_shared created_at' },
  },
} as const satisfies Record<string, TableRule>
