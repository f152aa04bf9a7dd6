import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '#api/people/users/table.ts'
import { flag, instant, json } from '#platform/columns.ts'
import type { MergeState, TableCount } from './rules.ts'

/** One merge of a person into another. */
export const personMerges = sqliteTable(
  'person_merges',
  {
    id: integer('id').primaryKey(),
    fromUserId: integer('from_user_id')
      .notNull()
      .references(() => users.id),
    intoUserId: integer('into_user_id')
      .notNull()
      .references(() => users.id),
    state: integer('state').$type<MergeState>().notNull().default(0),
    /** True only inside the transactions that move rows; triggers let rows change their person while it is. */
    moving: flag('moving').notNull().default(false),
    /** Rows that moved, by table. */
    counts: json<TableCount[]>('counts').notNull().default([]),
    /** Rows that collided and stayed with the merged-away person, by table. */
    stayed: json<TableCount[]>('stayed').notNull().default([]),
    /** When the merged-away account had become inactive before the merge; null for an active one. */
    fromInactiveAt: instant('from_inactive_at'),
    mergedByUserId: integer('merged_by_user_id')
      .notNull()
      .references(() => users.id),
    mergedAt: instant('merged_at').notNull(),
    undoneByUserId: integer('undone_by_user_id').references(() => users.id),
    undoneAt: instant('undone_at'),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    uniqueIndex('idx_person_merges_live').on(table.fromUserId).where(sql`state < 2`),
    index('idx_person_merges_into').on(table.intoUserId),
    index('idx_person_merges_merged_at').on(table.mergedAt, table.id),
    index('idx_person_merges_moving').on(table.moving).where(sql`moving = 1`),
  ],
)

/** Each column that a merge changed, with its value before and after; removed after 30 days. */
export const personMergeRows = sqliteTable(
  'person_merge_rows',
  {
    id: integer('id').primaryKey(),
    mergeId: integer('merge_id')
      .notNull()
      .references(() => personMerges.id),
    tableName: text('table_name').notNull(),
    columnName: text('column_name').notNull(),
    /** Rows of one unit are undone together or not at all. */
    unit: text('unit').notNull(),
    /** JSON array of the key columns that `references` names. */
    rowKey: text('row_key').notNull(),
    beforeValue: text('before_value'),
    afterValue: text('after_value'),
    /** JSON array of the watched columns; null for a row that may change. */
    snapshot: text('snapshot'),
    undoneAt: instant('undone_at'),
    isKept: flag('is_kept').notNull().default(false),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('idx_person_merge_rows_merge').on(table.mergeId, table.undoneAt, table.tableName, table.unit),
    index('idx_person_merge_rows_created_at').on(table.createdAt),
  ],
)
