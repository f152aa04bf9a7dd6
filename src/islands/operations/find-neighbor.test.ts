import { expect, test } from 'vitest'
import { findNeighbor } from './find-neighbor.ts'

const items = ['a', 'b', 'c'].map((id) => ({ id }))

test.each([
  ['a', 'b'],
  ['b', 'c'],
  ['c', 'b'],
  ['x', undefined],
])('the place of %s is taken by %s', (id, neighbor) => expect(findNeighbor(items, id)?.id).toBe(neighbor))

test('nothing takes the place of the last item', () => expect(findNeighbor([{ id: 'a' }], 'a')).toBeNull())
