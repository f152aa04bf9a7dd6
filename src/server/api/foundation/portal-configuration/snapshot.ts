import { sql } from 'drizzle-orm'
import type { Snapshot } from '#api/foundation/audit/edits/snapshot.ts'

/** The whole configuration. */
export const configurationSnapshot: Snapshot = {
  table: 'portal_configurations',
  where: sql`stored.id = 1`,
  object: sql`stored.configuration`,
}
