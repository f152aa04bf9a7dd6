import { type Attempt, isNearly, isUnclear, make, readInvoice, type SendContext } from './attempt.ts'
import { isKnownDocument } from './document-storage.ts'
import { NotSendable } from './not-sendable.ts'
import { listPages } from './pages.ts'
import { type FortnoxInvoice, Invoices } from './wire.ts'

const isReference = (number: string | null | undefined): number is string => Boolean(number) && number !== '0'

/**
 * Credits an invoice in Fortnox and returns the number of the document that does.
 *
 * @throws NotSendable 'credit_unclear' when Fortnox does not say which document that is.
 */
export async function makeCredit(sending: SendContext, attempt: Attempt, credited: string): Promise<string> {
  const { db, client, companyKey } = sending
  const made = await make(attempt, () => client.call('PUT', `/invoices/${credited}/credit`))
  const number = made.DocumentNumber === credited ? made.CreditInvoiceReference : made.DocumentNumber
  if (!isReference(number) || (await isKnownDocument(db, companyKey, number))) throw new NotSendable('credit_unclear')
  return number
}

/**
 * Searches the documents of the customer for a credit of an invoice that names no credit itself; null when there
 * certainly is none. Documents of the portal and those with another sum do not count.
 *
 * @throws NotSendable 'credit_unclear' when there are several, or one that names no credited invoice.
 */
async function searchCredit({ db, client, companyKey }: SendContext, credited: FortnoxInvoice): Promise<string | null> {
  const { DocumentNumber, CustomerNumber, Total: total } = credited
  if (!CustomerNumber || typeof total !== 'number') throw new NotSendable('credit_unclear')
  const listed = await listPages(client, '/invoices', { customernumber: CustomerNumber }, Invoices)
  const found: FortnoxInvoice[] = []
  for (const one of listed) {
    const isOther = one.Cancelled || one.DocumentNumber === DocumentNumber || !isNearly(one.Total, total)
    if (isOther || (await isKnownDocument(db, companyKey, one.DocumentNumber))) continue
    const read = await readInvoice(client, one.DocumentNumber)
    const isNamed = isReference(read.CreditInvoiceReference)
    if (isNamed ? read.CreditInvoiceReference === DocumentNumber : (read.Total ?? 0) < 0) found.push(read)
  }
  const [first] = found
  if (!first) return null
  if (found.length > 1 || !isReference(first.CreditInvoiceReference)) throw new NotSendable('credit_unclear')
  return first.DocumentNumber
}

/**
 * Finds the credit that an earlier attempt has made without an answer; null when there certainly is none. It is taken
 * for this one only when an attempt may have made it and it still has the whole sum that Fortnox copies. Where the
 * credited invoice names no credit, the documents of its customer are searched.
 *
 * @throws NotSendable 'credit_unclear' when it cannot be said which document the credit is.
 * @throws FortnoxError as the client, and 'unavailable' for a list that never ends.
 */
export async function findCredit(sending: SendContext, attempt: Attempt, credited: string): Promise<string | null> {
  const { db, client, companyKey } = sending
  const { before } = attempt
  const original = await readInvoice(client, credited)
  const { CreditInvoiceReference: found, Total: total } = original
  if (!isReference(found)) {
    if (isUnclear(before)) throw new NotSendable('credit_unclear')
    const searched = before.mayExist ? await searchCredit(sending, original) : null
    attempt.hasFoundNone = searched === null
    return searched
  }
  if (await isKnownDocument(db, companyKey, found)) {
    if (before.mayExist) throw new NotSendable('credit_unclear')
    return null
  }
  const isOwn = before.mayExist && isNearly(total, (await readInvoice(client, found)).Total ?? total ?? 0)
  if (!isOwn) throw new NotSendable('credit_unclear')
  return found
}
