import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#api/days.ts'
import { type Cycle, calculateFirstCycle, calculateStage } from '../cycles/rules.ts'
import {
  calculateNextCycle,
  countCredits,
  findOpeningDay,
  isOpenForRenewal,
  type LicenseRule,
  sumCredits,
} from './rules.ts'

const plain: LicenseRule = {
  validityMonths: 12,
  validToRule: 0,
  graceDays: 0,
  lateMonths: 0,
  dormantMonths: 0,
  by: 'application',
  automatic: false,
  opensMonths: 3,
  unit: 'hours',
  total: 0,
  categories: [],
}
const cycleOf = (rule: LicenseRule, from: string, more: Partial<Cycle> = {}): Cycle => ({
  ...calculateFirstCycle(rule, from),
  decidedOn: from,
  succeededOn: null,
  revokedOn: null,
  ...more,
})
const credit = (category: number, amount: number, on: string) => ({ category, amountHundredths: amount * 100, on })

describe('three years and sixteen hours', () => {
  const rule: LicenseRule = {
    ...plain,
    validityMonths: 36,
    by: 'credits',
    automatic: true,
    opensMonths: 12,
    total: 16,
    categories: [
      { name: 'Kurs', minimum: 8, cap: null },
      { name: 'Självstudier', minimum: 0, cap: 4 },
    ],
  }
  const cycle = cycleOf(rule, '2026-03-10')
  const during = { after: cycle.decidedOn, until: '2028-12-01' }

  test('ends the day before the third anniversary, and the next cycle follows directly', () => {
    expect(cycle.validToOn).toBe('2029-03-09')
    expect(findOpeningDay(rule, cycle)).toBe('2028-03-10')
    expect(calculateNextCycle(rule, cycle, '2028-12-01')).toMatchObject({
      validFromOn: '2029-03-10',
      validToOn: '2032-03-09',
    })
  })
  test('twelve hours of courses and nine of reading are sixteen, since four of reading count', () => {
    const counted = countCredits(rule.categories, [credit(0, 12, '2027-05-01'), credit(1, 9, '2027-06-01')], during)
    expect(counted.map(({ done, counted: counts }) => [done, counts])).toEqual([
      [12, 12],
      [9, 4],
    ])
    expect(sumCredits(counted)).toBe(16)
  })
  test('credits from the day of issue or before do not count', () =>
    expect(sumCredits(countCredits(rule.categories, [credit(0, 16, '2026-03-10')], during))).toBe(0))
})

describe('four years ending on 31 December, two national and two external activities', () => {
  const rule: LicenseRule = {
    ...plain,
    validityMonths: 48,
    validToRule: 1,
    by: 'credits',
    unit: 'activities',
    total: 4,
    categories: [
      { name: 'Nationella', minimum: 2, cap: null },
      { name: 'Externa', minimum: 2, cap: 2 },
    ],
  }
  test('ends with the fourth calendar year, as does each later cycle', () => {
    const cycle = cycleOf(rule, '2026-05-10')
    expect(cycle.validToOn).toBe('2029-12-31')
    expect(calculateNextCycle(rule, cycle, '2029-11-01')).toMatchObject({
      validFromOn: '2030-01-01',
      validToOn: '2033-12-31',
    })
  })
  test('a third external activity does not replace a national one', () => {
    const done = [...[1, 2, 3].map((month) => credit(1, 1, `2027-0${month}-01`)), credit(0, 1, '2028-01-01')]
    const [national, external] = countCredits(rule.categories, done, { after: '2026-05-10', until: '2029-12-31' })
    expect([national?.counted, external?.counted]).toEqual([1, 2])
  })
})

describe('five years, renewable within one year after', () => {
  const rule: LicenseRule = { ...plain, validityMonths: 60, by: 'educations', lateMonths: 12, opensMonths: 6 }
  const cycle = cycleOf(rule, '2026-04-01')
  test('when late, is not valid but can be renewed, and ends as if it were on time', () => {
    expect(calculateStage(cycle, '2032-03-31')).toBe('late')
    expect(isOpenForRenewal(rule, cycle, '2032-03-31')).toBe(true)
    expect(calculateNextCycle(rule, cycle, '2031-10-15')).toMatchObject({
      validFromOn: '2031-10-15',
      validToOn: '2036-03-31',
    })
  })
  test('has lapsed after that year', () => {
    expect(calculateStage(cycle, '2032-04-01')).toBe('lapsed')
    expect(isOpenForRenewal(rule, cycle, '2032-04-01')).toBe(false)
  })
})

