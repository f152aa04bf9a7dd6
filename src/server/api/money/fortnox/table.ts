import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { invoiceHeads } from '#api/money/invoices/table.ts'
import { users } from '#api/people/users/table.ts'
import { flag, instant } from '#platform/columns.ts'
import type { DocumentState, FailureReason } from './rules.ts'

/** The connection of the portal to a company in Fortnox: one row, or none. */
export const fortnoxConnections = sqliteTable('fortnox_connections', {
  id: integer('id').primaryKey(),
  /** Number of the company's database in Fortnox; document numbers are unique within it. */
  companyKey: text('company_key').notNull(),
  companyName: text('company_name').notNull(),
  organizationNumber: text('organization_number'),
  sealedAccessToken: text('sealed_access_token').notNull(),
  sealedRefreshToken: text('sealed_refresh_token').notNull(),
  accessExpiresAt: instant('access_expires_at').notNull(),
  refreshExpiresAt: instant('refresh_expires_at').notNull(),
  /** Grows with each pair of tokens: a worker that replaces a pair names its version. */
  version: integer('version').notNull(),
  /** End of the lease of the worker that refreshes the tokens. */
  refreshingUntil: instant('refreshing_until'),
  /**
   * When Fortnox refused the refresh token, or an access token that it had just given; null while the connection works.
   */
  revokedAt: instant('revoked_at'),
  /** When Fortnox refused the app, such as for a wrong client secret; null once it has given tokens again. */
  clientRefusedAt: instant('client_refused_at'),
  connectedByUserId: integer('connected_by_user_id')
    .notNull()
    .references(() => users.id),
  connectedAt: instant('connected_at').notNull(),
})

/** An invoice that is to be, or is, a document in Fortnox. */
export const fortnoxDocuments = sqliteTable(
  'fortnox_documents',
  {
    invoiceHeadId: integer('invoice_head_id')
      .primaryKey()
      .references(() => invoiceHeads.id),
    state: integer('state').$type<DocumentState>().notNull().default(0),
    /** True from the claim on, until an attempt shows that Fortnox has no document of it. */
    mayExist: flag('may_exist').notNull().default(false),
    attempts: integer('attempts').notNull().default(0),
    dueAt: instant('due_at').notNull(),
    /** End of the lease of the worker that sends it. */
    claimedUntil: instant('claimed_until'),
    /** The company that it is to be sent to, or is in. */
    companyKey: text('company_key'),
    documentNumber: text('document_number'),
    /** Sums of the document as Fortnox calculates them; null where Fortnox names none. */
    totalMinor: integer('total_minor'),
    vatTotalMinor: integer('vat_total_minor'),
    reason: text('reason').$type<FailureReason>(),
    /** Text of Fortnox about the reason. */
    message: text('message'),
    requestedByUserId: integer('requested_by_user_id')
      .notNull()
      .references(() => users.id),
    requestedAt: instant('requested_at').notNull(),
    sentAt: instant('sent_at'),
  },
  (table) => [
    uniqueIndex('idx_fortnox_documents_number')
      .on(table.companyKey, table.documentNumber)
      .where(sql`document_number is not null`),
    index('idx_fortnox_documents_due').on(table.state, table.dueAt),
  ],
)
