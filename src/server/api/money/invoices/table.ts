import { sql } from 'drizzle-orm'
import { type AnySQLiteColumn, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Address } from '#api/people/organizations/contract.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { users } from '#api/people/users/table.ts'
import { flag, instant, json } from '#platform/columns.ts'
import type { BatchEventKind, InvoiceStatus } from './rules.ts'

/** An invoice: one recipient's rows of one export, with the recipient's name and postal address at that time. */
export const invoiceHeads = sqliteTable(
  'invoice_heads',
  {
    id: integer('id').primaryKey(),
    number: integer('number').notNull(),
    /** Shared by all invoices of one export. */
    exportId: text('export_id').notNull(),
    title: text('title').notNull(),
    reference: text('reference'),
    invoiceRecipientId: integer('invoice_recipient_id')
      .notNull()
      .references(() => organizations.id),
    recipientName: text('recipient_name').notNull(),
    recipientOrgNr: text('recipient_org_nr'),
    recipientEmail: text('recipient_email'),
    recipientAddress: json<Address | null>('recipient_address'),
    /** First and last moment of the period that is invoiced. */
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    rowCount: integer('row_count').notNull(),
    /** Sums of the rows, VAT included and VAT alone. */
    totalMinor: integer('total_minor').notNull(),
    vatTotalMinor: integer('vat_total_minor').notNull(),
    currency: text('currency').notNull().default('SEK'),
    status: integer('status').$type<InvoiceStatus>().notNull().default(0),
    createdByUserId: integer('created_by_user_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    undoneByUserId: integer('undone_by_user_id').references(() => users.id),
    undoneAt: instant('undone_at'),
    /** The invoice that this one credits; its amounts are then negative. */
    creditedHeadId: integer('credited_head_id').references((): AnySQLiteColumn => invoiceHeads.id),
    creditReason: text('credit_reason'),
  },
  (table) => [
    uniqueIndex('idx_invoice_heads_number').on(table.number),
    uniqueIndex('idx_invoice_heads_export').on(table.exportId, table.invoiceRecipientId),
    index('idx_invoice_heads_created_at').on(table.createdAt),
    index('idx_invoice_heads_credited').on(table.creditedHeadId).where(sql`credited_head_id is not null`),
  ],
)

export const invoiceRows = sqliteTable(
  'invoice_rows',
  {
    id: integer('id').primaryKey(),
    invoiceHeadId: integer('invoice_head_id')
      .notNull()
      .references(() => invoiceHeads.id),
    resultId: integer('result_id').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    userName: text('user_name').notNull(),
    educationTitle: text('education_title').notNull(),
    partTitle: text('part_title'),
    occasionAt: instant('occasion_at'),
    signedUpAt: instant('signed_up_at').notNull(),
    completedAt: instant('completed_at'),
    /** Fee accepted at sign-up. */
    feeMinor: integer('fee_minor').notNull(),
    /** Invoiced amount, VAT included. */
    amountMinor: integer('amount_minor').notNull(),
    /** Per cent. */
    vatRate: integer('vat_rate').notNull(),
    vatMinor: integer('vat_minor').notNull(),
    /** False once the invoice is undone or the row credited, and for the rows of credit invoices. */
    live: flag('live').notNull().default(true),
    /** When the result was cancelled, if its fee is due all the same. */
    canceledAt: instant('canceled_at'),
    attended: flag('attended').notNull().default(false),
    /** The row that this one takes back; only in a credit invoice. */
    creditedRowId: integer('credited_row_id').references((): AnySQLiteColumn => invoiceRows.id),
  },
  (table) => [
    index('idx_invoice_rows_head').on(table.invoiceHeadId),
    uniqueIndex('idx_invoice_rows_result').on(table.resultId).where(sql`live = 1`),
    uniqueIndex('idx_invoice_rows_credited').on(table.creditedRowId).where(sql`credited_row_id is not null`),
  ],
)

/**
 * A file of a batch that was fetched, or the mark that the batch is in the accounts. A batch is the invoices of one
 * export.
 */
export const invoiceBatchEvents = sqliteTable(
  'invoice_batch_events',
  {
    id: integer('id').primaryKey(),
    exportId: text('export_id').notNull(),
    kind: text('kind').$type<BatchEventKind>().notNull(),
    /** Counts the events of a kind in a batch from 1. */
    position: integer('position').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    at: instant('at').notNull(),
  },
  (table) => [uniqueIndex('idx_invoice_batch_events_position').on(table.exportId, table.kind, table.position)],
)
