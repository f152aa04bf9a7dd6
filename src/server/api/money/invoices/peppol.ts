import type { Address } from '#api/people/organizations/contract.ts'
import { type PeppolSums, sumPeppolRows, toVatCategory, type VatCategory } from './peppol-lines.ts'
import { attributes, type Element, element, formatDocument, toXmlText } from './xml.ts'

export interface PeppolSeller {
  name: string
  orgNr: string
  /** `SE`, the organisation number and `01`; null for a portal that is not registered for VAT. */
  vatNumber: string | null
  bankgiro: string | null
  iban: string | null
  email: string | null
  address: Address | null
}

export interface PeppolBuyer {
  name: string
  orgNr: string
  address: Address | null
}

export interface PeppolRow {
  /** The education, and the part. */
  name: string
  description: string
  amountMinor: number
  vatMinor: number
  vatRate: number
}

export interface PeppolInvoice {
  number: number
  title: string
  reference: string | null
  /** `yyyy-MM-dd`. */
  issuedOn: string
  dueOn: string
  periodStart: string
  periodEnd: string
  /** The invoice that this one credits; its rows are negative. */
  credits: { number: number; issuedOn: string; reason: string } | null
  rows: readonly PeppolRow[]
}

/** Texts of the document, in the language of its receiver. */
export interface PeppolTexts {
  exempt: string
  outOfScope: string
}

const customization = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'
const profile = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

/** Scheme of Swedish organisation numbers in ISO 6523. */
const swedishNumbers = '0007'

/** UNCL4461: credit transfer. */
const creditTransfer = '30'

const digitsOf = (text: string) => text.replace(/\D/g, '')

/**
 * Formats öre as kronor with a decimal point and two decimals, negative amounts too, without floating-point arithmetic.
 */
export function formatPeppolAmount(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, '0')
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const amount = (name: string, minor: number) =>
  element(`cbc:${name}`, formatPeppolAmount(minor), attributes({ currencyID: 'SEK' }))

const text = (name: string, value: string | null) =>
  toXmlText(value ?? '') ? element(`cbc:${name}`, value ?? '') : null

/** Returns the first text that is not blank; the number of the invoice when all are. */
const chooseText = ({ number }: PeppolInvoice, ...texts: readonly (string | null)[]): string =>
  texts.find((one) => toXmlText(one ?? '') !== '') ?? String(number)

/** An organisation number of ten digits, without the century that some are written with. */
const numbered = (name: string, orgNr: string) =>
  element(`cbc:${name}`, digitsOf(orgNr).slice(-10), attributes({ schemeID: swedishNumbers }))

const vatScheme = element('cac:TaxScheme', [element('cbc:ID', 'VAT')])

/** Returns a postal address. Only the country is required, and the portal's organisations are Swedish. */
const toAddress = (address: Address | null) =>
  element('cac:PostalAddress', [
    text('StreetName', address?.addressLine1 ?? null),
    text('AdditionalStreetName', address?.addressLine2 ?? null),
    text('CityName', address?.city ?? null),
    text('PostalZone', address?.postalNumber ?? null),
    element('cac:Country', [element('cbc:IdentificationCode', 'SE')]),
  ])

const toParty = (party: PeppolBuyer, more: { vatNumber: string | null; email: string | null }) =>
  element('cac:Party', [
    numbered('EndpointID', party.orgNr),
    element('cac:PartyName', [text('Name', party.name)]),
    toAddress(party.address),
    more.vatNumber && element('cac:PartyTaxScheme', [text('CompanyID', more.vatNumber), vatScheme]),
    element('cac:PartyLegalEntity', [text('RegistrationName', party.name), numbered('CompanyID', party.orgNr)]),
    toXmlText(more.email ?? '') && element('cac:Contact', [text('ElectronicMail', more.email)]),
  ])

function toPaymentMeans({ bankgiro, iban }: PeppolSeller, number: number): (Element | null)[] {
  const account = (id: string, branch: string | null) =>
    element('cac:PaymentMeans', [
      text('PaymentMeansCode', creditTransfer),
      text('PaymentID', String(number)),
      element('cac:PayeeFinancialAccount', [
        text('ID', id),
        branch && element('cac:FinancialInstitutionBranch', [text('ID', branch)]),
      ]),
    ])
  return [
    bankgiro ? account(digitsOf(bankgiro), 'SE:BANKGIRO') : null,
    iban ? account(iban.replace(/\s/g, ''), null) : null,
  ]
}

interface Tax {
  category: VatCategory
  rate: number
}

const toTaxCategory = (name: string, { category, rate }: Tax, reason: string | null) =>
  element(`cac:${name}`, [
    text('ID', category),
    // Sales outside the scope of VAT have no rate.
    category === 'O' ? null : text('Percent', String(rate)),
    text('TaxExemptionReason', reason),
    vatScheme,
  ])

