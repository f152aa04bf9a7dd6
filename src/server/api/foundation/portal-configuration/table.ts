import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { instant, json } from '#platform/columns.ts'
import type { PortalConfiguration } from './contract.ts'

/** One row; the whole configuration is read and written together. */
export const portalConfigurations = sqliteTable('portal_configurations', {
  id: integer('id').primaryKey(),
  configuration: json<PortalConfiguration>('configuration').notNull(),
  changedAt: instant('changed_at').notNull(),
})
