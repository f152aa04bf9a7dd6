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
const part = { id: 7, type: 0 as const, packageId: null, mandatory: true, fee: 0 }

test('publishing needs a category and a part', () => {
  expect(listMissingForPublishing({ educationCategoryIds: [], parts: [] })).toEqual([
    'educationCategoryIds',
    'educationPartIds',
  ])
  expect(listMissingForPublishing({ educationCategoryIds: [1], parts: [part] })).toEqual([])
})

test('publishing warns about a missing course, occasion, payment method, contact, text or picture', () => {
  const bare = { shortDescription: null, pictureUrl: null, responsibleIds: [], fee: 1, paymentMethods: [] }
  const parts = [part, { ...part, id: 8, type: 1 as const }]
  expect(listPublishingWarnings({ ...bare, parts }, [])).toEqual([
    'package',
    'occasions',
    'paymentMethods',
    'responsibleIds',
    'shortDescription',
    'pictureUrl',
  ])
  const full = { shortDescription: 'x', pictureUrl: '/x', responsibleIds: [1], fee: 0, paymentMethods: [] }
  const occasion = { educationPartId: 7, fee: 0, paymentMethods: [], canceled: false }
  expect(listPublishingWarnings({ ...full, parts: [part] }, [occasion])).toEqual([])
})

test('publishing counts neither cancelled occasions nor those that are unknown', () => {
  const full = { shortDescription: 'x', pictureUrl: '/x', responsibleIds: [1], fee: 0, paymentMethods: [] }
  const occasion = { educationPartId: 7, fee: 0, paymentMethods: [], canceled: true }
  expect(listPublishingWarnings({ ...full, parts: [part] }, [occasion])).toEqual(['occasions'])
  expect(listPublishingWarnings({ ...full, parts: [part] }, null)).toEqual([])
  expect(listPublishingWarnings({ ...full, parts: [{ ...part, mandatory: false }] }, [])).toEqual([])
})

test('publishing warns when the fee of a part or an occasion cannot be paid', () => {
  const full = { shortDescription: 'x', pictureUrl: '/x', responsibleIds: [1], fee: 0, paymentMethods: [] }
  const online = { ...part, id: 8, type: 1 as const, packageId: 1, fee: 100 }
  expect(listPublishingWarnings({ ...full, parts: [online] }, [])).toEqual(['paymentMethods'])
  const meeting = { ...part, fee: 100 }
  const occasion = { educationPartId: 7, fee: 0, paymentMethods: [], canceled: false }
  const warnings = ['occasionPaymentMethods']
  expect(listPublishingWarnings({ ...full, parts: [meeting] }, [occasion])).toEqual(warnings)
  expect(listPublishingWarnings({ ...full, parts: [part] }, [{ ...occasion, fee: 50 }])).toEqual(warnings)
  const paid = { ...occasion, paymentMethods: [0 as const] }
  expect(listPublishingWarnings({ ...full, parts: [meeting] }, [paid])).toEqual([])
})
