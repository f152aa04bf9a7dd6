import { fullName, maskedName } from '#api/masking.ts'
import type { InvoiceWithRows } from '#api/money/invoices/storage.ts'
import { toPortalDay } from '#api/zone.ts'
import type { Database } from '#platform/database.ts'
import type { FortnoxClient } from './client.ts'
import { getCustomerNumber } from './customers.ts'
import { findDocument, isKnownDocument, type MadeDocument, type QueuedInvoice } from './document-storage.ts'
import { type PortalDocument, toCreditChanges, toInvoice } from './documents.ts'
import { FortnoxError } from './fortnox-error.ts'
import { CreditTooEarly, NotSendable } from './not-sendable.ts'
import { listPages } from './pages.ts'
import { documentStates } from './rules.ts'
import { type FortnoxInvoice, Invoice, Invoices, parseAnswer } from './wire.ts'

/** Connection and settings by which an invoice is sent. */
export interface SendContext {
  db: Database
  client: FortnoxClient
  companyKey: string
  paymentDays: number
  /** Host of the portal, by which it recognises its own documents among those of others. */
  source: string
  /** Ids of those of the participants on the rows who have a protected identity. */
  protectedIds: ReadonlySet<number>
}

/** Knowledge of an attempt about its invoice, also when it then fails. */
export interface Attempt {
  /** The invoice as it was before this attempt claimed it. */
  before: QueuedInvoice
  /** True once Fortnox has answered that it has no document of the invoice. */
  hasFoundNone: boolean
  /** True from the request that makes the document on, unless Fortnox has certainly refused that. */
  mayHaveMade: boolean
}

/** Whether an earlier attempt has made a credit of which Fortnox did not say the number. */
export const isUnclear = ({ mayExist, reason }: QueuedInvoice): boolean => mayExist && reason === 'credit_unclear'

/** Whether Fortnox may have a document of the invoice after an attempt. */
export const mayExistAfter = ({ before, hasFoundNone, mayHaveMade }: Attempt): boolean =>
  mayHaveMade || (before.mayExist && !hasFoundNone)

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

/** Whether a sum of Fortnox is that of an invoice or its credit, as far as Fortnox rounds to whole kronor. */
const isNearly = (total: number | null | undefined, expected: number): boolean =>
  total === null || total === undefined || Math.abs(Math.abs(total) - Math.abs(expected)) < 100

const readInvoice = async (client: FortnoxClient, number: string): Promise<FortnoxInvoice> =>
  parseAnswer(Invoice, await client.call('GET', `/invoices/${number}`)).Invoice

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

/** Sends the request that makes the document, and notes whether Fortnox may have carried it out. */
async function make(attempt: Attempt, work: () => Promise<unknown>): Promise<FortnoxInvoice> {
  attempt.mayHaveMade = true
  try {
    return parseAnswer(Invoice, await work()).Invoice
  } catch (error) {
    attempt.mayHaveMade = !(error instanceof FortnoxError) || error.kind === 'unavailable'
    throw error
  }
}

async function sendInvoice(sending: SendContext, attempt: Attempt, invoice: InvoiceWithRows): Promise<MadeDocument> {
  const { client } = sending
  const customerNumber = await getCustomerNumber(client, invoice)
  const body = { Invoice: toInvoice(toPortalDocument(sending, invoice), customerNumber) }
  return toMade(await make(attempt, () => client.call('POST', '/invoices', body)))
}

const isReference = (number: string | null | undefined): number is string => Boolean(number) && number !== '0'

/** Credits an invoice in Fortnox and returns the number of the document that does. */
async function makeCredit(sending: SendContext, attempt: Attempt, credited: string): Promise<string> {
  const { db, client, companyKey } = sending
  const made = await make(attempt, () => client.call('PUT', `/invoices/${credited}/credit`))
  const number = made.DocumentNumber === credited ? made.CreditInvoiceReference : made.DocumentNumber
  if (!isReference(number) || (await isKnownDocument(db, companyKey, number))) throw new NotSendable('credit_unclear')
  return number
}

/**
 * Finds the credit that an earlier attempt has made without an answer; null when there certainly is none. It is taken
 * for this one only when an attempt may have made it and it still has the whole sum that Fortnox copies.
 *
 * @throws NotSendable 'credit_unclear' when it cannot be said which document the credit is.
 */
async function findCredit(
  { db, client, companyKey }: SendContext,
  attempt: Attempt,
  credited: string,
): Promise<string | null> {
  const { before } = attempt
  const { CreditInvoiceReference: found, Total: total } = await readInvoice(client, credited)
  if (!isReference(found)) {
    if (isUnclear(before)) throw new NotSendable('credit_unclear')
    attempt.hasFoundNone = true
    return null
  }
  if (await isKnownDocument(db, companyKey, found)) {
    if (before.mayExist) throw new NotSendable('credit_unclear')
    return null
  }
  const isOwn = before.mayExist && isNearly(total, (await readInvoice(client, found)).Total ?? total ?? 0)
  if (!isOwn) throw new NotSendable('credit_unclear')
  return found
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
 * Makes the document of an invoice in Fortnox, or finds the one that an earlier attempt has made. `original` is the
 * invoice that a credit invoice credits, null for others. Notes in `attempt` what is known when it fails.
 *
 * @throws FortnoxError when Fortnox refuses it, or 'unavailable' when it does not answer.
 * @throws NotSendable when it cannot be said which document or customer of Fortnox it is.
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
