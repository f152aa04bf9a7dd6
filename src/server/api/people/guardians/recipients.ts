import { type SQL, sql } from 'drizzle-orm'
import type { Language } from '#api/actor.ts'
import { latestAdultBirth } from '#api/ages.ts'
import { toPortalDay } from '#api/zone.ts'
import type { Database } from '#platform/database.ts'

/**
 * SQL query for the ids, as `id`, of a child's confirmed guardians. Empty once the child is of age, and while its
 * identity is protected.
 */
export const selectGuardianIds = (childId: number, now: Date, exceptId: number): SQL => sql`
  select link.adult_user_id as id from guardian_links link
  join users child on child.id = link.child_user_id
  join users adult on adult.id = link.adult_user_id and adult.inactive_at is null
  where link.child_user_id = ${childId} and link.confirmed_at is not null and link.adult_user_id <> ${exceptId}
    and child.protected_at is null and (child.birth_on is null or child.birth_on > ${latestAdultBirth(toPortalDay(now))})`

export interface GuardianRecipient {
  id: number
  firstName: string
  email: string | null
  language: Language | null
}

/** Lists the confirmed guardians of a child as recipients of mails. */
export const listGuardianRecipients = (db: Database, childId: number, now: Date, exceptId: number) =>
  db.rows<GuardianRecipient>(sql`
    select users.id, users.first_name as firstName, users.email, users.language from users
    where users.id in (select id from (${selectGuardianIds(childId, now, exceptId)})) order by users.id`)

/**
 * SQL condition: the adult is a confirmed parent or legal guardian of the child. The child must be born after
 * `bornAfter` and have no protected identity.
 */
export const isDecidingGuardian = (
  adultId: number | SQL,
  childId: number | SQL,
  bornAfter: string | SQL,
): SQL => sql`exists (
  select 1 from guardian_links deciding_link join users decided_child on decided_child.id = deciding_link.child_user_id
  where deciding_link.adult_user_id = ${adultId} and deciding_link.child_user_id = ${childId} and deciding_link.confirmed_at is not null
    and decided_child.protected_at is null
    and coalesce(deciding_link.relation, 'parent') <> 'otherAdult' and (decided_child.birth_on is null or decided_child.birth_on > ${bornAfter}))`

/**
 * SQL condition: the actor may see a row of `guardian_links`. Links of a person with a protected identity are visible
 * only to that person and to superadministrators.
 */
export const isLinkListed = (actorId: number, isSuper: boolean): SQL =>
  isSuper
    ? sql`true`
    : sql`not exists (select 1 from protected_identities linked_identity
        where linked_identity.user_id in (guardian_links.adult_user_id, guardian_links.child_user_id)
          and linked_identity.user_id <> ${actorId})`

/** SQL condition: the child has a guardian who may decide about the links of other adults. */
export const hasDecidingGuardian = (childId: number | SQL): SQL => sql`exists (
  select 1 from guardian_links decider_link join users decider on decider.id = decider_link.adult_user_id
  where decider_link.child_user_id = ${childId} and decider_link.confirmed_at is not null and decider.inactive_at is null
    and coalesce(decider_link.relation, 'parent') <> 'otherAdult')`
