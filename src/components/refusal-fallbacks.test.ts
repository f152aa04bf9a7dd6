import { expect, test } from 'vitest'
import { Refused } from '#api/refusals.ts'
import { emptyIfRefused, nullIfNotFound, nullIfRefused, refusalCode } from './refusal-fallbacks.ts'

test('a refused call is answered with its code, with null or with an empty list', () => {
  const refused = new Refused('already_done')
  expect(refusalCode(refused)).toBe('already_done')
  expect(nullIfRefused(refused)).toBeNull()
  expect(emptyIfRefused(refused)).toEqual([])
})

test('null for a missing row alone: other refusals are thrown again', () => {
  expect(nullIfNotFound(new Refused('not_found'))).toBeNull()
  expect(() => nullIfNotFound(new Refused('already_done'))).toThrow(Refused)
})

test('an error that is no refusal is thrown again', () => {
  const broken = new Error('D1 is away')
  for (const read of [refusalCode, nullIfRefused, emptyIfRefused, nullIfNotFound])
    expect(() => read(broken)).toThrow(broken)
})
