import { expect, test } from 'vitest'
import { invoicesHref, parseInvoiceSearch } from './invoices-url.ts'

const today = '2026-11-21'
const read = (address: string) => parseInvoiceSearch(new URL(address, 'http://portal.test'), today)
const usual = {
  tab: 'due',
  startDate: '2025-11-21',
  endDate: today,
  search: '',
  onlyCompleted: false,
  withoutCanceled: false,
  page: 1,
} as const

test('by default shows the rows of the last year that wait for an invoice', () => {
  expect(read('/invoices')).toEqual(usual)
  expect(invoicesHref(usual, today)).toBe('/invoices')
})

test('parses and formats days, tab, switch and page', () => {
  const address = '/invoices?startDate=2026-10-01&endDate=2026-10-31&onlyCompleted=1&withoutCanceled=1'
  const search = read(`${address}&page=3`)
  expect(search).toEqual({
    tab: 'due',
    startDate: '2026-10-01',
    endDate: '2026-10-31',
    search: '',
    page: 3,
    onlyCompleted: true,
    withoutCanceled: true,
  })
  expect(invoicesHref(search, today)).toBe(address)
  expect(invoicesHref(search, today, { tab: 'exported' })).toBe(
    '/invoices?tab=exported&startDate=2026-10-01&endDate=2026-10-31',
  )
})

test('swaps days in the wrong order', () =>
  expect(read('/invoices?startDate=2026-10-31&endDate=2026-10-01')).toMatchObject({
    startDate: '2026-10-01',
    endDate: '2026-10-31',
    search: '',
  }))

test('ignores invalid parameters', () =>
  expect(read('/invoices?tab=x&startDate=2026-13-40&endDate=igår&page=0&onlyCompleted=ja')).toEqual(usual))