const toTaxTotal = ({ subtotals, taxMinor }: PeppolSums, sign: number, texts: PeppolTexts) =>
  element('cac:TaxTotal', [
    amount('TaxAmount', sign * taxMinor),
    ...subtotals.map((subtotal) =>
      element('cac:TaxSubtotal', [
        amount('TaxableAmount', sign * subtotal.taxableMinor),
        amount('TaxAmount', sign * subtotal.taxMinor),
        toTaxCategory(
          'TaxCategory',
          subtotal,
          subtotal.category === 'S' ? null : subtotal.category === 'E' ? texts.exempt : texts.outOfScope,
        ),
      ]),
    ),
  ])

const toMonetaryTotal = (sums: PeppolSums, sign: number) =>
  element('cac:LegalMonetaryTotal', [
    amount('LineExtensionAmount', sign * sums.netMinor),
    amount('TaxExclusiveAmount', sign * sums.netMinor),
    amount('TaxInclusiveAmount', sign * sums.grossMinor),
    sums.roundingMinor === 0 ? null : amount('PayableRoundingAmount', sign * sums.roundingMinor),
    amount('PayableAmount', sign * sums.payableMinor),
  ])

function toLine(invoice: PeppolInvoice, row: PeppolRow, at: number, isVatRegistered: boolean): Element {
  const isCredit = invoice.credits !== null
  const netMinor = (isCredit ? -1 : 1) * (row.amountMinor - row.vatMinor)
  return element(isCredit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine', [
    text('ID', String(at + 1)),
    element(`cbc:${isCredit ? 'Credited' : 'Invoiced'}Quantity`, '1', attributes({ unitCode: 'C62' })),
    amount('LineExtensionAmount', netMinor),
    element('cac:Item', [
      text('Description', row.description),
      text('Name', chooseText(invoice, row.name, invoice.title)),
      toTaxCategory(
        'ClassifiedTaxCategory',
        { category: toVatCategory(row.vatRate, isVatRegistered), rate: row.vatRate },
        null,
      ),
    ]),
    element('cac:Price', [amount('PriceAmount', netMinor)]),
  ])
}

/**
 * Returns an invoice as the text of a Peppol BIS Billing 3.0 document: UBL `Invoice`, or `CreditNote` with positive
 * amounts for a credit invoice. `texts` are the reasons for rows without VAT. `findMissing` must have found nothing
 * missing; it is not checked here.
 */
export function formatPeppol(
  seller: PeppolSeller,
  buyer: PeppolBuyer,
  invoice: PeppolInvoice,
  texts: PeppolTexts,
): string {
  const { credits, rows } = invoice
  const isCredit = credits !== null
  const sign = isCredit ? -1 : 1
  const isVatRegistered = seller.vatNumber !== null
  const sums = sumPeppolRows(rows, isVatRegistered)
  const root = isCredit ? 'CreditNote' : 'Invoice'
  return formatDocument(
    element(
      root,
      [
        text('CustomizationID', customization),
        text('ProfileID', profile),
        text('ID', String(invoice.number)),
        text('IssueDate', invoice.issuedOn),
        isCredit ? null : text('DueDate', invoice.dueOn),
        isCredit ? text('CreditNoteTypeCode', '381') : text('InvoiceTypeCode', '380'),
        text('Note', credits ? credits.reason : invoice.title),
        text('DocumentCurrencyCode', 'SEK'),
        // PEPPOL-EN16931-R003 requires one; the title or the number stands in where the office wrote none.
        text('BuyerReference', chooseText(invoice, invoice.reference, invoice.title)),
        element('cac:InvoicePeriod', [text('StartDate', invoice.periodStart), text('EndDate', invoice.periodEnd)]),
        credits &&
          element('cac:BillingReference', [
            element('cac:InvoiceDocumentReference', [
              text('ID', String(credits.number)),
              text('IssueDate', credits.issuedOn),
            ]),
          ]),
        element('cac:AccountingSupplierParty', [toParty(seller, seller)]),
        element('cac:AccountingCustomerParty', [toParty(buyer, { vatNumber: null, email: null })]),
        ...toPaymentMeans(seller, invoice.number),
        // A credit note has no due date of its own, and BR-CO-25 asks for the one or the other.
        credits && element('cac:PaymentTerms', [text('Note', chooseText(invoice, credits.reason, invoice.title))]),
        toTaxTotal(sums, sign, texts),
        toMonetaryTotal(sums, sign),
        ...rows.map((row, at) => toLine(invoice, row, at, isVatRegistered)),
      ],
      attributes({
        xmlns: `urn:oasis:names:specification:ubl:schema:xsd:${root}-2`,
        'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
        'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
      }),
    ),
  )
}
