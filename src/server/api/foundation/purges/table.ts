import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const purges = sqliteTable('purges', {
  id: integer('id').primaryKey(),
  /** JSON: each tag's version, a later one with each invalidation. */
  versions: text('versions').notNull(),
})
