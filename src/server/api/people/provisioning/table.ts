import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { integrationAccounts } from '#api/people/integrations/table.ts'
import { users } from '#api/people/users/table.ts'
import { flag, instant } from '#platform/columns.ts'

/** A person as an identity provider names them by SCIM, with what it has sent. */
export const provisioningPeople = sqliteTable(
  'provisioning_people',
  {
    /** Random id that the provider knows the person by. */
    id: text('id').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => integrationAccounts.id),
    /** Account of the portal; null until one is the person's own. */
    userId: integer('user_id').references(() => users.id),
    /** Whether the portal made that account for this person; false after a merge has given them another one. */
    isCreated: flag('is_created').notNull().default(false),
    userName: text('user_name').notNull(),
    externalId: text('external_id'),
    givenName: text('given_name'),
    familyName: text('family_name'),
    displayName: text('display_name'),
    email: text('email'),
    active: flag('active').notNull().default(true),
    /** Time of a removal by the provider; the row stays, so that the same person can come back. */
    removedAt: instant('removed_at'),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    uniqueIndex('idx_provisioning_people_name')
      .on(table.accountId, sql`lower(user_name)`)
      .where(sql`removed_at is null`),
    index('idx_provisioning_people_external_id').on(table.accountId, table.externalId),
    uniqueIndex('idx_provisioning_people_user').on(table.userId, table.accountId).where(sql`removed_at is null`),
    index('idx_provisioning_people_email').on(sql`lower(email)`).where(sql`user_id is null`),
  ],
)

/** A group at the identity provider. */
export const provisioningGroups = sqliteTable(
  'provisioning_groups',
  {
    id: text('id').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => integrationAccounts.id),
    externalId: text('external_id'),
    displayName: text('display_name').notNull(),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    uniqueIndex('idx_provisioning_groups_name').on(table.accountId, sql`lower(display_name)`),
    index('idx_provisioning_groups_external_id').on(table.accountId, table.externalId),
  ],
)

export const provisioningGroupMembers = sqliteTable(
  'provisioning_group_members',
  {
    groupId: text('group_id')
      .notNull()
      .references(() => provisioningGroups.id),
    personId: text('person_id')
      .notNull()
      .references(() => provisioningPeople.id),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.personId] }),
    index('idx_provisioning_group_members_person').on(table.personId),
  ],
)
