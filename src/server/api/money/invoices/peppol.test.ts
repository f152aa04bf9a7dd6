import fc from 'fast-check'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { calculateIncludedVat } from '#api/vat.ts'
import { formatPeppol, formatPeppolAmount, type PeppolInvoice, type PeppolSeller } from './peppol.ts'
import golden from './peppol-golden.xml?raw'
import { findMissing } from './peppol-missing.ts'
import { vatRates } from './rules.ts'
import { element } from './xml.ts'

const texts = { exempt: 'Undantaget', outOfScope: 'Inte momsregistrerad' }
const address = { addressLine1: 'Box 7', addressLine2: null, postalNumber: '652 20', city: 'Karlstad', country: '' }

const seller: PeppolSeller = {
  name: 'Svenska Bilsportförbundet',
  orgNr: '802001-5353',
  vatNumber: 'SE802001535301',
  bankgiro: '5050-1055',
  iban: 'SE35 5000 0000 0549 1000 0003',
  email: 'ekonomi@forbund.example',
  address,
}
const buyer = { name: 'Åmåls <MK> & "Vänner"', orgNr: '556036-0793', address }

const priced = (amountMinor: number, vatRate: number) => ({
  name: 'Banpersonal, Praktik',
  description: 'Anna Andersson, 2026-10-20',
  amountMinor,
  vatMinor: calculateIncludedVat(amountMinor, vatRate),
  vatRate,
})

const invoice: PeppolInvoice = {
  number: 1001,
  title: 'Oktober',
  reference: 'Ref 7 & 8',
  issuedOn: '2026-11-01',
  dueOn: '2026-12-01',
  periodStart: '2026-10-01',
  periodEnd: '2026-10-31',
  credits: null,
  rows: [priced(50_000, 0), priced(12_500, 25), priced(9999, 6)],
}

const toCredit = (of: PeppolInvoice): PeppolInvoice => ({
  ...of,
  number: of.number + 1,
  credits: { number: of.number, issuedOn: of.issuedOn, reason: 'Fel förening' },
  rows: of.rows.map((row) => ({ ...row, amountMinor: -row.amountMinor, vatMinor: -row.vatMinor })),
})

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: true,
  parseTagValue: false,
  isArray: (name) => ['InvoiceLine', 'CreditNoteLine', 'TaxSubtotal'].includes(name),
})

interface Category {
  ID: string
  Percent?: string
  TaxExemptionReason?: string
}
interface Line {
  LineExtensionAmount: string
  Price: { PriceAmount: string }
  Item: { Name: string; ClassifiedTaxCategory: Category }
}
interface Document {
  DueDate?: string
  BuyerReference?: string
  PaymentTerms?: { Note: string }
  InvoiceLine?: Line[]
  CreditNoteLine?: Line[]
  TaxTotal: {
    TaxAmount: string
    TaxSubtotal: { TaxableAmount: string; TaxAmount: string; TaxCategory: Category }[]
  }
  LegalMonetaryTotal: Record<string, string>
}

function parse(xml: string): Document {
  expect(XMLValidator.validate(xml)).toBe(true)
  // The parser types its result by nothing; the assertions check it.
  const document = parser.parse(xml) as Record<string, Document>
  const [found] = [document['Invoice'], document['CreditNote']].filter((one) => one !== undefined)
  if (!found) throw new Error('no document')
  return found
}

