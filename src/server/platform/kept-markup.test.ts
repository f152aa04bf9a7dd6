import { expect, test } from 'vitest'
import { immutable } from './immutable.ts'
import { fingerprintOf, keep, recall } from './kept-markup.ts'

const Card = () => null
const Badge = () => null

test('the same component with equal input has one fingerprint; another component or input has its own', () => {
  const first = fingerprintOf(Card, [{ title: 'Flagg', rows: [1, 2] }])
  expect(fingerprintOf(Card, [{ title: 'Flagg', rows: [1, 2] }])).toBe(first)
  expect(fingerprintOf(Badge, [{ title: 'Flagg', rows: [1, 2] }])).not.toBe(first)
  expect(fingerprintOf(Card, [{ title: 'Flagg', rows: [1, 3] }])).not.toBe(first)
})

test('a date is not the text that it would be written as', () => {
  const at = new Date('2026-05-01T10:00:00.000Z')
  expect(fingerprintOf(Card, [{ at }])).not.toBe(fingerprintOf(Card, [{ at: at.toISOString() }]))
})

test('what a text or a name says is not taken for what stands beside it', () => {
  const pairs = [
    [{ a: "1'1:b" }, { a: '1', b: '' }],
    [['a', 'b'], ["a,'1:b"]],
    [{ 'a1:b': 1 }, { a: { b: 1 } }],
    [{ a: '1' }, { a: 1 }],
    [{ a: null }, { a: 'null' }],
    [[['a'], 'b'], [['a', 'b']]],
  ]
  for (const [one, other] of pairs) expect(fingerprintOf(Card, one)).not.toBe(fingerprintOf(Card, other))
})

test('what cannot be told by value has no fingerprint', () => {
  const inputs = [() => null, Symbol('x'), 1n, new Map([[1, 2]]), new Set([1]), /x/]
  for (const input of inputs) expect(fingerprintOf(Card, [{ input }])).toBeNull()
})

test('a frozen answer stands for itself: the object, not an equal one', () => {
  const answer = immutable({ items: [{ id: 1 }] })
  expect(fingerprintOf(Card, [answer])).toBe(fingerprintOf(Card, [answer]))
  expect(fingerprintOf(Card, [answer])).not.toBe(fingerprintOf(Card, [immutable({ items: [{ id: 1 }] })]))
  expect(() => answer.items.push({ id: 2 })).toThrow(TypeError)
})

test('memory has a bound: the least used markup goes first', () => {
  const long = 'x'.repeat(400_000)
  keep('used', 'markup')
  for (let number = 0; number < 20; number++) {
    keep(`filler ${number}`, long)
    expect(recall('used')).toBe('markup')
  }
  expect(recall('filler 0')).toBeUndefined()
  expect(recall('filler 19')).toBe(long)
  keep('too long', 'x'.repeat(1_000_000))
  expect(recall('too long')).toBeUndefined()
})
