import { type SQL, sql } from 'drizzle-orm'
import type { Language } from '#api/actor.ts'
import { latestAdultBirth } from '#api/ages.ts'
import { toPortalDay } from '#api/zone.ts'
import type { Database } from '#platform/database.ts'

/**
 * SQL query for the ids, as `id`, of the people with active accounts who are confirmed guardians of a child. `exceptId`
 * is left out; 0 leaves out nobody. Empty once the child is of age, and while the child's identity is protected. A
 * child without a date of birth counts as under age.
 */
export const selectGuardianIds = (childId: number | SQL, now: Date, exceptId: number): SQL => sql`
  select told_link.adult_user_id as id from guardian_links told_link
  join users told_child on told_child.id = told_link.child_user_id
  join users told_adult on told_adult.id = told_link.adult_user_id and told_adult.inactive_at is null
  where told_link.child_user_id = ${childId} and told_link.confirmed_at is not null and told_link.adult_user_id <> ${exceptId}
    and told_child.protected_at is null
    and (told_child.birth_on is null or told_child.birth_on > ${latestAdultBirth(toPortalDay(now))})`

export interface GuardianRecipient {
  id: number
  firstName: string
  email: string | null
  language: Language | null
}

/**
 * SQL for a row of `users` as JSON text: its full name, empty for a protected identity, and its confirmed, active
 * guardians as recipients of notifications. No guardians for a person of age, or with a protected identity.
 */
export const notifiedChild = (now: Date) => sql<string>`json_object(
  'name', case when users.protected_at is null then users.first_name || ' ' || users.last_name else '' end,
  'guardians', (select json_group_array(json_object('id', notified_adult.id, 'firstName', notified_adult.first_name,
    'email', notified_adult.email, 'language', notified_adult.language))
    from users notified_adult where notified_adult.id in (${selectGuardianIds(sql`users.id`, now, 0)})))`

/**
 * SQL condition for a row of `users`: one of the person's confirmed, active guardians has an e-mail address. False for
 * a person of age at `now`, and for a protected identity.
 */
export const hasGuardianWithAddress = (now: Date) => sql`exists (
  select 1 from users reached_adult where reached_adult.id in (${selectGuardianIds(sql`users.id`, now, 0)})
    and coalesce(reached_adult.email, '') <> '')`

/**
 * Lists the confirmed, active guardians of a child as recipients of mails, by id, without `exceptId`; also those
 * without an e-mail address. Empty once the child is of age, and while its identity is protected.
 */
export const listGuardianRecipients = (db: Database, childId: number, now: Date, exceptId: number) =>
  db.rows<GuardianRecipient>(sql`
    select users.id, users.first_name as firstName, users.email, users.language from users
    where users.id in (select id from (${selectGuardianIds(childId, now, exceptId)})) order by users.id`)

/**
 * SQL condition: the adult is a confirmed parent or legal guardian of the child; a link without a relation counts as a
 * parent's. The child must have no protected identity, and no birth date or one after `bornAfter`. False for a
 * merged-away record: a link that collided stays there when the guardian is removed.
 */
export const isDecidingGuardian = (
  adultId: number | SQL,
  childId: number | SQL,
  bornAfter: string | SQL,
): SQL => sql`exists (
  select 1 from guardian_links deciding_link join users decided_child on decided_child.id = deciding_link.child_user_id
  where deciding_link.adult_user_id = ${adultId} and deciding_link.child_user_id = ${childId} and deciding_link.confirmed_at is not null
    and decided_child.protected_at is null and decided_child.merged_into is null
    and coalesce(deciding_link.relation, 'parent') <> 'otherAdult' and (decided_child.birth_on is null or decided_child.birth_on > ${bornAfter}))`

/**
 * SQL condition: the actor may see a row of `guardian_links` as far as protected identities are concerned. Links of a
 * person with a protected identity are visible only to that person and to superadministrators. `isSuper` says whether
 * the actor is one.
 */
export const isLinkListed = (actorId: number, isSuper: boolean): SQL =>
  isSuper
    ? sql`true`
    : sql`not exists (select 1 from protected_identities linked_identity
        where linked_identity.user_id in (guardian_links.adult_user_id, guardian_links.child_user_id)
          and linked_identity.user_id <> ${actorId})`

/**
 * SQL condition: the child has an active guardian who may decide about the links of other adults: a confirmed parent or
 * legal guardian, or one whose link has no relation.
 */
export const hasDecidingGuardian = (childId: number | SQL): SQL => sql`exists (
  select 1 from guardian_links decider_link join users decider on decider.id = decider_link.adult_user_id
  where decider_link.child_user_id = ${childId} and decider_link.confirmed_at is not null and decider.inactive_at is null
    and coalesce(decider_link.relation, 'parent') <> 'otherAdult')`
