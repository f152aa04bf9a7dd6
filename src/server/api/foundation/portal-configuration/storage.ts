import { eq, sql } from 'drizzle-orm'
import { fileIdOf, publicFileUrl } from '#api/foundation/files/storage.ts'
import { type Database, ifUnmodifiedSince } from '#platform/database.ts'
import type { PortalConfiguration } from './contract.ts'
import { portalConfigurations } from './table.ts'

/** Returns the portal's configuration with the time of its last change; null before the portal is set up. */
export async function findConfiguration(db: Database): Promise<(PortalConfiguration & { lastChange: Date }) | null> {
  const [row] = await db.query.select().from(portalConfigurations).where(eq(portalConfigurations.id, 1))
  return row ? { ...row.configuration, lastChange: row.changedAt } : null
}

/**
 * Returns the statement that saves the whole configuration of the portal. The commit fails as `changed_meanwhile` when
 * one is stored and has another version than `expectedVersion`. The first configuration has no version to expect, and
 * null is right for it alone.
 */
export const saveConfiguration = (
  db: Database,
  configuration: PortalConfiguration,
  expectedVersion: Date | null,
  now: Date,
) =>
  db.query
    .insert(portalConfigurations)
    .values({ id: 1, configuration, changedAt: now })
    .onConflictDoUpdate({
      target: portalConfigurations.id,
      set: { configuration, changedAt: ifUnmodifiedSince(portalConfigurations.changedAt, expectedVersion, now) },
    })

/**
 * Selects the path `/api/files/<ref>` of the file with this R2 key: one row, whose `address` is null when there is no
 * such file. That the file is public is not checked. Finds a file too that is inserted earlier in the same transaction.
 */
export const selectFileUrl = (db: Database, key: string) =>
  db.query.select({ address: publicFileUrl(fileIdOf(key)).as('address') }).from(sql`(select 1)`)