describe('1 January to 31 December, with five dormant years', () => {
  const rule: LicenseRule = { ...plain, validityMonths: 12, validToRule: 1, dormantMonths: 60 }
  const cycle = cycleOf(rule, '2026-01-01')
  test('is dormant for five years and starts a new cycle when it is renewed', () => {
    expect([calculateStage(cycle, '2027-01-01'), calculateStage(cycle, '2031-12-31')]).toEqual(['dormant', 'dormant'])
    expect(calculateNextCycle(rule, cycle, '2029-05-20')).toMatchObject({
      validFromOn: '2029-05-20',
      validToOn: '2029-12-31',
    })
  })
  test('has lapsed in the sixth year', () => expect(calculateStage(cycle, '2032-01-01')).toBe('lapsed'))
})

test('renewal opens at a set time before the end, and not for renewed, revoked, unlimited or manually renewed cycles', () => {
  const cycle = cycleOf(plain, '2026-01-01')
  expect([isOpenForRenewal(plain, cycle, '2026-09-30'), isOpenForRenewal(plain, cycle, '2026-10-01')]).toEqual([
    false,
    true,
  ])
  const day = '2026-12-01'
  expect(isOpenForRenewal(plain, { ...cycle, succeededOn: '2027-01-01' }, day)).toBe(false)
  expect(isOpenForRenewal(plain, { ...cycle, revokedOn: '2026-11-01' }, day)).toBe(false)
  expect(isOpenForRenewal({ ...plain, by: 'never' }, cycle, day)).toBe(false)
  expect(isOpenForRenewal(plain, cycleOf({ ...plain, validityMonths: null }, '2026-01-01'), day)).toBe(false)
})

const years = fc.integer({ min: 1, max: 5 })
const someRule = fc.record({
  years,
  rule: fc.constantFrom(0, 1, 2),
  grace: fc.nat(40),
  late: fc.nat(15),
  sleep: fc.nat(40),
})

test('whenever it is renewed, the next cycle is valid that day or follows directly, and never overlaps', () => {
  fc.assert(
    fc.property(someRule, fc.nat(4000), ({ years: span, rule: validToRule, grace, late, sleep }, offset) => {
      const rule: LicenseRule = {
        ...plain,
        validityMonths: span * 12,
        validToRule: validToRule as 0 | 1 | 2,
        graceDays: grace,
        lateMonths: late,
        dormantMonths: sleep,
      }
      const cycle = cycleOf(rule, '2026-02-11')
      const day = addDays('2026-02-11', offset)
      if (!isOpenForRenewal(rule, cycle, day)) return
      const next = calculateNextCycle(rule, cycle, day)
      const inTime = ['active', 'grace'].includes(calculateStage(cycle, day))
      expect(next.validFromOn).toBe(inTime ? addDays(cycle.validToOn ?? '', 1) : day)
      expect((next.validToOn ?? '') >= day).toBe(true)
      expect(next.validFromOn > (cycle.validToOn ?? '')).toBe(true)
    }),
  )
})

test('counts at most the reported credits and the cap, in any order', () => {
  const done = fc.array(
    fc.record({
      category: fc.nat(1),
      amountHundredths: fc.nat(2000),
      on: fc.constantFrom('2026-01-01', '2026-06-01', '2027-01-01'),
    }),
  )
  const categories = [
    { name: 'A', minimum: 0, cap: 5 },
    { name: 'B', minimum: 1, cap: null },
  ]
  const period = { after: '2026-01-01', until: '2026-12-31' }
  fc.assert(
    fc.property(done, (credits) => {
      const counted = countCredits(categories, credits, period)
      expect(counted).toEqual(countCredits(categories, credits.toReversed(), period))
      for (const one of counted) expect(one.counted).toBeLessThanOrEqual(Math.min(one.done, one.cap ?? one.done))
      expect(counted[0]?.done).toBe(
        credits
          .filter(({ category, on }) => category === 0 && on === '2026-06-01')
          .reduce((sum, one) => sum + one.amountHundredths, 0) / 100,
      )
    }),
  )
})