const ore = (kronor: string | undefined) => Math.round(Number(kronor ?? 0) * 100)
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** Checks the calculation rules of EN 16931 that Peppol enforces, in whole öre. */
function expectSums(document: Document, payableMinor: number) {
  const lines = document.InvoiceLine ?? document.CreditNoteLine ?? []
  const { LegalMonetaryTotal: sums, TaxTotal: tax } = document
  const nets = lines.map((line) => ore(line.LineExtensionAmount))
  expect(ore(sums['LineExtensionAmount']), 'BR-CO-10').toBe(total(nets))
  expect(ore(sums['TaxExclusiveAmount']), 'BR-CO-13').toBe(ore(sums['LineExtensionAmount']))
  expect(ore(tax.TaxAmount), 'BR-CO-14').toBe(total(tax.TaxSubtotal.map(({ TaxAmount }) => ore(TaxAmount))))
  expect(ore(sums['TaxInclusiveAmount']), 'BR-CO-15').toBe(ore(sums['TaxExclusiveAmount']) + ore(tax.TaxAmount))
  const rounding = ore(sums['PayableRoundingAmount'])
  expect(ore(sums['PayableAmount']), 'BR-CO-16').toBe(ore(sums['TaxInclusiveAmount']) + rounding)
  expect(ore(sums['PayableAmount']), 'the sum of the invoice').toBe(payableMinor)
  for (const line of lines) expect(line.Price.PriceAmount, 'R120').toBe(line.LineExtensionAmount)
  const categories = tax.TaxSubtotal.map(({ TaxCategory: { ID, Percent } }) => `${ID} ${Percent}`)
  expect(new Set(categories).size, 'one subtotal for each category and rate').toBe(categories.length)
  for (const { TaxableAmount, TaxAmount, TaxCategory: of } of tax.TaxSubtotal) {
    const matching = lines.filter(
      ({ Item: { ClassifiedTaxCategory: own } }) => own.ID === of.ID && own.Percent === of.Percent,
    )
    expect(ore(TaxableAmount), 'BR-S-08').toBe(total(matching.map((line) => ore(line.LineExtensionAmount))))
    const calculated = (ore(TaxableAmount) * Number(of.Percent ?? 0)) / 100
    expect(Math.abs(ore(TaxAmount) - calculated), 'BR-CO-17').toBeLessThan(100)
    expect(Boolean(of.TaxExemptionReason), 'BR-E-10, BR-O-10, BR-S-10').toBe(of.ID !== 'S')
  }
}

test('an invoice is the golden document', () => {
  expect(formatPeppol(seller, buyer, invoice, texts)).toBe(golden)
})

test('the sums of 500 random invoices, and of their credit invoices, agree to the öre', () => {
  const row = fc
    .tuple(fc.integer({ min: 0, max: 10_000_000 }), fc.constantFrom(...vatRates))
    .map(([amount, rate]) => priced(amount, rate))
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 60 }), (rows) => {
      const payable = total(rows.map(({ amountMinor }) => amountMinor))
      const one = { ...invoice, rows }
      expectSums(parse(formatPeppol(seller, buyer, one, texts)), payable)
      expectSums(parse(formatPeppol(seller, buyer, toCredit(one), texts)), payable)
    }),
    { numRuns: 500 },
  )
})

test('many lines whose roundings exceed a krona get their VAT from the rate, and the difference as rounding', () => {
  const rows = Array.from({ length: 400 }, () => priced(19_900, 6))
  const document = parse(formatPeppol(seller, buyer, { ...invoice, rows }, texts))
  expectSums(document, 400 * 19_900)
  expect(document.LegalMonetaryTotal['PayableRoundingAmount']).toMatch(/^-?\d+\.\d\d$/)
})

test('a credit of many small rows has the VAT of its invoice, also where it is calculated', () => {
  // 402 rows of an öre at 25 %: the VAT that is calculated ends in half an öre.
  const small = { ...invoice, rows: Array.from({ length: 402 }, () => priced(1, 25)) }
  const [made, credit] = [small, toCredit(small)].map((one) => parse(formatPeppol(seller, buyer, one, texts)))
  expect(credit?.TaxTotal).toEqual(made?.TaxTotal)
  expect(credit?.LegalMonetaryTotal).toEqual(made?.LegalMonetaryTotal)
})

test('a credit invoice is a credit note with positive amounts that refers to the invoice', () => {
  const xml = formatPeppol(seller, buyer, toCredit(invoice), texts)
  expect(xml).toContain('<CreditNote xmlns="urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2"')
  expect(xml).toContain('<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>')
  expect(xml).toMatch(/<cac:InvoiceDocumentReference>\s*<cbc:ID>1001<\/cbc:ID>\s*<cbc:IssueDate>2026-11-01</)
  expect(xml).not.toContain('>-')
  const document = parse(xml)
  expect(document.DueDate).toBeUndefined()
  expect(document.PaymentTerms?.Note, 'BR-CO-25').toBe('Fel förening')
})

