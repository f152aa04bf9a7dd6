import { expect, test } from 'vitest'
import { Refused } from '#api/refusals.ts'
import { emptyIfRefused, nullIfNotAllowed, nullIfNotFound, nullIfRefused, refusalCode } from './refusal-fallbacks.ts'

test('a refused call returns its code, null or an empty list', () => {
  const refused = new Refused('already_done')
  expect(refusalCode(refused)).toBe('already_done')
  expect(nullIfRefused(refused)).toBeNull()
  expect(emptyIfRefused(refused)).toEqual([])
})

test('returns null for a missing row only and rethrows other refusals', () => {
  expect(nullIfNotFound(new Refused('not_found'))).toBeNull()
  expect(() => nullIfNotFound(new Refused('already_done'))).toThrow(Refused)
})

test('returns null for what the reader may not see only and rethrows other refusals', () => {
  expect(nullIfNotAllowed(new Refused('not_allowed'))).toBeNull()
  expect(() => nullIfNotAllowed(new Refused('not_found'))).toThrow(Refused)
})

test('rethrows an error that is not a refusal', () => {
  const broken = new Error('D1 is away')
  for (const read of [refusalCode, nullIfRefused, emptyIfRefused, nullIfNotFound, nullIfNotAllowed])
    expect(() => read(broken)).toThrow(broken)
})
