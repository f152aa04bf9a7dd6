import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const purges = sqliteTable('purges', {
  id: integer('id').primaryKey(),
  /** JSON: each tag's version, another one with each purge. */
  versions: text('versions').notNull(),
})
