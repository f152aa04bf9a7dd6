import type { InvoiceWithRows } from '#api/money/invoices/storage.ts'
import { formatOrganizationNumber, isOrganizationNumber } from '#api/people/organizations/management/rules.ts'
import type { FortnoxClient } from './client.ts'
import { isSameOrganizationNumber, toCustomer, toCustomerNumber } from './documents.ts'
import { NotSendable } from './not-sendable.ts'
import { listPages } from './pages.ts'
import { Customer, Customers, type FortnoxCustomer, parseAnswer } from './wire.ts'

const toComparable = (name: string | null | undefined) => (name ?? '').trim().toLocaleLowerCase('sv')

const isSameName = (one: string | null | undefined, other: string) => toComparable(one) === toComparable(other)

/** Lists the active customers with an organisation number, each once, in no order. */
async function listByOrganizationNumber(client: FortnoxClient, orgNr: string): Promise<FortnoxCustomer[]> {
  const written = formatOrganizationNumber(orgNr)
  const found = new Map<string, FortnoxCustomer>()
  // Fortnox stores the number as somebody wrote it.
  for (const organisationnumber of [written, written.replace('-', '')])
    for (const one of await listPages(client, '/customers', { organisationnumber }, Customers))
      if (one.Active !== false && isSameOrganizationNumber(one.OrganisationNumber, orgNr))
        found.set(one.CustomerNumber, one)
  return [...found.values()]
}

/**
 * Chooses the customer of a recipient among those with its organisation number: the portal's own, the only one, or the
 * only one of the same name. Null when there is none.
 */
function chooseCustomer(found: readonly FortnoxCustomer[], own: string, name: string): string | null {
  if (found.some(({ CustomerNumber }) => CustomerNumber === own)) return own
  const fitting = found.length > 1 ? found.filter((one) => isSameName(one.Name, name)) : found
  if (found.length > 0 && fitting.length !== 1) throw new NotSendable('customer_unclear')
  return fitting[0]?.CustomerNumber ?? null
}

/**
 * Returns the customer number of an invoice's recipient in Fortnox. It is that of the active customer with its
 * organisation number, else of the customer with the portal's own number, else of a new one. Without a valid
 * organisation number only the portal's own number is looked up, and the names compared. An existing customer is not
 * changed.
 *
 * @throws FortnoxError as `FortnoxClient.call`: 'rejected' when Fortnox refuses a new one, 'unavailable' without an
 * answer.
 * @throws NotSendable 'customer_unclear' when several customers fit, 'customer_taken' when the portal's number is
 * another customer's.
 */
export async function getCustomerNumber(client: FortnoxClient, { head }: InvoiceWithRows): Promise<string> {
  const own = toCustomerNumber(head.invoiceRecipientId)
  const { recipientName: name } = head
  const orgNr = head.recipientOrgNr && isOrganizationNumber(head.recipientOrgNr) ? head.recipientOrgNr : null
  const found = orgNr && chooseCustomer(await listByOrganizationNumber(client, orgNr), own, name)
  if (found) return found
  const answer = await client.call('GET', `/customers/${own}`)
  if (answer !== null) {
    const { Customer: known } = parseAnswer(Customer, answer)
    const isSame = orgNr ? isSameOrganizationNumber(known.OrganisationNumber, orgNr) : isSameName(known.Name, name)
    if (!isSame) throw new NotSendable('customer_taken', own)
    return known.CustomerNumber
  }
  const recipient = {
    id: head.invoiceRecipientId,
    name,
    orgNr,
    email: head.recipientEmail,
    address: head.recipientAddress,
  }
  const made = await client.call('POST', '/customers', { Customer: toCustomer(recipient) })
  return parseAnswer(Customer, made).Customer.CustomerNumber
}
