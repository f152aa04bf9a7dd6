import { eq } from 'drizzle-orm'
import type { Database } from '#platform/database.ts'
import type { PortalConfiguration } from './contract.ts'
import { portalConfigurations } from './table.ts'

/** The one configuration, or null before the portal is set up. */
export async function findConfiguration(db: Database): Promise<PortalConfiguration | null> {
  const [row] = await db.query.select().from(portalConfigurations).where(eq(portalConfigurations.id, 1))
  return row?.configuration ?? null
}
