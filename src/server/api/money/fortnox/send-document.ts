import { fullName, maskedName } from '#api/masking.ts'
import type { InvoiceWithRows } from '#api/money/invoices/storage.ts'
import { toPortalDay } from '#api/zone.ts'
import { type Attempt, isNearly, make, readInvoice, type SendContext } from './attempt.ts'
import type { FortnoxClient } from './client.ts'
import { findCredit, makeCredit } from './credits.ts'
import { getCustomerNumber } from './customers.ts'
import { findDocument, type MadeDocument } from './document-storage.ts'
import { type PortalDocument, toCreditChanges, toInvoice } from './documents.ts'
import { FortnoxError } from './fortnox-error.ts'
import { CreditTooEarly, NotSendable } from './not-sendable.ts'
import { listPages } from './pages.ts'
import { documentStates } from './rules.ts'
import { type FortnoxInvoice, Invoice, Invoices, parseAnswer } from './wire.ts'

function toPortalDocument(
  { paymentDays, source, protectedIds }: SendContext,
  { head, rows }: InvoiceWithRows,
): PortalDocument {
  return {
    number: head.number,
    title: head.title,
    reference: head.reference,
    creditReason: head.creditReason,
    issuedOn: toPortalDay(head.createdAt),
    paymentDays,
    source,
    rows: rows.map((row) => ({ ...row, userName: protectedIds.has(row.userId) ? fullName(maskedName) : row.userName })),
  }
}

const toMade = ({ DocumentNumber, Total, TotalVAT }: FortnoxInvoice): MadeDocument => ({
  documentNumber: DocumentNumber,
  totalMinor: Total ?? null,
  vatTotalMinor: TotalVAT ?? null,
})

/**
 * Finds the document that an earlier attempt has made of an invoice; null when there is none. Fortnox finds references
 * that contain the text, so they are compared here. Documents that were cancelled in Fortnox do not count. It is taken
 * for the invoice only when an attempt may have made it, and date and sum agree.
 *
 * @throws NotSendable 'document_unclear' when there is one that may be of another invoice, or several.
 */
async function findMade(
  { client, source }: SendContext,
  attempt: Attempt,
  { head }: InvoiceWithRows,
): Promise<MadeDocument | null> {
  const reference = String(head.number)
  const found = await listPages(client, '/invoices', { externalinvoicereference1: reference }, Invoices)
  const own = found.filter(
    (one) => !one.Cancelled && one.ExternalInvoiceReference1 === reference && one.ExternalInvoiceReference2 === source,
  )
  const [first] = own
  if (!first) return null
  const isOfDay = !first.InvoiceDate || first.InvoiceDate === toPortalDay(head.createdAt)
  const isClear = attempt.before.mayExist && own.length === 1 && isOfDay && isNearly(first.Total, head.totalMinor)
  attempt.mayHaveMade = true
  if (!isClear) throw new NotSendable('document_unclear', own.map(({ DocumentNumber }) => DocumentNumber).join(', '))
  return toMade(await readInvoice(client, first.DocumentNumber))
}

async function sendInvoice(sending: SendContext, attempt: Attempt, invoice: InvoiceWithRows): Promise<MadeDocument> {
  const { client } = sending
  const customerNumber = await getCustomerNumber(client, invoice)
  const body = { Invoice: toInvoice(toPortalDocument(sending, invoice), customerNumber) }
  return toMade(await make(attempt, () => client.call('POST', '/invoices', body)))
}

/** Writes reference, date, text and rows of a credit into its document, which exists already. */
async function changeCredit(client: FortnoxClient, number: string, changes: object): Promise<MadeDocument> {
  try {
    return toMade(parseAnswer(Invoice, await client.call('PUT', `/invoices/${number}`, { Invoice: changes })).Invoice)
  } catch (error) {
    if (!(error instanceof FortnoxError) || error.kind !== 'rejected') throw error
    throw new NotSendable('credit_unfinished', `${number}: ${error.message}`)
  }
}

async function sendCredit(
  sending: SendContext,
  attempt: Attempt,
  credit: InvoiceWithRows,
  original: InvoiceWithRows,
): Promise<MadeDocument> {
  const { db, client, companyKey } = sending
  const stored = await findDocument(db, original.head.id)
  if (stored?.state === documentStates.waiting) throw new CreditTooEarly()
  const credited = stored?.companyKey === companyKey ? stored.documentNumber : null
  if (credited === null) throw new NotSendable('credit_missing')
  const found = await findCredit(sending, attempt, credited)
  if (found !== null) attempt.mayHaveMade = true
  const number = found ?? (await makeCredit(sending, attempt, credited))
  // The rows that Fortnox copies have the names of the time when the invoice was sent.
  const keepsRows = credit.head.rowCount === original.head.rowCount && sending.protectedIds.size === 0
  return changeCredit(client, number, toCreditChanges(toPortalDocument(sending, credit), keepsRows))
}

/**
 * Makes the document of an invoice in Fortnox, and its customer where there is none, or finds the document that an
 * earlier attempt has made. Returns its number and sums in öre; stores nothing in the portal. `original` is the
 * invoice that a credit invoice credits, null for others. Notes in `attempt` what is known about the document.
 *
 * @throws FortnoxError 'rejected' when Fortnox refuses it, or 'unavailable' when it does not answer.
 * @throws NotSendable with the codes of `getCustomerNumber`; 'credit_unclear' when it cannot be said which document of
 * Fortnox a credit is, or another code when the credited invoice is not there.
 * @throws CreditTooEarly while the credited invoice waits.
 */
export async function sendDocument(
  sending: SendContext,
  attempt: Attempt,
  invoice: InvoiceWithRows,
  original: InvoiceWithRows | null,
): Promise<MadeDocument> {
  const made = await findMade(sending, attempt, invoice)
  if (made !== null) return made
  // A credit has no reference before it is changed, so the search does not find each one.
  if (!original) attempt.hasFoundNone = true
  return original ? sendCredit(sending, attempt, invoice, original) : sendInvoice(sending, attempt, invoice)
}
