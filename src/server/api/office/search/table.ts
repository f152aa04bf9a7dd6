import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

// Kept by triggers from the columns `search_words`, never written by code.

/** Every word that something is called by, and in how many rows. */
export const spellings = sqliteTable(
  'spellings',
  { vocabulary: text('vocabulary').notNull(), word: text('word').notNull(), uses: integer('uses').notNull() },
  (table) => [primaryKey({ columns: [table.vocabulary, table.word] })],
)

/** The words under each of their keys: `knownKeysOf` says which those are. */
export const spellingKeys = sqliteTable(
  'spelling_keys',
  { vocabulary: text('vocabulary').notNull(), key: text('key').notNull(), word: text('word').notNull() },
  (table) => [primaryKey({ columns: [table.vocabulary, table.key, table.word] })],
)
