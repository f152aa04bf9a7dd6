import { type SQL, sql } from 'drizzle-orm'
import type { Feature } from '#api/features.ts'

/** SQL condition: a feature is on. For queries that only partly depend on it; a call is closed by its contract. */
export const featureIsOn = (feature: Feature): SQL => sql`exists (
  select 1 from portal_configurations c, json_each(c.configuration, '$.features') f where f.value = ${feature})`
