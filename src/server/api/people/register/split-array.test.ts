import { expect, test } from 'vitest'
import { encodeUtf8 } from '#platform/digest.ts'
import { splitArray } from './split-array.ts'

const text = '\uFEFF[ {"a": "}]\\"{", "b": [1, {"c": 2}]} ,\n{"d": "åäö"}, {} ]'
const bytes = encodeUtf8(text)
const elements = ['{"a": "}]\\"{", "b": [1, {"c": 2}]}', '{"d": "åäö"}', '{}']

test('an array is split into its objects', () => {
  expect(splitArray(bytes)).toEqual({ elements, consumed: bytes.length, isOver: true })
  expect(splitArray(encodeUtf8('[]'))).toEqual({ elements: [], consumed: 2, isOver: true })
})

test('wherever the pieces are cut, the same objects come out', () => {
  for (let length = 1; length < bytes.length; length++) {
    const first = splitArray(bytes.subarray(0, length))
    const rest = splitArray(bytes.subarray(first.consumed))
    expect([...first.elements, ...rest.elements]).toEqual(elements)
    expect([first.isOver, rest.isOver]).toEqual([false, true])
  }
})

test('what is no array of objects is refused', () => {
  expect(() => splitArray(encodeUtf8('"error"'))).toThrow('no list of people')
  expect(() => splitArray(encodeUtf8('[1, 2]'))).toThrow('no list of people')
})
