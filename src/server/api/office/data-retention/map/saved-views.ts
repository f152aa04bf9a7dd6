import type { TableRule } from '../rules.ts'

/** Filters of lists that people have saved. */
export const savedViews = {
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
