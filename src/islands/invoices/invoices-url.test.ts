import { expect, test } from 'vitest'
import { invoicesHref, parseInvoiceSearch } from './invoices-url.ts'

const today = '2026-11-21'
const read = (address: string) => parseInvoiceSearch(new URL(address, 'http://portal.test'), today)
const usual = {
  tab: 'due',
  startDate: '2025-11-21',
  endDate: today,
  onlyCompleted: false,
  withoutCanceled: false,
  page: 1,
} as const

test('without anything it is what waits of the last year', () => {
  expect(read('/invoices')).toEqual(usual)
  expect(invoicesHref(usual, today)).toBe('/invoices')
})

test('days, tab, switch and page come from the address, and go back into it', () => {
  const address = '/invoices?startDate=2026-10-01&endDate=2026-10-31&onlyCompleted=1&withoutCanceled=1'
  const search = read(`${address}&page=3`)
  expect(search).toEqual({
    tab: 'due',
    startDate: '2026-10-01',
    endDate: '2026-10-31',
    page: 3,
    onlyCompleted: true,
    withoutCanceled: true,
  })
  expect(invoicesHref(search, today)).toBe(address)
  expect(invoicesHref(search, today, { tab: 'exported' })).toBe(
    '/invoices?tab=exported&startDate=2026-10-01&endDate=2026-10-31',
  )
})

test('days the wrong way round change places', () =>
  expect(read('/invoices?startDate=2026-10-31&endDate=2026-10-01')).toMatchObject({
    startDate: '2026-10-01',
    endDate: '2026-10-31',
  }))

test('what is nonsense there is as if it were not', () =>
  expect(read('/invoices?tab=x&startDate=2026-13-40&endDate=igår&page=0&onlyCompleted=ja')).toEqual(usual))
