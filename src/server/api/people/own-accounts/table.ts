import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Language } from '#api/actor.ts'
import type { GuardianRelation } from '#api/people/guardians/contract.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { users } from '#api/people/users/table.ts'
import { day, flag, instant } from '#platform/columns.ts'
import type { AccountState, IdentityProvider } from './rules.ts'

/** Requests for an account by people who have proven their e-mail address. */
export const accountRequests = sqliteTable(
  'account_requests',
  {
    id: integer('id').primaryKey(),
    /** SHA-256 of the proof of the e-mail address, so that one proof makes one request. */
    proofHash: text('proof_hash').notNull(),
    email: text('email').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    birthOn: day('birth_on').notNull(),
    language: text('language').$type<Language>(),
    /** Null once the request is settled. */
    passwordHash: text('password_hash'),
    /**
     * HMAC of the personal number of an identified person, in place of a password. Null once the request is settled.
     */
    personalNumberHash: text('personal_number_hash'),
    /** Provider of the electronic identification; null for a typed name and date of birth. */
    identifiedBy: text('identified_by').$type<IdentityProvider>(),
    organizationId: integer('organization_id').references(() => organizations.id),
    guardianEmail: text('guardian_email'),
    /** SHA-256 of the token that was mailed to the guardian. */
    guardianTokenHash: text('guardian_token_hash'),
    /** The adult who has consented. */
    guardianUserId: integer('guardian_user_id').references(() => users.id),
    guardianRelation: text('guardian_relation').$type<GuardianRelation>(),
    state: text('state').$type<AccountState>().notNull(),
    /** Whether somebody with a protected identity has the e-mail address; only superadministrators see the request. */
    isProtectedMatch: flag('is_protected_match').notNull().default(false),
    /**
     * Whether the e-mail address was under review before or by this request, and the office has not answered; nothing
     * is claimed.
     */
    needsReview: flag('needs_review').notNull().default(false),
    /** The person whose account it became. */
    userId: integer('user_id').references(() => users.id),
    createdAt: instant('created_at').notNull(),
    settledAt: instant('settled_at'),
    settledByUserId: integer('settled_by_user_id').references(() => users.id),
  },
  (table) => [
    uniqueIndex('idx_account_requests_proof_hash').on(table.proofHash),
    uniqueIndex('idx_account_requests_guardian_token_hash').on(table.guardianTokenHash),
    uniqueIndex('idx_account_requests_personal_number_hash').on(table.personalNumberHash),
    uniqueIndex('idx_account_requests_open').on(sql`lower(email)`).where(sql`settled_at is null`),
    index('idx_account_requests_user_id').on(table.userId),
    index('idx_account_requests_organization_id').on(table.organizationId),
    index('idx_account_requests_created_at').on(table.createdAt),
  ],
)

/** Requests of people to become members of an organisation. */
export const membershipRequests = sqliteTable(
  'membership_requests',
  {
    id: integer('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id),
    createdAt: instant('created_at').notNull(),
    decidedAt: instant('decided_at'),
    decidedByUserId: integer('decided_by_user_id').references(() => users.id),
    isApproved: flag('is_approved'),
  },
  (table) => [
    uniqueIndex('idx_membership_requests_open').on(table.userId, table.organizationId).where(sql`decided_at is null`),
    index('idx_membership_requests_organization_id').on(table.organizationId),
    index('idx_membership_requests_created_at').on(table.createdAt),
  ],
)
