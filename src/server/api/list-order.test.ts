import { expect, test } from 'vitest'
import { isDescending, listOrderNames } from './list-order.ts'

const orders = { date: 'descending', name: 'ascending' } as const

test('the first order is the default one', () => {
  expect(listOrderNames(orders)).toEqual(['date', 'name'])
})

test('each order has its usual direction, which a query can turn', () => {
  expect(isDescending(orders, { sort: 'date' })).toBe(true)
  expect(isDescending(orders, { sort: 'name' })).toBe(false)
  expect(isDescending(orders, { sort: 'date', descending: false })).toBe(false)
  expect(isDescending(orders, { sort: 'name', descending: true })).toBe(true)
})
