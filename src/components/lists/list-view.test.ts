import { expect, test } from 'vitest'
import { readListView } from './list-view.ts'

const definition = {
  orders: { date: 'descending', payer: 'ascending' },
  columns: ['payer', 'date', 'amount'],
} as const

const read = (search: string) => readListView(new URL(`https://portal.example/betalningar${search}`), definition)

test('a bare URL shows the usual order, 25 rows and all columns', () => {
  const view = read('')
  expect(view.sortedBy).toEqual({ key: 'date', direction: 'descending' })
  expect([view.pageSize, view.isDense, view.shows('amount')]).toEqual([25, false, true])
})

test('a heading links to its order, and turns the present one', () => {
  expect(read('?search=Ek&page=3').sortHref('payer')).toBe('/betalningar?search=Ek&sort=payer')
  expect(read('?sort=payer').sortHref('payer')).toBe('/betalningar?sort=payer&descending=1')
  expect(read('?sort=payer&descending=1').sortHref('payer')).toBe('/betalningar?sort=payer')
  expect(read('').sortHref('date')).toBe('/betalningar?descending=0')
  expect(read('?descending=0').sortHref('date')).toBe('/betalningar')
})

test('only the columns of an order have a link', () => {
  expect(read('?columns=payer&columns=amount').heads((name) => name.toUpperCase())).toMatchObject([
    { key: 'payer', header: 'PAYER', sortHref: '/betalningar?columns=payer&columns=amount&sort=payer' },
    { key: 'amount', sortHref: undefined },
  ])
})

test('unusable parameters have their defaults', () => {
  const view = read('?sort=shoe&descending=x&size=7&dense=x')
  expect([view.sort, view.descending, view.pageSize, view.isDense]).toEqual(['date', undefined, 25, false])
})

test('the column that names the row is never hidden', () => {
  const view = read('?columns=date')
  expect([view.shows('payer'), view.shows('date'), view.shows('amount')]).toEqual([true, true, false])
})

test('filter and view are separate, and the place in the list is in neither', () => {
  const view = read('?search=Ek&size=50&page=2&columns=date&status=')
  expect(view.filterPairs).toEqual([
    ['search', 'Ek'],
    ['status', ''],
  ])
  expect(view.viewPairs).toEqual([
    ['size', '50'],
    ['columns', 'date'],
  ])
})
