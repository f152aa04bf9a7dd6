import { addDays } from '#api/days.ts'
import { salesAccountOf } from '#api/money/invoices/sie.ts'
import type { Address } from '#api/people/organizations/contract.ts'
import { isOrganizationNumber } from '#api/people/organizations/management/rules.ts'

/** Longest text of a row of a document. */
const maxRowText = 50
/** Longest text of a reference of the buyer. */
const maxReference = 50
const maxRemarks = 1000

/** A row of an invoice as it is sent. */
export interface PortalRow {
  userName: string
  educationTitle: string
  partTitle: string | null
  amountMinor: number
  vatRate: number
}

export interface PortalDocument {
  /** The portal's number of the invoice. */
  number: number
  title: string
  reference: string | null
  creditReason: string | null
  /** `yyyy-MM-dd`. */
  issuedOn: string
  paymentDays: number
  rows: readonly PortalRow[]
  /** Host of the portal: other portals, and trials, may send to the same company. */
  source: string
}

interface Recipient {
  id: number
  name: string
  orgNr: string | null
  email: string | null
  address: Address | null
}

const toDigits = (text: string | null | undefined) => (text ?? '').replace(/\D/g, '')

/**
 * Whether two organisation numbers are the same; hyphens and the century `16` do not count. False when one is missing.
 */
export function isSameOrganizationNumber(one: string | null | undefined, other: string | null | undefined): boolean {
  const [a, b] = [toDigits(one), toDigits(other)].map((digits) => digits.replace(/^16(?=\d{10}$)/, ''))
  return a !== '' && a === b
}

/**
 * Returns the customer number that the portal gives an organisation which Fortnox does not have: `UP` and the
 * organisation's id.
 */
export const toCustomerNumber = (organizationId: number): string => `UP${organizationId}`

/**
 * Returns the fields of a new customer for Fortnox' API: a Swedish company with the portal's customer number. An
 * invalid organisation number, a missing e-mail address and a missing postal address are left out.
 */
export const toCustomer = ({ id, name, orgNr, email, address }: Recipient) => ({
  CustomerNumber: toCustomerNumber(id),
  Name: name,
  Type: 'COMPANY',
  Currency: 'SEK',
  CountryCode: 'SE',
  VATType: 'SEVAT',
  ...(orgNr && isOrganizationNumber(orgNr) && { OrganisationNumber: orgNr }),
  ...(email && { Email: email, EmailInvoice: email }),
  ...(address && {
    Address1: address.addressLine1,
    ...(address.addressLine2 && { Address2: address.addressLine2 }),
    ZipCode: address.postalNumber,
    City: address.city,
  }),
})

/** Cuts a text after so many characters, none of them in half. */
const cut = (text: string, length: number) => [...text].slice(0, length).join('')

/**
 * Splits a text into parts of at most 50 characters, trimmed, at spaces; a longer word is cut. Empty for a text of
 * spaces.
 */
export function splitRowText(text: string): string[] {
  const parts: string[] = []
  for (let rest = text.trim(); rest !== ''; ) {
    const isLast = [...rest].length <= maxRowText
    const space = cut(rest, maxRowText + 1).lastIndexOf(' ')
    const part = isLast ? rest : space > 0 ? rest.slice(0, space) : cut(rest, maxRowText)
    parts.push(part.trim())
    rest = rest.slice(part.length).trim()
  }
  return parts
}

/**
 * Returns the rows of a document for Fortnox' API: each of the portal's as one row with its price in kronor including
 * VAT. Rows of text alone follow where name and titles exceed 50 characters. `amountMinor` is in öre; a credited row
 * has a negative quantity, as prices are never negative.
 *
 * @throws Error for a VAT rate that Sweden does not have.
 */
export const toDocumentRows = (rows: readonly PortalRow[]) =>
  rows.flatMap(({ userName, educationTitle, partTitle, amountMinor, vatRate }) => {
    const texts = [userName, ...new Set([educationTitle, partTitle])].filter(Boolean)
    const [first = '', ...more] = splitRowText(texts.join(', '))
    const priced = {
      Description: first,
      DeliveredQuantity: amountMinor < 0 ? '-1' : '1',
      // Whole öre: the nearest number to two decimals is written with those two decimals.
      Price: Math.abs(amountMinor) / 100,
      // A discount of the customer would fill the row.
      Discount: 0,
      VAT: vatRate,
      AccountNumber: salesAccountOf(vatRate),
    }
    return [priced, ...more.map((Description) => ({ Description }))]
  })

/** Returns the fields by which the portal finds its document again, also when the answer was lost. */
const toReferences = ({ number, source }: PortalDocument) => ({
  ExternalInvoiceReference1: String(number),
  ExternalInvoiceReference2: source,
  YourOrderNumber: String(number),
})

const toDates = ({ issuedOn, paymentDays }: PortalDocument) => ({
  InvoiceDate: issuedOn,
  DueDate: addDays(issuedOn, paymentDays),
})

/** Fees that a company adds to invoices which name none. */
const noFees = { AdministrationFee: 0, Freight: 0 }

/**
 * Returns the fields of a new invoice for Fortnox' API; sends nothing. Prices include VAT, and fees are 0. The portal
 * finds it again by its number and host. Title and reference are cut to the lengths that Fortnox allows.
 */
export const toInvoice = (document: PortalDocument, customerNumber: string) => ({
  CustomerNumber: customerNumber,
  ...toDates(document),
  ...noFees,
  Currency: 'SEK',
  VATIncluded: true,
  Remarks: cut(document.title, maxRemarks),
  ...(document.reference && { YourReference: cut(document.reference, maxReference) }),
  ...toReferences(document),
  InvoiceRows: toDocumentRows(document.rows),
})

/**
 * Returns the changes that make a credit document of Fortnox the portal's. Fortnox copies all rows of the credited
 * invoice; they are replaced unless the credit keeps them.
 */
export const toCreditChanges = (document: PortalDocument, keepsRows: boolean) => ({
  ...toReferences(document),
  ...toDates(document),
  ...noFees,
  Remarks: cut(document.creditReason ?? document.title, maxRemarks),
  ...(keepsRows ? {} : { VATIncluded: true, InvoiceRows: toDocumentRows(document.rows) }),
})
