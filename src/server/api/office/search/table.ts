import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

// Kept by triggers (migrations/0010_search.sql), never written by code.

/** A letter with marks, or large, and the small one without that it is folded to. */
export const letters = sqliteTable('letters', {
  marked: text('marked').primaryKey(),
  plain: text('plain').notNull(),
})

/** Every word that something is called by, as far as it counts, and how many times. */
export const spellings = sqliteTable(
  'spellings',
  { vocabulary: text('vocabulary').notNull(), word: text('word').notNull(), uses: integer('uses').notNull() },
  (table) => [primaryKey({ columns: [table.vocabulary, table.word] })],
)

/** The words under each of their keys: `keysOf` says which those are. */
export const spellingKeys = sqliteTable(
  'spelling_keys',
  { vocabulary: text('vocabulary').notNull(), key: text('key').notNull(), word: text('word').notNull() },
  (table) => [primaryKey({ columns: [table.vocabulary, table.key, table.word] })],
)
