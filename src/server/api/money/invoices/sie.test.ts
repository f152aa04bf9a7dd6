import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calculateIncludedVat } from '#api/vat.ts'
import { vatRates } from './rules.ts'
import { encodeCodepage437, formatSie, formatSieAmount, toPostings } from './sie.ts'

const priced = (amountMinor: number, vatRate: number) => ({
  amountMinor,
  vatRate,
  vatMinor: calculateIncludedVat(amountMinor, vatRate),
})

const sender = { name: 'Svenska Bilsportförbundet', orgNr: '802001-5353', today: '2026-11-02' }
const invoice = {
  number: 1001,
  recipientName: 'Åmåls "MK"\n}',
  title: 'Oktober',
  creditOf: null,
  madeOn: '2026-11-01',
  rows: [priced(50_000, 0), priced(12_500, 25), priced(9999, 6)],
}

test('an invoice is a verification that a Swedish accounting system reads', () => {
  expect(formatSie(sender, [invoice]).split('\r\n')).toEqual([
    '#FLAGGA 0',
    '#PROGRAM "Utbildningsportalen" "1.0"',
    '#FORMAT PC8',
    '#GEN 20261102',
    '#SIETYP 4',
    '#ORGNR 802001-5353',
    '#FNAMN "Svenska Bilsportförbundet"',
    '#KONTO 1510 "Kundfordringar"',
    '#KONTO 2611 "Utgående moms på försäljning inom Sverige, 25 %"',
    '#KONTO 2631 "Utgående moms på försäljning inom Sverige, 6 %"',
    '#KONTO 3001 "Försäljning inom Sverige, 25 % moms"',
    '#KONTO 3003 "Försäljning inom Sverige, 6 % moms"',
    '#KONTO 3004 "Försäljning inom Sverige, momsfri"',
    '#VER "" "" 20261101 "Fakturaunderlag 1001 Åmåls \\"MK\\" }, Oktober"',
    '{',
    '\t#TRANS 1510 {} 724.99',
    '\t#TRANS 3004 {} -500.00',
    '\t#TRANS 3003 {} -94.33',
    '\t#TRANS 2631 {} -5.66',
    '\t#TRANS 3001 {} -100.00',
    '\t#TRANS 2611 {} -25.00',
    '}',
    '',
  ])
})

test('a credit invoice names the invoice that it credits, with opposite signs', () => {
  const rows = invoice.rows.map((row) => ({ ...row, amountMinor: -row.amountMinor, vatMinor: -row.vatMinor }))
  const text = formatSie(sender, [{ ...invoice, number: 1002, creditOf: 1001, rows }])
  expect(text).toContain('"Kredit av 1001: 1002 Åmåls')
  expect(text).toContain('#TRANS 1510 {} -724.99')
  const opposite = toPostings(invoice).map((posting) => ({ ...posting, minor: -posting.minor }))
  expect(toPostings({ rows })).toEqual(opposite)
})

test('an invoice with sum zero is not a verification', () => {
  const text = formatSie(sender, [{ ...invoice, rows: [priced(0, 25)] }])
  expect(text).not.toContain('#VER')
  expect(text).not.toContain('#KONTO')
})

test('postings sum to zero for every invoice', () => {
  const row = fc
    .tuple(fc.integer({ min: 0, max: 100_000_000 }), fc.constantFrom(...vatRates))
    .map(([amount, rate]) => priced(amount, rate))
  fc.assert(
    fc.property(fc.array(row, { maxLength: 200 }), (rows) => {
      const postings = toPostings({ rows })
      expect(postings.reduce((sum, { minor }) => sum + minor, 0)).toBe(0)
      expect(postings.every(({ minor }) => Number.isInteger(minor) && minor !== 0)).toBe(true)
      expect(postings[0]?.minor ?? 0).toBe(rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0))
    }),
  )
})

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [-5, '-0.05'],
  [123_456, '1234.56'],
  [-100, '-1.00'],
])('%i öre are written %s', (minor, text) => expect(formatSieAmount(minor)).toBe(text))

describe('codepage 437', () => {
  test('encodes Swedish letters', () =>
    expect([...encodeCodepage437('åäöÅÄÖé A')]).toEqual([0x86, 0x84, 0x94, 0x8f, 0x8e, 0x99, 0x82, 0x20, 0x41]))
  test('removes the accents of letters that it lacks, and writes a question mark for other characters', () =>
    expect([...encodeCodepage437('Š😀')]).toEqual([0x53, 63]))
  test('replaces dashes, quotes and foreign letters by similar ones', () => {
    const asRead = (text: string) => String.fromCharCode(...encodeCodepage437(text))
    expect(asRead('1–2 — 3')).toBe('1-2 - 3')
    expect(asRead('”a” … 5 €')).toBe("'a' ... 5 EUR")
    expect([...encodeCodepage437('Øø')]).toEqual([0x99, 0x94])
  })
  test('preserves every character that it has', () => {
    const upper = Array.from({ length: 256 }, (_, code) => code)
    const all = 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»'
    expect([...encodeCodepage437(all)]).toEqual(upper.slice(128, 128 + all.length))
  })
  test('encodes letters with combining accents', () => expect([...encodeCodepage437('å')]).toEqual([0x86]))
})
