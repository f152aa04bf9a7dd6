import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween } from '#api/days.ts'
import {
  type Cycle,
  calculateDates,
  calculateFirstCycle,
  calculateLastDay,
  calculateStage,
  findDueReminder,
  findNextStageChange,
  isValidStage,
  type ValidToRule,
  validToRules,
} from './rules.ts'

const none = { graceDays: 0, lateMonths: 0, dormantMonths: 0 }
const open = { decidedOn: '2026-01-01', succeededOn: null, revokedOn: null }

describe('the last valid day', () => {
  test.each<[string, number | null, ValidToRule, string, string | null]>([
    ['without an end', null, 0, '2026-05-10', null],
    ['three years by the month', 36, 0, '2026-05-10', '2029-05-09'],
    ['four years, cut at 31 December', 48, 1, '2026-05-10', '2029-12-31'],
    ['four years from the first of January lose nothing', 48, 1, '2026-01-01', '2029-12-31'],
    ['a season', 12, 1, '2026-11-30', '2026-12-31'],
    ['a season with the half-year shift, in June', 12, 2, '2026-06-30', '2026-12-31'],
    ['and from July', 12, 2, '2026-07-01', '2027-12-31'],
  ])('%s', (_name, validityMonths, validToRule, from, end) =>
    expect(calculateLastDay({ validityMonths, validToRule }, from)).toBe(end),
  )
})

const day = fc
  .date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2040-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const rule = fc.record({
  validityMonths: fc.integer({ min: 1, max: 6 }).map((years) => years * 12),
  validToRule: fc.constantFrom(...validToRules),
  graceDays: fc.nat(60),
  lateMonths: fc.nat(18),
  dormantMonths: fc.nat(60),
})

describe('the stage of a cycle', () => {
  const cycle: Cycle = {
    ...open,
    ...calculateDates('2026-01-01', '2026-12-31', { graceDays: 10, lateMonths: 3, dormantMonths: 24 }),
  }
  test.each([
    ['2025-12-31', 'coming'],
    ['2026-01-01', 'active'],
    ['2026-12-31', 'active'],
    ['2027-01-01', 'grace'],
    ['2027-01-10', 'grace'],
    ['2027-01-11', 'late'],
    ['2027-03-31', 'late'],
    ['2027-04-01', 'dormant'],
    ['2029-03-31', 'dormant'],
    ['2029-04-01', 'lapsed'],
  ])('on %s it is %s', (on, stage) => expect(calculateStage(cycle, on)).toBe(stage))

  test('a cycle that is revoked or renewed is neither valid nor renewable from that day', () => {
    expect(calculateStage({ ...cycle, revokedOn: '2026-06-01' }, '2026-05-31')).toBe('active')
    expect(calculateStage({ ...cycle, revokedOn: '2026-06-01' }, '2026-06-01')).toBe('revoked')
    expect(calculateStage({ ...cycle, succeededOn: '2027-01-01' }, '2027-01-01')).toBe('renewed')
  })

  test('windows of zero length are skipped', () => {
    const bare: Cycle = { ...open, ...calculateDates('2026-01-01', '2026-12-31', none) }
    expect(calculateStage(bare, '2027-01-01')).toBe('lapsed')
    expect(findNextStageChange(bare, '2026-05-01')).toBe('2027-01-01')
    expect(findNextStageChange(bare, '2027-01-01')).toBeNull()
  })

  test('the day of the next change is the first day with another stage', () => {
    fc.assert(
      fc.property(rule, day, fc.integer({ min: -40, max: 4000 }), (licenseRule, from, offset) => {
        const tried: Cycle = { ...open, ...calculateFirstCycle(licenseRule, from) }
        const today = addDays(from, offset)
        const change = findNextStageChange(tried, today)
        const stage = calculateStage(tried, today)
        expect(change === null).toBe(stage === 'lapsed')
        if (change === null) return
        expect(calculateStage(tried, change)).not.toBe(stage)
        expect(calculateStage(tried, addDays(change, -1))).toBe(stage)
      }),
    )
  })

  test('stages follow their order and never return', () => {
    const order = ['coming', 'active', 'grace', 'late', 'dormant', 'lapsed']
    fc.assert(
      fc.property(rule, day, fc.array(fc.nat(4500), { minLength: 2 }), (licenseRule, from, offsets) => {
        const tried: Cycle = { ...open, ...calculateFirstCycle(licenseRule, from) }
        const places = offsets
          .toSorted((a, b) => a - b)
          .map((one) => order.indexOf(calculateStage(tried, addDays(from, one - 10))))
        expect(places).toEqual(places.toSorted((a, b) => a - b))
      }),
    )
  })

  test('a licence is never valid longer than its months, half a year and the grace days', () => {
    fc.assert(
      fc.property(rule, day, (licenseRule, from) => {
        const { validToOn, graceToOn } = calculateFirstCycle(licenseRule, from)
        const days = daysBetween(from, validToOn ?? from) + 1
        expect(days).toBeLessThanOrEqual(
          (licenseRule.validityMonths / 12) * 366 + (licenseRule.validToRule === 2 ? 184 : 0),
        )
        expect(daysBetween(validToOn ?? from, graceToOn ?? from)).toBe(licenseRule.graceDays)
        expect(isValidStage(calculateStage({ ...open, ...calculateFirstCycle(licenseRule, from) }, from))).toBe(true)
      }),
    )
  })
})

test.each([
  [91, null],
  [90, 90],
  [31, 90],
  [30, 30],
  [8, 30],
  [7, 7],
  [0, 7],
  [-1, null],
])('with %i days left the reminder of %s days is due', (daysLeft, due) => expect(findDueReminder(daysLeft)).toBe(due))
