import { expect, test } from 'vitest'
import { branchesOf } from './rules.ts'

const federation = [
  { id: 1, parentId: null },
  { id: 10, parentId: 1 },
  { id: 20, parentId: 10 },
  { id: 90, parentId: 1 },
]
const idsOf = (roots: number[] | null) => branchesOf(federation, roots).map(({ id }) => id)

test('a branch is its root and everything below it', () => {
  expect(idsOf([10])).toEqual([10, 20])
  expect(idsOf([20, 90])).toEqual([20, 90])
  expect(idsOf([1])).toEqual([1, 10, 20, 90])
  expect(idsOf(null)).toEqual([1, 10, 20, 90])
  expect(idsOf([])).toEqual([])
})

test('a circle in the register ends somewhere', () => {
  const circle = [
    { id: 1, parentId: 2 },
    { id: 2, parentId: 1 },
  ]
  expect(branchesOf(circle, [3])).toEqual([])
})
