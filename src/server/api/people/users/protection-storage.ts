import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { maskedName } from '#api/masking.ts'
import type { Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { withUserWords } from './rules.ts'
import { protectedIdentities, userOrganizations, users } from './table.ts'

const memberships = sql`(select json_group_array(json_object('organizationId', put_away.organization_id,
    'isPrimary', put_away.is_primary, 'fromOn', put_away.from_on, 'toOn', put_away.to_on))
  from user_organizations put_away where put_away.user_id = users.id)`

/** Statements that put away who a person is. A second one at the same moment is refused by the primary key. */
export function hideIdentity({ db, actor, now }: Ctx, userId: number): Statement[] {
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
        protectedByUserId: actor.id,
        protectedAt: now.toISOString(),
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
 * Statements that bring back who the person is, with the memberships in organisations that still exist. The database takes the address from
 * a confirmed change alone, which is written before them.
 */
export function showIdentity({ db, now }: Ctx, userId: number): Statement[] {
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
        organizationId: sql`put_back.value ->> '$.organizationId'`,
        isPrimary: sql`put_back.value ->> '$.isPrimary'`,
        fromOn: sql`put_back.value ->> '$.fromOn'`,
        toOn: sql`put_back.value ->> '$.toOn'`,
      },
      sql`from protected_identities identity, json_each(identity.memberships) put_back
      where identity.user_id = ${userId}
        and exists (select 1 from organizations found where found.id = put_back.value ->> '$.organizationId')`,
    ),
    // After its own row is free of it: an id of the register is one person's.
    db.query
      .update(users)
      .set({ externalPersonId: sql`(select identity.external_person_id ${own})` })
      .where(eq(users.id, userId)),
    db.query.delete(protectedIdentities).where(eq(protectedIdentities.userId, userId)),
  ]
}
