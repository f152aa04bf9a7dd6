import type { TableRule } from '../rules.ts'

/** Merges of people, and pairs that are no duplicates. */
export const merges = {
  person_merges: {
    purpose: 'account',
    ground: 'legitimateInterest',
    kept: 'asLongAsUsed',
    about: 'from_user_id = :id or into_user_id = :id',
    // An erased person's merge is not undone.
    erases: '(from_user_id = :id or into_user_id = :id) and state < 2',
    replacements: { state: '3' },
    columns: {
      replace: 'state',
      keep: 'id from_user_id into_user_id moving counts stayed from_inactive_at merged_at undone_at changed_at',
      actor: 'merged_by_user_id undone_by_user_id',
    },
  },
  // Values before a merge, of both people, by which it can be undone.
  person_merge_rows: {
    purpose: 'account',
    ground: 'legitimateInterest',
    kept: { days: 30, since: 'created_at', by: 'dataRetention.sweep' },
    about: 'merge_id in (select id from person_merges where from_user_id = :id or into_user_id = :id)',
    columns: {
      delete:
        'id merge_id table_name column_name unit row_key before_value after_value snapshot undone_at is_kept created_at',
    },
    withheld: 'before_value after_value snapshot',
  },
  dismissed_duplicates: {
    purpose: 'account',
    ground: 'legitimateInterest',
    kept: 'account',
    about: 'user_id = :id or other_user_id = :id',
    columns: { delete: 'user_id other_user_id marked_at', actor: 'marked_by_user_id' },
  },
} as const satisfies Record<string, TableRule>
