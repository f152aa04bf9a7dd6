import { and, desc, eq, sql } from 'drizzle-orm'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { featureIsOn } from '#api/foundation/portal-configuration/feature-is-on.ts'
import { invoiceHeads } from '#api/money/invoices/table.ts'
import { payments } from '#api/money/payments/table.ts'
import { licenses } from '#api/participation/licenses/table.ts'
import { otherRequirements } from '#api/participation/other-requirements/table.ts'
import { selectBranchIds } from '#api/people/reach/within-reach.ts'
import { nameOfPerson } from '#api/people/users/views.ts'
import type { Database } from '#platform/database.ts'
import type { HitsAmong } from './storage.ts'

/** Highest number of licences or requirements that are compared with the words; a federation has some tens. */
const maxNames = 1000

/**
 * Lists the names and codes of at most 1000 licences by position, then by name, inactive ones too; none while the
 * feature of licences is off. Access is not checked here.
 */
export const selectLicenses = (db: Database) =>
  db.query
    .select({ id: licenses.id, name: licenses.name, code: licenses.code, active: licenses.active })
    .from(licenses)
    .where(featureIsOn('License'))
    .orderBy(licenses.position, licenses.name)
    .limit(maxNames)

/**
 * Lists the names of at most 1000 requirements that are met outside the portal, by name, inactive ones too; none while
 * the feature of licences is off. Access is not checked here.
 */
export const selectRequirements = (db: Database) =>
  db.query
    .select({ id: otherRequirements.id, name: otherRequirements.name, active: otherRequirements.active })
    .from(otherRequirements)
    .where(featureIsOn('License'))
    .orderBy(otherRequirements.name)
    .limit(maxNames)

/**
 * Selects the invoice with exactly that number, undone or not, when its recipient is in a branch of `roots`; null for
 * the whole federation. At most one row.
 */
export const selectInvoices = (db: Database, number: number, roots: readonly number[] | null) =>
  db.query
    .select({
      id: invoiceHeads.id,
      number: invoiceHeads.number,
      organizationId: invoiceHeads.invoiceRecipientId,
      recipientName: invoiceHeads.recipientName,
      totalMinor: invoiceHeads.totalMinor,
      createdAt: invoiceHeads.createdAt,
      undoneAt: invoiceHeads.undoneAt,
    })
    .from(invoiceHeads)
    .where(
      and(
        eq(invoiceHeads.number, number),
        roots ? sql`${invoiceHeads.invoiceRecipientId} in ${selectBranchIds(roots)}` : undefined,
      ),
    )

/** Selects the payment with exactly that receipt number, refunded or not. Checks no access; at most one row. */
export const selectReceipts = (db: Database, receiptNumber: number) =>
  db.query
    .select({
      paymentId: payments.id,
      receiptNumber: sql<number>`${payments.receiptNumber}`.as('receipt_number'),
      payerName: nameOfPerson(sql`payments.user_id`).as('payer_name'),
      amountMinor: payments.amountMinor,
      paidAt: payments.paidAt,
    })
    .from(payments)
    .where(eq(payments.receiptNumber, receiptNumber))

/**
 * Selects at most `limit` matching mails of the outbox, sent or not, and one more, which shows that there are more; the
 * newest first. Access is not checked here.
 */
export const selectMails = (db: Database, hits: HitsAmong, limit: number) =>
  db.query
    .select({
      id: outboxMails.id,
      userId: outboxMails.userId,
      recipient: outboxMails.recipient,
      subject: outboxMails.subject,
      createdAt: outboxMails.createdAt,
      error: outboxMails.error,
      sentAt: outboxMails.sentAt,
    })
    .from(outboxMails)
    .innerJoin(hits(sql`true`), sql`hits.id = outbox_mails.id`)
    .orderBy(desc(outboxMails.createdAt), desc(outboxMails.id))
    .limit(limit + 1)
