import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PartDependencies } from '#api/catalogue/education-parts/contract.ts'
import { findCircularPrerequisites, listMissingForPublishing, listPublishingWarnings } from './rules.ts'

describe('a prerequisite is circular', () => {
  test('when it is the part itself', () => expect(findCircularPrerequisites(1, [1, 2], {})).toEqual([1]))
  test('when it requires the part', () => expect(findCircularPrerequisites(1, [2], { 2: [1] })).toEqual([2]))
  test('when it requires the part through others', () =>
    expect(findCircularPrerequisites(1, [4, 5], { 4: [3], 3: [2], 2: [1], 5: [6] })).toEqual([4]))
  test('not by the current prerequisites of the part, which are replaced', () =>
    expect(findCircularPrerequisites(1, [2], { 1: [2, 3], 2: [3] })).toEqual([]))
  test('without circular prerequisites every part can be taken in some order', () => {
    const choices = fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.array(fc.integer({ min: 1, max: 6 }))))
    fc.assert(
      fc.property(choices, (steps) => {
        const dependencies: PartDependencies = {}
        for (const [partId, prerequisites] of steps) {
          const circular = findCircularPrerequisites(partId, prerequisites, dependencies)
          dependencies[partId] = prerequisites.filter((id) => !circular.includes(id))
        }
        const done = new Set<number>()
        for (let round = 0; round < 6; round++)
          for (const id of [1, 2, 3, 4, 5, 6]) if ((dependencies[id] ?? []).every((one) => done.has(one))) done.add(id)
        // Two choices for one part may shut each other out only by a circle of one step, which is refused as well.
        expect(done.size).toBe(6)
      }),
    )
  })
})

// The rules read only these fields of a part.
const part = { type: 0 as const, packageId: null }

test('publishing needs a category and a part', () => {
  expect(listMissingForPublishing({ educationCategoryIds: [], parts: [] })).toEqual([
    'educationCategoryIds',
    'educationPartIds',
  ])
  expect(listMissingForPublishing({ educationCategoryIds: [1], parts: [part] as never })).toEqual([])
})

test('publishing warns about a missing course, payment method, contact, text or picture', () => {
  const bare = { shortDescription: null, pictureUrl: null, responsibleIds: [], fee: 1, paymentMethods: [] }
  expect(listPublishingWarnings({ ...bare, parts: [{ ...part, type: 1 }] as never })).toEqual([
    'package',
    'paymentMethods',
    'responsibleIds',
    'shortDescription',
    'pictureUrl',
  ])
  const full = { shortDescription: 'x', pictureUrl: '/x', responsibleIds: [1], fee: 0, paymentMethods: [] }
  expect(listPublishingWarnings({ ...full, parts: [part] as never })).toEqual([])
})
