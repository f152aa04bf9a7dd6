import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import type { PaymentInstrument } from '#api/payment-instruments.ts'
import { users } from '#api/people/users/table.ts'
import type { CustomAnswer, PaymentMethod } from '#api/questions.ts'
import { instant, json } from '#platform/columns.ts'
import type { SignUpPayload } from './contract.ts'
import type { RefundReason, RefundState } from './refunds/rules.ts'
import type { PaymentRow, PaymentStatus } from './rules.ts'

/** A result that is written when the payment is paid. */
export interface PlannedSeat {
  userId: number
  educationPartId: number
  educationId: number
  occasionId: number | null
  customAnswers: CustomAnswer[]
  feeAtSignUpMinor: number
  /** Absent in payments that began before sign-ups stated it. */
  educationFeeMinor?: number
  guardianUserId: number | null
  registeredByUserId: number | null
  needsApproval: boolean
}

export const payments = sqliteTable(
  'payments',
  {
    id: text('id').primaryKey(),
    /** The payer; the participants are in `seats`. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    status: integer('status').$type<PaymentStatus>().notNull().default(0),
    amountMinor: integer('amount_minor').notNull(),
    vatMinor: integer('vat_minor').notNull(),
    currency: text('currency').notNull().default('SEK'),
    method: integer('method').$type<PaymentMethod>().notNull().default(0),
    provider: text('provider').$type<'stripe' | 'local'>().notNull(),
    providerReference: text('provider_reference'),
    signUp: json<SignUpPayload>('sign_up').notNull(),
    seats: json<PlannedSeat[]>('places').notNull(),
    rows: json<PaymentRow[]>('rows').notNull(),
    /** Null until the payment is paid. */
    receiptNumber: integer('receipt_number'),
    lastDigits: text('last_digits'),
    paidAt: instant('paid_at'),
    expiresAt: instant('expires_at').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    /** Of a payment that a child asks for: when it was asked for. */
    termsAcceptedAt: instant('terms_accepted_at').notNull(),
    /** The child that asked its guardians to pay. The payment only reserves the seat and is never paid itself. */
    requestedByUserId: integer('requested_by_user_id').references(() => users.id),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
    /** Null until the payment is paid. */
    instrument: text('instrument').$type<PaymentInstrument>(),
    /** The provider's fee and its id of the booking; null when it has not booked the payment yet. */
    providerFeeMinor: integer('provider_fee_minor'),
    providerTransaction: text('provider_transaction'),
  },
  (table) => [
    uniqueIndex('idx_payments_receipt_number').on(table.receiptNumber),
    uniqueIndex('idx_payments_idempotency_key').on(table.userId, table.idempotencyKey),
    uniqueIndex('idx_payments_reference').on(table.provider, table.providerReference),
    index('idx_payments_user').on(table.userId, table.createdAt),
    index('idx_payments_created_at').on(table.createdAt),
    index('idx_payments_status').on(table.status, table.createdAt),
    index('idx_payments_amount').on(table.amountMinor, table.id),
    index('idx_payments_requested_by')
      .on(table.requestedByUserId, table.status)
      .where(sql`requested_by_user_id is not null`),
  ],
)

/** A seat that is held while its payment is open. */
export const paymentHolds = sqliteTable(
  'payment_holds',
  {
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    educationId: integer('education_id')
      .notNull()
      .references(() => educations.id),
    educationPartId: integer('education_part_id')
      .notNull()
      .references(() => educationParts.id),
    occasionId: integer('occasion_id').references(() => occasions.id),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.paymentId, table.userId, table.educationPartId] }),
    index('idx_payment_holds_person').on(table.userId, table.educationId),
    index('idx_payment_holds_occasion').on(table.occasionId, table.expiresAt),
  ],
)

/** A refund, planned or made. A trigger of the database inserts the refunds of cancelled seats. */
export const paymentRefunds = sqliteTable(
  'payment_refunds',
  {
    id: integer('id').primaryKey(),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.id),
    /** Null when no seat could be given for the payment. */
    resultId: integer('result_id'),
    amountMinor: integer('amount_minor').notNull(),
    reason: text('reason').$type<RefundReason>().notNull(),
    createdAt: instant('created_at').notNull(),
    refundedAt: instant('refunded_at'),
    /** The superadministrator who marked the refund by hand, or who sent it to the provider. */
    refundedByUserId: integer('refunded_by_user_id').references(() => users.id),
    note: text('note'),
    state: integer('state').$type<RefundState>().notNull().default(0),
    /** The amount that was due before a lower amount was sent. */
    dueMinor: integer('due_minor'),
    /** Idempotency key of the latest attempt: the provider makes one refund for each key. */
    attemptKey: text('attempt_key'),
    providerReference: text('provider_reference'),
    /** The provider's reason for refusing, as a code of its own. */
    failure: text('failure'),
    sentAt: instant('sent_at'),
  },
  (table) => [
    uniqueIndex('idx_payment_refunds_result').on(table.paymentId, table.resultId),
    index('idx_payment_refunds_open').on(table.createdAt).where(sql`refunded_at is null`),
    uniqueIndex('idx_payment_refunds_attempt').on(table.attemptKey).where(sql`attempt_key is not null`),
  ],
)

/** Payments of the local provider, which moves no money. */
export const localPayments = sqliteTable(
  'local_payments',
  {
    reference: text('reference').primaryKey(),
    paymentId: text('payment_id').notNull(),
    amountMinor: integer('amount_minor').notNull(),
    currency: text('currency').notNull(),
    state: text('state').$type<'open' | 'paid' | 'failed' | 'closed'>().notNull(),
    /** Simulates a slow payment: the provider answers `open` until then. */
    settlesAt: instant('settles_at'),
    createdAt: instant('created_at').notNull(),
    instrument: text('instrument').$type<PaymentInstrument>(),
  },
  (table) => [uniqueIndex('idx_local_payments_payment_id').on(table.paymentId)],
)

/** Refunds of the local provider. */
export const localRefunds = sqliteTable(
  'local_refunds',
  {
    reference: text('reference').primaryKey(),
    attemptKey: text('attempt_key').notNull(),
    paymentReference: text('payment_reference').notNull(),
    amountMinor: integer('amount_minor').notNull(),
    state: text('state').$type<'done' | 'failed'>().notNull(),
    /** Simulates a slow refund: the provider answers `pending` until then. */
    settlesAt: instant('settles_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [uniqueIndex('idx_local_refunds_attempt_key').on(table.attemptKey)],
)
