import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

// Triggers maintain these tables from the columns `search_words`; code only reads them.

/** Words of names and titles by vocabulary, with the number of rows that contain them. */
export const spellings = sqliteTable(
  'spellings',
  { vocabulary: text('vocabulary').notNull(), word: text('word').notNull(), uses: integer('uses').notNull() },
  (table) => [primaryKey({ columns: [table.vocabulary, table.word] })],
)

/** Words by spelling key; `toKnownWordKeys` defines the keys. */
export const spellingKeys = sqliteTable(
  'spelling_keys',
  { vocabulary: text('vocabulary').notNull(), key: text('key').notNull(), word: text('word').notNull() },
  (table) => [primaryKey({ columns: [table.vocabulary, table.key, table.word] })],
)
