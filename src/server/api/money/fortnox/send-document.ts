import type { InvoiceWithRows } from '#api/money/invoices/storage.ts'
import { toPortalDay } from '#api/zone.ts'
import type { Database } from '#platform/database.ts'
import type { FortnoxClient } from './client.ts'
import { findDocumentNumber, isKnownDocument } from './document-storage.ts'
import {
  documentSource,
  isSameOrganizationNumber,
  type PortalDocument,
  toCreditChanges,
  toCustomer,
  toCustomerNumber,
  toInvoice,
} from './documents.ts'
import type { FailureReason } from './rules.ts'
import { Customer, Customers, Invoice, Invoices, parseAnswer } from './wire.ts'

/** A reason of the portal's own for which an invoice cannot be sent. */
export class NotSendable extends Error {
  override name = 'NotSendable'
  readonly reason: FailureReason

  constructor(reason: FailureReason) {
    super(reason)
    this.reason = reason
  }
}

/** Connection and settings by which an invoice is sent. */
export interface SendContext {
  db: Database
  client: FortnoxClient
  companyKey: string
  paymentDays: number
}

const toPortalDocument = ({ head, rows }: InvoiceWithRows, paymentDays: number): PortalDocument => ({
  number: head.number,
  title: head.title,
  reference: head.reference,
  creditReason: head.creditReason,
  issuedOn: toPortalDay(head.createdAt),
  paymentDays,
  rows,
})

/**
 * Finds the document that an earlier attempt has made of an invoice; null when there is none. Fortnox finds references
 * that contain the text, so they are compared here.
 */
async function findMade(client: FortnoxClient, number: number): Promise<string | null> {
  const query = new URLSearchParams({ externalinvoicereference1: String(number), limit: '500' })
  const { Invoices: found } = parseAnswer(Invoices, await client.call('GET', `/invoices?${query}`))
  const own = found.filter(
    (one) => one.ExternalInvoiceReference1 === String(number) && one.ExternalInvoiceReference2 === documentSource,
  )
  const [first] = own.map(({ DocumentNumber }) => DocumentNumber).sort((a, b) => Number(a) - Number(b))
  return first ?? null
}

/** Finds the customer with an organisation number, the portal's own first; null when there is none. */
async function findByOrganizationNumber(client: FortnoxClient, orgNr: string, own: string): Promise<string | null> {
  const query = new URLSearchParams({ organisationnumber: orgNr, limit: '500' })
  const { Customers: found } = parseAnswer(Customers, await client.call('GET', `/customers?${query}`))
  const numbers = found
    .filter(({ OrganisationNumber }) => isSameOrganizationNumber(OrganisationNumber, orgNr))
    .map(({ CustomerNumber }) => CustomerNumber)
    .sort((a, b) => a.localeCompare(b, 'sv', { numeric: true }))
  return numbers.find((number) => number === own) ?? numbers[0] ?? null
}

/**
 * Returns the number of the recipient's customer: the one with its organisation number, or the one that the portal has
 * made before, or a new one. A customer that exists is not changed.
 */
async function getCustomerNumber(client: FortnoxClient, { head }: InvoiceWithRows): Promise<string> {
  const own = toCustomerNumber(head.invoiceRecipientId)
  const found = head.recipientOrgNr && (await findByOrganizationNumber(client, head.recipientOrgNr, own))
  if (found) return found
  const known = await client.call('GET', `/customers/${own}`)
  if (known !== null) return parseAnswer(Customer, known).Customer.CustomerNumber
  const recipient = {
    id: head.invoiceRecipientId,
    name: head.recipientName,
    orgNr: head.recipientOrgNr,
    email: head.recipientEmail,
    address: head.recipientAddress,
  }
  const made = await client.call('POST', '/customers', { Customer: toCustomer(recipient) })
  return parseAnswer(Customer, made).Customer.CustomerNumber
}

async function sendInvoice({ client, paymentDays }: SendContext, invoice: InvoiceWithRows): Promise<string> {
  const customerNumber = await getCustomerNumber(client, invoice)
  const body = { Invoice: toInvoice(toPortalDocument(invoice, paymentDays), customerNumber) }
  return parseAnswer(Invoice, await client.call('POST', '/invoices', body)).Invoice.DocumentNumber
}

const isReference = (number: string | null | undefined): number is string => Boolean(number) && number !== '0'

/** Reads which document credits an invoice, as far as Fortnox says; null when none does. */
async function readCreditReference(client: FortnoxClient, credited: string): Promise<string | null> {
  const { Invoice: invoice } = parseAnswer(Invoice, await client.call('GET', `/invoices/${credited}`))
  return isReference(invoice.CreditInvoiceReference) ? invoice.CreditInvoiceReference : null
}

/** Credits an invoice in Fortnox and returns the number of the document that does. */
async function makeCredit({ db, client, companyKey }: SendContext, credited: string): Promise<string> {
  const answer = await client.call('PUT', `/invoices/${credited}/credit`)
  const { Invoice: made } = parseAnswer(Invoice, answer)
  const number = made.DocumentNumber === credited ? made.CreditInvoiceReference : made.DocumentNumber
  if (!isReference(number) || (await isKnownDocument(db, companyKey, number))) throw new NotSendable('credit_unclear')
  return number
}

/**
 * Makes the credit of an invoice. An earlier attempt may have credited it without an answer: a credit that belongs to
 * no invoice of the portal is then this one's.
 */
async function sendCredit(sending: SendContext, credit: InvoiceWithRows, original: InvoiceWithRows): Promise<string> {
  const { db, client, companyKey, paymentDays } = sending
  const credited = await findDocumentNumber(db, original.head.id, companyKey)
  if (credited === null) throw new NotSendable('credit_missing')
  const found = await readCreditReference(client, credited)
  const isOwn = found !== null && !(await isKnownDocument(db, companyKey, found))
  const number = isOwn ? found : await makeCredit(sending, credited)
  const isWhole = credit.head.rowCount === original.head.rowCount
  const changes = toCreditChanges(toPortalDocument(credit, paymentDays), isWhole)
  await client.call('PUT', `/invoices/${number}`, { Invoice: changes })
  return number
}

/**
 * Makes the document of an invoice in Fortnox, or finds the one that an earlier attempt has made, and returns its
 * number. `original` is the invoice that a credit invoice credits, null for others.
 *
 * @throws FortnoxError when Fortnox refuses it, or 'unavailable' when it does not answer.
 * @throws NotSendable for a credit whose invoice or document is not to be found in Fortnox.
 */
export async function sendDocument(
  sending: SendContext,
  invoice: InvoiceWithRows,
  original: InvoiceWithRows | null,
): Promise<string> {
  const made = await findMade(sending.client, invoice.head.number)
  if (made !== null) return made
  return original ? sendCredit(sending, invoice, original) : sendInvoice(sending, invoice)
}
