import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changedFields, merge, mergeAfterSave } from './merge.ts'

const base = { title: 'Flagga', fee: 100, roles: [1] }

describe('two people change the same thing', () => {
  test('in different fields: merges both changes', () =>
    expect(merge(base, { ...base, title: 'Flaggvakt' }, { ...base, fee: 200 })).toEqual({
      merged: { title: 'Flaggvakt', fee: 200, roles: [1] },
      conflicts: [],
    }))
  test('to the same value: reports no conflict', () =>
    expect(merge(base, { ...base, roles: [1, 2] }, { ...base, roles: [1, 2] }).conflicts).toEqual([]))
  test('to different values: reports the conflict and preserves the own value until it is resolved', () =>
    expect(merge(base, { ...base, fee: 150 }, { ...base, fee: 200 })).toEqual({
      merged: { ...base, fee: 150 },
      conflicts: ['fee'],
    }))
  test('no typed value is lost', () => {
    const values = fc.record({ title: fc.string(), fee: fc.nat(), roles: fc.array(fc.nat()) })
    fc.assert(
      fc.property(values, values, values, (first, mine, theirs) => {
        const { merged } = merge(first, mine, theirs)
        for (const field of changedFields(first, mine)) expect(merged).toHaveProperty(field, mine[field as 'fee'])
      }),
    )
  })
})

test('input during a save overrides the stored value and remains unsaved', () => {
  const sent = { ...base, title: ' Flaggvakt ' }
  const stored = { ...base, title: 'Flaggvakt' }
  const merged = mergeAfterSave(sent, { ...sent, fee: 300 }, stored)
  expect(merged).toEqual({ ...stored, fee: 300 })
  expect(changedFields(stored, merged)).toEqual(['fee'])
  expect(mergeAfterSave(sent, sent, stored)).toEqual(stored)
})

test('a file is only the same as itself, so another picture chosen during a save remains', () => {
  const [first, second] = [new File(['a'], 'a.png'), new File(['b'], 'b.png')]
  const sent = { picture: first }
  expect(changedFields(sent, { picture: second })).toEqual(['picture'])
  expect(changedFields(sent, { picture: first })).toEqual([])
  expect(mergeAfterSave<{ picture: File | null }>(sent, { picture: second }, { picture: null })).toEqual({
    picture: second,
  })
})
