import { expect, test } from 'vitest'
import { partLayers } from './part-layers.ts'

test('a part comes after all its prerequisites, and otherwise as early as possible', () => {
  expect(partLayers([1, 2, 3, 4], { 3: [1, 2], 4: [3] })).toEqual([[1, 2], [3], [4]])
  expect(partLayers([4, 1], { 4: [1, 9] })).toEqual([[1], [4]])
  expect(partLayers([], {})).toEqual([])
})

test('circular prerequisites terminate', () => {
  expect(
    partLayers([1, 2], { 1: [2], 2: [1] })
      .flat()
      .sort(),
  ).toEqual([1, 2])
})
