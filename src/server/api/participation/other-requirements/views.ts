import { sql } from 'drizzle-orm'

/** All other requirements, inactive ones too. For other domains, like `licensesView`. */
export const otherRequirementsView = sql`(select id, name, active from other_requirements)`
