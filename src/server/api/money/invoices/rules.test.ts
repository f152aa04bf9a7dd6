import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calculateIncludedVat } from '#api/vat.ts'
import { findItemRefusal, formatFileStem, groupByRecipient, sumInvoiceRows, toMinor, vatRates } from './rules.ts'

const amount = fc.integer({ min: 0, max: 100_000_000 })
const rate = fc.constantFrom(...vatRates)

describe('the VAT within an amount', () => {
  test.each([
    [12_500, 25, 2500],
    [11_200, 12, 1200],
    [10_600, 6, 600],
    [10_000, 0, 0],
    [1, 25, 0],
    [3, 25, 1],
    [45_050, 25, 9010],
    // 99.99 kr with 6 % holds 5.6598 kr.
    [9999, 6, 566],
  ])('of %i öre at %i %% is %i', (minor, percent, vat) => expect(calculateIncludedVat(minor, percent)).toBe(vat))

  test('is in whole öre within half an öre of the exact share, and never more than the amount', () => {
    fc.assert(
      fc.property(amount, rate, (minor, percent) => {
        const vat = calculateIncludedVat(minor, percent)
        expect(Number.isInteger(vat)).toBe(true)
        // Both sides are whole numbers: |vat − minor·p/(100+p)| ≤ ½, times 2(100+p).
        expect(Math.abs(2 * vat * (100 + percent) - 2 * minor * percent)).toBeLessThanOrEqual(100 + percent)
        expect(vat).toBeLessThanOrEqual(minor)
      }),
    )
  })

  test('equals the VAT that was added to a net amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), rate, (net, percent) => {
        // A net amount in whole hundreds of öre has VAT in whole öre.
        const vat = net * percent
        expect(calculateIncludedVat(net * 100 + vat, percent)).toBe(vat)
      }),
    )
  })
})

const row = fc.record({ amountMinor: amount, vatRate: rate, invoiceRecipientId: fc.integer({ min: 1, max: 5 }) })
const rows = fc
  .array(row, { maxLength: 200 })
  .map((all) => all.map((one) => ({ ...one, vatMinor: calculateIncludedVat(one.amountMinor, one.vatRate) })))

test('the sums of the recipients equal the sum of all rows, in any order', () => {
  fc.assert(
    fc.property(rows, (all) => {
      const heads = [...groupByRecipient(all).values()].map(sumInvoiceRows)
      const total = {
        rowCount: heads.reduce((sum, head) => sum + head.rowCount, 0),
        totalMinor: heads.reduce((sum, head) => sum + head.totalMinor, 0),
        vatTotalMinor: heads.reduce((sum, head) => sum + head.vatTotalMinor, 0),
      }
      expect(total).toEqual(sumInvoiceRows(all))
      expect(sumInvoiceRows(all.toReversed())).toEqual(sumInvoiceRows(all))
      for (const [recipientId, group] of groupByRecipient(all))
        expect(group.every(({ invoiceRecipientId }) => invoiceRecipientId === recipientId)).toBe(true)
    }),
  )
})

test('kronor and öre convert without loss, up to a million', () => {
  fc.assert(
    fc.property(amount, (minor) => {
      expect(toMinor(minor / 100)).toBe(minor)
    }),
  )
})

describe('a row is refused', () => {
  const due = {
    canceled: false,
    canceledDue: false,
    paymentId: null,
    invoiceRecipientId: 4,
    feeMinor: 100,
    isInvoiced: false,
    vatRate: 25,
  }
  test.each([
    ['never when it is as it was', due, null],
    ['when there is none', undefined, 'invoice_items_changed'],
    ['when it was called off in time', { ...due, canceled: true }, 'invoice_items_changed'],
    ['never when it was called off too late', { ...due, canceled: true, canceledDue: true }, null],
    ['when it is paid', { ...due, paymentId: 'x' }, 'invoice_items_changed'],
    ['when it is free', { ...due, feeMinor: 0 }, 'invoice_items_changed'],
    ['when it goes to somebody else', { ...due, invoiceRecipientId: 5 }, 'invoice_items_changed'],
    ['when it is on an invoice', { ...due, isInvoiced: true }, 'already_invoiced'],
    ['at a VAT that there is not', { ...due, vatRate: 10 }, 'vat_rate_unknown'],
  ])('%s', (_, item, code) => expect(findItemRefusal(item, 4)).toBe(code))
})

test('the file name contains number and dates', () =>
  expect(formatFileStem({ number: 1001, startsOn: '2026-10-01', endsOn: '2026-10-31' })).toBe(
    'fakturaunderlag_1001_2026-10-01_2026-10-31',
  ))
