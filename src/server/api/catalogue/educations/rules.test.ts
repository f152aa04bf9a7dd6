import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calculateFee, calculateFeeRange, hasFee, leaveOutEducationFee } from './rules.ts'

const free = { fee: 0 }
const paid = { fee: 450.5 }

describe('a part has a fee', () => {
  test('if the education has one', () => expect(hasFee(paid, free, null, [])).toBe(true))
  test('if the occasion has one', () => expect(hasFee(free, free, paid, [])).toBe(true))
  test('if any listed occasion has one', () => expect(hasFee(free, free, free, [free, paid])).toBe(true))
  test('if it has one of its own', () => expect(hasFee(free, paid, null, [])).toBe(true))
  test('and otherwise not', () => expect(hasFee(free, free, free, [free, free])).toBe(false))
})

describe('the fee of a sign-up', () => {
  test('is the education’s fee once, and the occasion’s or otherwise the part’s', () => {
    expect(calculateFee({ fee: 100 }, { fee: 50 }, { fee: 200 }, false)).toBe(300)
    expect(calculateFee({ fee: 100 }, { fee: 50 }, { fee: 200 }, true)).toBe(200)
    expect(calculateFee({ fee: 100 }, { fee: 50 }, free, false)).toBe(100)
    expect(calculateFee({ fee: 100 }, { fee: 50 }, null, true)).toBe(50)
  })

  test('is exact in öre', () => expect(calculateFee({ fee: 0.1 }, free, { fee: 0.2 }, false)).toBe(0.3))

  test('is above zero only if the part has a fee', () => {
    const priced = fc.record({ fee: fc.integer({ min: 0, max: 100_000_000 }).map((minor) => minor / 100) })
    fc.assert(
      fc.property(priced, priced, fc.option(priced), (education, part, occasion) => {
        if (calculateFee(education, part, occasion, false) > 0) expect(hasFee(education, part, occasion, [])).toBe(true)
      }),
    )
  })
})

test('the range of fees covers all choices', () => {
  expect(calculateFeeRange(free, free, [])).toBeNull()
  expect(calculateFeeRange(free, free, [free, free])).toBeNull()
  expect(calculateFeeRange({ fee: 100 }, free, [free, { fee: 50 }])).toEqual({ from: 100, to: 150 })
  expect(calculateFeeRange(free, { fee: 75 }, [])).toEqual({ from: 75, to: 75 })
})

describe('somebody who has paid the fee of the education', () => {
  test('pays only for what is left', () =>
    expect(leaveOutEducationFee({ from: 700.1, to: 950 }, { fee: 700 })).toEqual({ from: 0.1, to: 250 }))
  test('pays nothing when nothing else costs', () =>
    expect(leaveOutEducationFee({ from: 700, to: 700 }, { fee: 700 })).toBeNull())
  test('is not charged for a free education', () => expect(leaveOutEducationFee(null, { fee: 0 })).toBeNull())
})
