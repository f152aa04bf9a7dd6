import { sql } from 'drizzle-orm'

/** The configuration of the portal as JSON, in one row or none: `id`, `configuration`. */
export const portalConfigurationView = sql`(select id, configuration from portal_configurations)`
