import { describe, expect, test } from 'vitest'
import type { HeldCycle } from '../issuing/rules.ts'
import { assessPerson, listReasons, worstState } from './rules.ts'

const dayOn = '2026-06-01'

const cycle = (overrides: Partial<HeldCycle> = {}): HeldCycle => ({
  id: 1,
  licenseId: 7,
  cycleNumber: 1,
  basis: 'earned',
  isWithdrawn: false,
  decidedOn: '2026-01-01',
  validFromOn: '2026-01-01',
  validToOn: '2026-12-31',
  graceToOn: '2026-12-31',
  lateToOn: '2026-12-31',
  dormantToOn: '2026-12-31',
  succeededOn: null,
  revokedOn: null,
  ...overrides,
})

const assess = (cycles: HeldCycle[], goalIds: number[] = [], licenseId: number | null = null) =>
  assessPerson({ dayOn, cycles: Map.groupBy(cycles, (one) => one.licenseId) }, { goalIds, licenseId })

const ending = (validToOn: string, graceToOn = validToOn, lateToOn = graceToOn) =>
  cycle({ validToOn, graceToOn, lateToOn, dormantToOn: lateToOn })

describe('a licence', () => {
  test.each([
    ['is valid until its last day', cycle(), 'valid', '2026-12-31'],
    ['is valid without end', cycle({ validToOn: null, graceToOn: null }), 'valid', null],
    ['is valid for 61 days', ending('2026-08-01'), 'valid', '2026-08-01'],
    ['runs out within 60 days', ending('2026-07-31'), 'expires', '2026-07-31'],
    ['runs out today', ending('2026-06-01'), 'expires', '2026-06-01'],
    ['is in its days of grace', ending('2026-05-20', '2026-06-10'), 'grace', '2026-06-10'],
    ['has run out and can be renewed', ending('2026-05-20', '2026-05-20', '2026-09-01'), 'expired', '2026-05-20'],
    ['begins later', cycle({ validFromOn: '2026-06-02' }), 'coming', '2026-06-02'],
    ['has lapsed', ending('2026-05-20'), 'lapsed', '2026-05-20'],
    ['was revoked', cycle({ revokedOn: '2026-05-02' }), 'revoked', '2026-05-02'],
  ])('%s', (_title, licenseCycle, reason, on) => {
    expect(assess([licenseCycle])).toEqual([{ licenseId: 7, reason, on }])
  })

  test('that is renewed lasts as long as its next cycle', () => {
    const next = cycle({ id: 2, cycleNumber: 2, validFromOn: '2026-07-01', validToOn: '2027-06-30' })
    const present = { ...ending('2026-06-30'), succeededOn: '2026-07-01' }
    expect(assess([present, next])).toEqual([{ licenseId: 7, reason: 'valid', on: '2027-06-30' }])
  })

  test('that was withdrawn counts as never issued', () => {
    expect(assess([cycle({ revokedOn: '2026-05-02', isWithdrawn: true })])).toEqual([
      { licenseId: null, reason: 'none', on: null },
    ])
  })
})

describe('a person', () => {
  const lapsed = { ...ending('2020-01-01'), id: 2, licenseId: 8 }

  test('without any licence lacks one', () => {
    expect(assess([])).toEqual([{ licenseId: null, reason: 'none', on: null }])
  })

  test('with a goal lacks its licence', () => {
    expect(assess([], [9])).toEqual([{ licenseId: 9, reason: 'missing', on: null }])
  })

  test('is not blamed for a lapsed licence beside a valid one, unless it is a goal', () => {
    expect(assess([cycle(), lapsed]).map(({ licenseId }) => licenseId)).toEqual([7])
    expect(assess([cycle(), lapsed], [8]).map(({ reason }) => reason)).toEqual(['valid', 'lapsed'])
  })

  test('is assessed by one licence alone when it is chosen', () => {
    expect(assess([cycle(), lapsed], [9], 10)).toEqual([{ licenseId: 10, reason: 'missing', on: null }])
  })

  test('has the worst state of all licences, for its reasons alone', () => {
    const standings = assess([cycle(), { ...ending('2026-06-10'), id: 3, licenseId: 9 }])
    expect(worstState(standings)).toBe('expiring')
    expect(listReasons(standings).map(({ licenseId }) => licenseId)).toEqual([9])
    expect(worstState([...standings, { licenseId: 1, reason: 'expired', on: null }])).toBe('lacking')
    expect(listReasons(assess([cycle()]))).toHaveLength(1)
  })
})
