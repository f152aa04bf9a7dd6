import { expect, test, vi } from 'vitest'
import { newRowId } from './new-row-id.ts'

test('no two ids are the same, and none is one that was counted up', () => {
  const ids = Array.from({ length: 5000 }, newRowId)
  expect(new Set(ids).size).toBe(5000)
  expect(Math.min(...ids)).toBeGreaterThanOrEqual(2 ** 32)
})

test('the highest id is a safe integer', () => {
  // The function is generic over its array; here it is given one of 32-bit numbers.
  vi.spyOn(crypto, 'getRandomValues').mockImplementation(
    (array) => (array as unknown as Uint32Array).fill(2 ** 32 - 1) as never,
  )
  expect(Number.isSafeInteger(newRowId())).toBe(true)
  vi.restoreAllMocks()
})