test('a portal that is not registered for VAT is outside its scope, without a rate and a VAT number', () => {
  const xml = formatPeppol({ ...seller, vatNumber: null }, buyer, { ...invoice, rows: [priced(50_000, 0)] }, texts)
  expect(xml).not.toContain('Percent')
  expect(xml).not.toContain('PartyTaxScheme')
  expect(parse(xml).TaxTotal.TaxSubtotal).toMatchObject([
    { TaxableAmount: '500.00', TaxAmount: '0.00', TaxCategory: { ID: 'O', TaxExemptionReason: texts.outOfScope } },
  ])
})

test('texts are escaped, and what XML does not have is left out', () => {
  const name = `<b>&"'\u0000\u001b\ud800 slut`
  const xml = formatPeppol(seller, buyer, { ...invoice, rows: [{ ...priced(100, 0), name }] }, texts)
  expect(xml).toContain('&lt;b&gt;&amp;&quot;&apos;')
  expect(parse(xml).InvoiceLine?.[0]?.Item.Name).toContain('slut')
  expect(xml).not.toMatch(/<cbc:\w+><\/cbc:/)
})

describe('no element is empty when a stored text is blank, or all of it is what XML does not have', () => {
  const blank = '\u0001 \u0002\ufffe'
  const row = { ...priced(100, 0), name: blank, description: blank }
  const address = { addressLine1: blank, addressLine2: blank, postalNumber: blank, city: blank, country: blank }
  const bare = { ...invoice, title: blank, reference: blank, rows: [row] }
  const withoutReason = { ...toCredit(bare), credits: { number: 1001, issuedOn: '2026-11-01', reason: blank } }

  test.each([
    ['an invoice', bare],
    ['a credit note', withoutReason],
  ])('in %s', (_name, one) => {
    const xml = formatPeppol({ ...seller, email: blank, address }, { ...buyer, address }, one, texts)
    expect(xml).not.toMatch(/<(c[ab]c:\w+)[^>]*>\s*<\/\1>/)
    const document = parse(xml)
    expect(String(document.BuyerReference), 'PEPPOL-EN16931-R003').toBe(String(one.number))
    expect(xml).toMatch(/<cac:Item>\s*<cbc:Name>/)
  })

  test('and the names of both parties are missing', () => {
    const part = { buyer: { ...buyer, name: blank }, rows: [] }
    expect(findMissing({ ...seller, name: blank }, [part]).map(({ field }) => field)).toEqual([
      'sellerName',
      'buyerName',
    ])
  })

  test('and an element without a text is an error', () => {
    expect(() => element('cbc:ID', blank)).toThrow('cbc:ID')
    expect(() => element('cac:Party', [null])).toThrow('cac:Party')
  })
})

describe('what is missing is named', () => {
  const part = { buyer, rows: [{ vatRate: 25 }] }

  test('by field and organisation, each once', () => {
    const lacking = { ...part, buyer: { ...buyer, name: 'Norra MK', orgNr: null } }
    const wrong = { ...part, buyer: { ...buyer, name: 'Södra MK', orgNr: '556036-0794' } }
    expect(findMissing({ ...seller, orgNr: ' ', vatNumber: null }, [part, lacking, lacking, wrong])).toEqual([
      { field: 'orgNr', name: seller.name },
      { field: 'vatNumber', name: seller.name },
      { field: 'orgNr', name: 'Norra MK' },
      { field: 'orgNrInvalid', name: 'Södra MK' },
    ])
    expect(findMissing({ ...seller, name: '' }, [])).toEqual([{ field: 'sellerName', name: '' }])
    expect(findMissing({ ...seller, vatNumber: '802001535301' }, [])).toMatchObject([{ field: 'vatNumberInvalid' }])
  })

  test('and nothing when all is there; without VAT no VAT number is needed', () => {
    expect(findMissing(seller, [part])).toEqual([])
    expect(findMissing({ ...seller, vatNumber: null }, [{ ...part, rows: [{ vatRate: 0 }] }])).toEqual([])
  })
})

test('amounts have two decimals', () => {
  expect([0, 5, -5, 12_345, -100].map(formatPeppolAmount)).toEqual(['0.00', '0.05', '-0.05', '123.45', '-1.00'])
})
