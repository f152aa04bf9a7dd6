import { type SQL, sql } from 'drizzle-orm'
import type { Feature } from '#api/features.ts'

/** For queries that read of a feature among other things; a whole call is closed by its contract. */
export const featureIsOn = (feature: Feature): SQL => sql`exists (
  select 1 from portal_configurations c, json_each(c.configuration, '$.features') f where f.value = ${feature})`
