import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import type { Language } from '#api/actor.ts'
import { storedFiles } from '#api/foundation/files/table.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { day, flag, instant, json } from '#platform/columns.ts'
import { toNameSpelling } from './rules.ts'

export const users = sqliteTable(
  'users',
  {
    id: integer('id').primaryKey(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    userName: text('user_name').notNull(),
    email: text('email'),
    phone: text('phone'),
    birthOn: day('birth_on'),
    pictureFileId: integer('picture_file_id').references(() => storedFiles.id),
    isExternal: flag('is_external').notNull().default(false),
    /** Null: the portal's default language. */
    language: text('language').$type<Language>(),
    /**
     * Contains its own hash parameters, so that a stronger setting needs no migration. Null: the person cannot sign in
     * by password.
     */
    passwordHash: text('password_hash'),
    /** Set when another person chose the password; the person must choose a new one (spec G-013). */
    passwordExpiresAt: instant('password_expires_at'),
    inactiveAt: instant('inactive_at'),
    lastLoginAt: instant('last_login_at'),
    /** Time of the last sign-in that stored a device cookie; null: no device is known. */
    deviceKnownAt: instant('device_known_at'),
    /** The person's id in the sports IT system (IdrottsID). */
    externalPersonId: text('external_person_id'),
    personalNumberHash: text('personal_number_hash'),
    /**
     * Set while the identity is protected. Name, e-mail address, phone, register id and clubs are then in
     * `protected_identities`.
     */
    protectedAt: instant('protected_at'),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
    /** Set once, when the person was erased or de-identified; a trigger refuses every later change of the row. */
    erasedAt: instant('erased_at'),
    /** Words for spelling correction, from `toSearchWords`; written together with the name. */
    searchWords: text('search_words').notNull(),
    /** The person into whom this one was merged; the account is then closed and leads to that person. */
    mergedInto: integer('merged_into').references((): AnySQLiteColumn => users.id),
    /** Last and first name in Swedish sort order: `{` sorts after z. */
    nameKey: text('name_key').generatedAlwaysAs(
      sql`replace(replace(replace(replace(replace(replace(lower(last_name || ' ' || first_name), 'å', '{a'), 'Å', '{a'), 'ä', '{b'), 'Ä', '{b'), 'ö', '{c'), 'Ö', '{c')`,
    ),
  },
  (table) => [
    index('idx_users_picture').on(table.pictureFileId).where(sql`picture_file_id is not null`),
    index('idx_users_name_key').on(table.nameKey, table.id),
    index('idx_users_is_external').on(table.isExternal, table.nameKey, table.id),
    index('idx_users_inactive').on(table.nameKey, table.id).where(sql`inactive_at is not null`),
    index('idx_users_erased_at').on(table.erasedAt).where(sql`erased_at is not null`),
    index('idx_users_last_login_at').on(table.lastLoginAt, table.id),
    uniqueIndex('idx_users_user_name').on(sql`lower(user_name)`),
    uniqueIndex('idx_users_external_person_id').on(table.externalPersonId),
    uniqueIndex('idx_users_personal_number_hash').on(table.personalNumberHash),
    index('idx_users_email').on(sql`lower(email)`),
    index('idx_users_phone_digits')
      .on(sql`replace(replace(replace(phone, ' ', ''), '-', ''), '+46', '0')`)
      .where(sql`phone is not null`),
    index('idx_users_birth_spelling')
      .on(table.birthOn, sql.raw(toNameSpelling('name_key')))
      .where(sql`birth_on is not null and merged_into is null and erased_at is null and protected_at is null`),
    index('idx_users_merged_into').on(table.mergedInto).where(sql`merged_into is not null`),
    index('idx_users_last_name').on(table.lastName, table.firstName, table.id),
  ],
)

export const userOrganizations = sqliteTable(
  'user_organizations',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id),
    isPrimary: flag('is_primary').notNull().default(false),
    fromOn: day('from_on'),
    toOn: day('to_on'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.organizationId] }),
    index('idx_user_organizations_organization_id').on(table.organizationId, table.userId),
  ],
)

/** Every member of an organisation and of all below it; maintained by triggers from memberships and paths. */
export const branchMembers = sqliteTable(
  'branch_members',
  {
    rootId: integer('root_id').notNull(),
    userId: integer('user_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.rootId, table.userId] }),
    index('idx_branch_members_user').on(table.userId, table.rootId),
  ],
)

/** A membership of a person with a protected identity, stored as a row of `user_organizations`. */
export interface HiddenMembership {
  organizationId: number
  isPrimary: 0 | 1
  fromOn: string | null
  toOn: string | null
}

/**
 * The real identity of a person with a protected identity. Their row of `users` has the name "Skyddad deltagare" and no
 * e-mail address, phone, club or register id.
 */
export const protectedIdentities = sqliteTable(
  'protected_identities',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email'),
    phone: text('phone'),
    externalPersonId: text('external_person_id'),
    memberships: json<HiddenMembership[]>('memberships').notNull(),
    /** As in `users`, for the real name. */
    searchWords: text('search_words').notNull(),
    protectedByUserId: integer('protected_by_user_id')
      .notNull()
      .references(() => users.id),
    protectedAt: instant('protected_at').notNull(),
    /** Whether the federation's register began the protection; `protectedByUserId` is then the person. */
    fromRegister: flag('from_register').notNull().default(false),
  },
  (table) => [
    uniqueIndex('idx_protected_identities_external_person_id').on(table.externalPersonId),
    index('idx_protected_identities_email').on(sql`lower(email)`),
  ],
)

/** Accounts that the office has closed, with the reason. A trigger deletes the row when the account opens again. */
export const accountClosures = sqliteTable('account_closures', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  reason: text('reason').notNull(),
  closedByUserId: integer('closed_by_user_id')
    .notNull()
    .references(() => users.id),
  closedAt: instant('closed_at').notNull(),
})
