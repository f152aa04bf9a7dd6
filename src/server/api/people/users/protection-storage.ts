import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import { maskedName } from '#api/masking.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { withUserWords } from './rules.ts'
import { protectedIdentities, userOrganizations, users } from './table.ts'

const memberships = sql`(select json_group_array(json_object('organizationId', hidden_membership.organization_id,
    'isPrimary', hidden_membership.is_primary, 'fromOn', hidden_membership.from_on, 'toOn', hidden_membership.to_on))
  from user_organizations hidden_membership where hidden_membership.user_id = users.id)`

type Moment = Pick<Visitor, 'db' | 'now'>

/**
 * Returns the statements that mark a person as protected, and move the identity to `protected_identities`: name, e-mail
 * address, phone, register id and memberships. The account has the masked name then. They remove the picture for good.
 * The primary key refuses a second attempt at the same moment. `byUserId` is null when the federation's register
 * protects the person.
 */
export function hideIdentity({ db, now }: Moment, userId: number, byUserId: number | null): Statement[] {
  return [
    insertFrom(
      db.query,
      protectedIdentities,
      {
        userId: sql`id`,
        firstName: sql`first_name`,
        lastName: sql`last_name`,
        email: sql`email`,
        phone: sql`phone`,
        externalPersonId: sql`external_person_id`,
        memberships,
        searchWords: sql`search_words`,
        protectedByUserId: byUserId ?? userId,
        protectedAt: now.toISOString(),
        fromRegister: byUserId === null ? 1 : 0,
      },
      sql`from users where id = ${userId}`,
    ),
    db.query.delete(userOrganizations).where(eq(userOrganizations.userId, userId)),
    db.query
      .update(users)
      .set({
        ...withUserWords(maskedName),
        email: null,
        phone: null,
        externalPersonId: null,
        pictureFileId: null,
        protectedAt: now,
        changedAt: now,
      })
      .where(eq(users.id, userId)),
  ]
}

const own = sql`from protected_identities identity where identity.user_id = users.id`

/**
 * Returns the statements that end a person's protection and restore the stored identity, with memberships in
 * organisations that still exist. A trigger accepts the e-mail address only from a confirmed change, which is written
 * before them.
 */
export function restoreIdentity({ db, now }: Moment, userId: number): Statement[] {
  return [
    db.query
      .update(users)
      .set({
        firstName: sql`(select identity.first_name ${own})`,
        lastName: sql`(select identity.last_name ${own})`,
        searchWords: sql`(select identity.search_words ${own})`,
        email: sql`(select identity.email ${own})`,
        phone: sql`(select identity.phone ${own})`,
        protectedAt: null,
        changedAt: now,
      })
      .where(eq(users.id, userId)),
    insertFrom(
      db.query,
      userOrganizations,
      {
        userId,
        organizationId: sql`restored_membership.value ->> '$.organizationId'`,
        isPrimary: sql`restored_membership.value ->> '$.isPrimary'`,
        fromOn: sql`restored_membership.value ->> '$.fromOn'`,
        toOn: sql`restored_membership.value ->> '$.toOn'`,
      },
      sql`from protected_identities identity, json_each(identity.memberships) restored_membership
      where identity.user_id = ${userId}
        and exists (select 1 from organizations found where found.id = restored_membership.value ->> '$.organizationId')`,
    ),
    // Written after the row of `protected_identities` has released it: an id of the register belongs to one person
    // only.
    db.query
      .update(users)
      .set({ externalPersonId: sql`(select identity.external_person_id ${own})` })
      .where(eq(users.id, userId)),
    db.query.delete(protectedIdentities).where(eq(protectedIdentities.userId, userId)),
  ]
}

/**
 * Returns the statements that restore a person's earlier e-mail address if the SQL condition `when` holds. That of a
 * protected identity is restored where it is stored apart, so that it stays hidden. A null `email` removes the present
 * one.
 */
export const restoreEmail = (
  db: Database,
  id: number,
  { email, now, when }: { email: string | null; now: Date; when: SQL },
): Statement[] => [
  db.query
    .update(users)
    .set({ email, changedAt: now })
    .where(and(eq(users.id, id), isNull(users.protectedAt), when)),
  db.query
    .update(protectedIdentities)
    .set({ email })
    .where(and(eq(protectedIdentities.userId, id), when)),
]
