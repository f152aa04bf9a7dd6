import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import { driverExams } from '#api/catalogue/exams/table.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { users } from '#api/people/users/table.ts'
import type { CustomAnswer } from '#api/questions.ts'
import { flag, instant, json } from '#platform/columns.ts'

/** SQL: an organisation is to be invoiced for the result. */
const payable = sql`payment_id is null and invoice_recipient_id is not null and fee_at_sign_up_minor > 0`
const due = sql`canceled = 0 and ${payable}`

/** One sign-up or attempt of a person on a part, also on an occasion or a practical exam. */
export const educationPartResults = sqliteTable(
  'education_part_results',
  {
    id: integer('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    educationPartId: integer('education_part_id')
      .notNull()
      .references(() => educationParts.id),
    /** The education of the sign-up; null counts for each education that holds the part. */
    educationId: integer('education_id').references(() => educations.id),
    occasionId: integer('occasion_id').references(() => occasions.id),
    practicalDriverExamId: integer('practical_driver_exam_id').references(() => driverExams.id),
    completed: flag('completed').notNull().default(false),
    completedAt: instant('completed_at'),
    /** Null while the sign-up waits for approval. */
    signedUpAt: instant('signed_up_at'),
    canceled: flag('canceled').notNull().default(false),
    /** Null until somebody decides it. */
    attended: flag('attended'),
    paymentId: text('payment_id'),
    invoiceRecipientId: integer('invoice_recipient_id').references(() => organizations.id),
    customAnswers: json<CustomAnswer[]>('custom_answers').notNull(),
    feeAtSignUpMinor: integer('fee_at_sign_up_minor').notNull().default(0),
    /** The education's own fee, a part of the fee; 0 when another sign-up carries it. */
    educationFeeMinor: integer('education_fee_minor').notNull().default(0),
    guardianUserId: integer('guardian_user_id').references(() => users.id),
    approvedByUserId: integer('approved_by_user_id').references(() => users.id),
    registeredByUserId: integer('registered_by_user_id').references(() => users.id),
    /** Scaled 0 to 1, as xAPI reports it. */
    score: real('score'),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
    /** Time of the cancellation, null without one; written by triggers. */
    canceledAt: instant('canceled_at'),
    /**
     * Whether the fee is due although the result is cancelled: too late, or after an exam that took place. Written by
     * triggers.
     */
    canceledDue: flag('canceled_due').notNull().default(false),
  },
  (table) => [
    // At most one open result per person and part, and one live sign-up per person and occasion (spec G-082).
    uniqueIndex('idx_education_part_results_open')
      .on(table.userId, table.educationPartId)
      .where(sql`completed = 0 and canceled = 0`),
    uniqueIndex('idx_education_part_results_occasion_user')
      .on(table.occasionId, table.userId)
      .where(sql`occasion_id is not null and canceled = 0`),
    uniqueIndex('idx_education_part_results_exam_user')
      .on(table.practicalDriverExamId, table.userId)
      .where(sql`practical_driver_exam_id is not null and canceled = 0`),
    index('idx_education_part_results_exam').on(table.practicalDriverExamId),
    index('idx_education_part_results_guardian').on(table.guardianUserId).where(sql`guardian_user_id is not null`),
    index('idx_education_part_results_user').on(table.userId, table.educationPartId, table.changedAt),
    index('idx_education_part_results_part').on(table.educationPartId, table.userId),
    index('idx_education_part_results_occasion').on(table.occasionId),
    index('idx_education_part_results_unsettled')
      .on(table.occasionId, table.userId, table.canceled, table.completed, table.attended)
      .where(sql`canceled = 0 and completed = 0 and attended is null`),
    index('idx_education_part_results_due')
      .on(table.signedUpAt, table.invoiceRecipientId, table.feeAtSignUpMinor, table.canceled, table.paymentId)
      .where(due),
    index('idx_education_part_results_due_completed')
      .on(
        table.completedAt,
        table.invoiceRecipientId,
        table.feeAtSignUpMinor,
        table.completed,
        table.canceled,
        table.paymentId,
      )
      .where(sql`completed = 1 and ${due}`),
    index('idx_education_part_results_due_canceled')
      .on(table.signedUpAt, table.invoiceRecipientId, table.feeAtSignUpMinor, table.canceledDue, table.paymentId)
      .where(sql`canceled_due = 1 and ${payable}`),
    index('idx_education_part_results_payment').on(table.paymentId).where(sql`payment_id is not null`),
    // For the overview and the reports. A covering index: it holds the column of its own condition too.
    index('idx_education_part_results_signed_up')
      .on(table.signedUpAt, table.canceled, table.educationId, table.userId, table.educationPartId)
      .where(sql`canceled = 0`),
    index('idx_education_part_results_pending')
      .on(table.occasionId, table.userId, table.canceled, table.signedUpAt)
      .where(sql`canceled = 0 and signed_up_at is null`),
  ],
)

/** Portal 0, Import 1, Manual 2, Integration 3. */
export type ResultSource = 0 | 1 | 2 | 3

/** A person's result on an education. */
export const educationResults = sqliteTable(
  'education_results',
  {
    id: integer('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    educationId: integer('education_id')
      .notNull()
      .references(() => educations.id),
    completed: flag('completed').notNull().default(false),
    completedAt: instant('completed_at'),
    signedUpAt: instant('signed_up_at'),
    source: integer('source').$type<ResultSource>().notNull().default(0),
    registeredByUserId: integer('registered_by_user_id').references(() => users.id),
    validToOn: text('valid_to_on'),
    /** Printed on the certificate; anyone can check it. */
    verificationCode: text('verification_code'),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    uniqueIndex('idx_education_results_open').on(table.userId, table.educationId).where(sql`completed = 0`),
    uniqueIndex('idx_education_results_completed')
      .on(table.userId, table.educationId, table.completedAt)
      .where(sql`completed = 1`),
    index('idx_education_results_valid_to_on').on(table.validToOn).where(sql`valid_to_on is not null`),
    uniqueIndex('idx_education_results_verification_code').on(table.verificationCode),
    index('idx_education_results_education').on(table.educationId, table.userId),
    index('idx_education_results_user').on(table.userId, table.educationId),
    index('idx_education_results_signed_up').on(table.signedUpAt, table.educationId, table.userId),
    index('idx_education_results_completed_at')
      .on(table.completedAt, table.completed, table.educationId, table.userId)
      .where(sql`completed = 1`),
  ],
)

/** Sent reminders of occasions and exams; the primary key allows one per person and occasion or exam. */
export const placeReminders = sqliteTable(
  'place_reminders',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind').$type<'occasion' | 'exam'>().notNull(),
    placeId: integer('place_id').notNull(),
    sentAt: instant('sent_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind, table.placeId] })],
)
