import { expect, test } from 'vitest'
import { selectUpTo } from './select-up-to.ts'

const page = [11, 12, 13, 14, 15]

test('a press selects one row, and deselects it again', () => {
  const one = selectUpTo(new Set<number>(), page, { id: 12, checked: true, isRange: false })
  expect([...one]).toEqual([12])
  expect([...selectUpTo(one, page, { id: 12, checked: false, isRange: false })]).toEqual([])
})

test('a press with Shift selects all rows from the last press, in either direction', () => {
  expect([...selectUpTo(new Set([12]), page, { id: 14, checked: true, isRange: true })]).toEqual([12, 13, 14])
  expect([...selectUpTo(new Set([14]), page, { id: 12, checked: true, isRange: true })]).toEqual([12, 13, 14])
})

test('a last press on another page does not start a range', () => {
  expect([...selectUpTo(new Set([99]), page, { id: 13, checked: true, isRange: true })]).toEqual([99, 13])
})
