import { expect, test } from 'vitest'
import { createDayConverter, findDistrict, toPeriod } from '#api/office/participations/rules.ts'
import { reportFileName, toReportTimes } from './rules.ts'

const now = new Date('2026-06-15T10:00:00Z')

test('a period is whole days in Sweden, for any time of day in the URL', () => {
  const moments = toReportTimes('2026-03-01', '2026-03-31')
  expect(moments).toEqual({ startDate: '2026-02-28T23:00:01.000Z', endDate: '2026-03-31T21:59:59.999Z' })
  const period = toPeriod(moments, now)
  expect(period.from.toISOString()).toBe('2026-02-28T23:00:00.000Z')
  expect(period.until.toISOString()).toBe('2026-03-31T21:59:59.999Z')
  expect(period).toEqual(toPeriod({ startDate: '2026-03-01', endDate: '2026-03-31' }, now))
  expect(reportFileName('Summary', period)).toBe('sammanstallning_2026-03-01_2026-03-31.xlsx')
})

test('defaults to the last twelve months', () => {
  const { fromOn, untilOn } = toPeriod({}, now)
  expect([fromOn, untilOn]).toEqual(['2025-06-15', '2026-06-15'])
})

test('the day of a moment is the day in Sweden, in summer and in winter', () => {
  const toDay = createDayConverter()
  expect(['2026-06-30T22:30:00.000Z', '2026-06-30T21:59:59.999Z', null].map(toDay)).toEqual([
    '2026-07-01',
    '2026-06-30',
    null,
  ])
  expect(toDay(new Date('2026-12-31T23:00:00Z'))).toBe('2027-01-01')
})

test('a club belongs to the district above it, and a district to itself', () => {
  const organizations = new Map([
    [1, { name: 'Förbundet', path: '/1/', type: 0 as const }],
    [7, { name: 'Norra', path: '/1/7/', type: 1 as const }],
    [42, { name: 'Klubben', path: '/1/7/42/', type: 2 as const }],
    [43, { name: 'Utan distrikt', path: '/1/43/', type: 2 as const }],
  ])
  expect([42, 7, 43, null, 99].map((id) => findDistrict(organizations, id))).toEqual([7, 7, null, null, null])
})
