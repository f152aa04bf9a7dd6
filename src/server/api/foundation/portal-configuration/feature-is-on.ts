import { type SQL, sql } from 'drizzle-orm'
import type { Feature } from '#api/features.ts'

/**
 * SQL condition: a feature is on. For queries that only partly depend on it; a call is closed by its contract.
 *
 * A stored configuration that is not JSON has no features, so that pages which show it beside other things still open.
 */
export const featureIsOn = (feature: Feature): SQL => sql`exists (
  select 1 from portal_configurations c, json_each(
    case when json_valid(c.configuration) then c.configuration else '{}' end, '$.features') f where f.value = ${feature})`
