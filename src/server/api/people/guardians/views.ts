import { sql } from 'drizzle-orm'

/**
 * Guardian links, confirmed or not: `confirmed_at` is null on unconfirmed ones. `relation` is a `GuardianRelation`,
 * null on the oldest links.
 */
export const guardianLinksView = sql`(select adult_user_id, child_user_id, relation, confirmed_at, created_at from guardian_links)`

/** Each guardian with the active people without a protected identity whom a confirmed link ties to them, of any age. */
export const wardsOfGuardians = sql`(select link.adult_user_id, ward.id, ward.first_name, ward.name_key, ward.birth_on
  from guardian_links link join users ward on ward.id = link.child_user_id
  where link.confirmed_at is not null and ward.protected_at is null and ward.inactive_at is null)`
