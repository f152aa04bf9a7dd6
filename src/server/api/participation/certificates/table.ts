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
import { educations } from '#api/catalogue/educations/table.ts'
import { educationResults } from '#api/participation/results/table.ts'
import { users } from '#api/people/users/table.ts'
import { instant } from '#platform/columns.ts'

/**
 * Certificates as issued. Triggers of `education_results` write them, in the transaction that completes an education.
 */
export const certificates = sqliteTable(
  'certificates',
  {
    id: integer('id').primaryKey(),
    code: text('code').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    educationId: integer('education_id').references(() => educations.id),
    educationResultId: integer('education_result_id').references(() => educationResults.id),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** JSON text of `CertificateContent`, stored as it was issued so that its seal can be computed again. */
    content: text('content').notNull(),
    language: text('language').$type<Language>().notNull(),
    templateVersion: integer('template_version').notNull(),
    completedAt: instant('completed_at').notNull(),
    validToOn: text('valid_to_on'),
    issuedAt: instant('issued_at').notNull(),
    /** Hexadecimal digest of a seal of version 1; null for certificates that are sealed by a later version. */
    sha256: text('sha256'),
    withdrawnAt: instant('withdrawn_at'),
    replacedAt: instant('replaced_at'),
    replacedById: integer('replaced_by_id').references((): AnySQLiteColumn => certificates.id),
    /** Digest of the stored file of the federation's logo; null for the portal's own mark. */
    logoSha256: text('logo_sha256'),
    /** Accent colour as `#rrggbb`. A trigger sets it when it is left out. */
    accentColor: text('accent_color'),
    /** Seal as `<version>:<digest>`; null until the daily job has computed it, and when `sha256` is the seal. */
    seal: text('seal'),
  },
  (table) => [
    uniqueIndex('idx_certificates_code').on(table.code),
    index('idx_certificates_user').on(table.userId, table.educationId),
    index('idx_certificates_result').on(table.educationResultId),
    index('idx_certificates_education').on(table.educationId),
    index('idx_certificates_unsealed').on(table.id).where(sql`sha256 is null and seal is null`),
    index('idx_certificates_logo').on(table.logoSha256).where(sql`logo_sha256 is not null`),
  ],
)

/** Links with which anybody sees a certificate with the holder's full name. */
export const certificateShares = sqliteTable(
  'certificate_shares',
  {
    id: integer('id').primaryKey(),
    certificateId: integer('certificate_id')
      .notNull()
      .references(() => certificates.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    nonce: text('nonce').notNull(),
    createdAt: instant('created_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [uniqueIndex('idx_certificate_shares_live').on(table.certificateId).where(sql`revoked_at is null`)],
)

/**
 * Codes of printed CVs. A person has one that has not ended; the check page says of an ended one that it is replaced.
 */
export const cvCodes = sqliteTable(
  'cv_codes',
  {
    id: integer('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    code: text('code').notNull(),
    createdAt: instant('created_at').notNull(),
    endedAt: instant('ended_at'),
    /** Random part of the link that shows the full name; null while the holder shares none. */
    shareNonce: text('share_nonce'),
  },
  (table) => [
    uniqueIndex('idx_cv_codes_code').on(table.code),
    uniqueIndex('idx_cv_codes_live').on(table.userId).where(sql`ended_at is null`),
  ],
)

/** Reminders that were sent before a completed education expires. */
export const certificateReminders = sqliteTable(
  'certificate_reminders',
  {
    educationResultId: integer('education_result_id')
      .notNull()
      .references(() => educationResults.id),
    validToOn: text('valid_to_on').notNull(),
    daysBefore: integer('days_before').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    sentAt: instant('sent_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.educationResultId, table.validToOn, table.daysBefore] })],
)
