import type { TableRule } from '../rules.ts'

/** Texts of the office about people: notes, and why an account is closed. */
export const officeRecords = {
  person_notes: {
    purpose: 'account',
    ground: 'legitimateInterest',
    kept: 'account',
    about: 'user_id = :id',
    columns: { delete: 'id user_id author_user_id created_at', mention: 'text' },
    withheld: 'author_user_id',
  },
  account_closures: {
    purpose: 'account',
    ground: 'legitimateInterest',
    kept: 'account',
    about: 'user_id = :id',
    columns: { delete: 'user_id closed_by_user_id closed_at', mention: 'reason' },
    withheld: 'closed_by_user_id',
  },
} as const satisfies Record<string, TableRule>
