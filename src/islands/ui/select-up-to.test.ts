import { expect, test } from 'vitest'
import { selectUpTo } from './select-up-to.ts'

const page = [11, 12, 13, 14, 15]

test('a tick takes one row, and gives it back', () => {
  const one = selectUpTo(new Set(), page, { id: 12, checked: true, isRange: false })
  expect([...one]).toEqual([12])
  expect([...selectUpTo(one, page, { id: 12, checked: false, isRange: false })]).toEqual([])
})

test('with Shift all rows since the last tick come along, in either direction', () => {
  expect([...selectUpTo(new Set([12]), page, { id: 14, checked: true, isRange: true })]).toEqual([12, 13, 14])
  expect([...selectUpTo(new Set([14]), page, { id: 12, checked: true, isRange: true })]).toEqual([12, 13, 14])
})

test('a last tick on another page is no start of a range', () => {
  expect([...selectUpTo(new Set([99]), page, { id: 13, checked: true, isRange: true })]).toEqual([99, 13])
})
