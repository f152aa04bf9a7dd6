import { expect, test } from 'vitest'
import { maxItems, parseWindow, splitIntoDays } from './rules.ts'

const now = new Date('2026-03-10T12:00:00.000Z')
const iso = (window: ReturnType<typeof parseWindow>) => window && [window.from.toISOString(), window.to.toISOString()]

test('a window without dates is from now to a month ahead, in Swedish time', () => {
  expect(iso(parseWindow({}, now))).toEqual(['2026-03-10T12:00:00.000Z', '2026-04-10T11:00:00.000Z'])
  expect(iso(parseWindow({}, new Date('2026-01-31T12:00:00.000Z')))?.[1]).toBe('2026-02-28T12:00:00.000Z')
})

test('days are whole days in Sweden, also the two when the clocks change', () => {
  const spring = parseWindow({ startDate: '2026-03-29', endDate: '2026-03-29' }, now)
  expect(iso(spring)).toEqual(['2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'])
  const autumn = parseWindow({ startDate: '2026-10-25', endDate: '2026-10-25' }, now)
  expect(iso(autumn)).toEqual(['2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'])
})

test('accepts exact times, and a start without an end lasts a month', () => {
  const query = { startDate: '2026-05-01T10:00:00.000Z' }
  expect(iso(parseWindow(query, now))).toEqual(['2026-05-01T10:00:00.000Z', '2026-06-01T10:00:00.000Z'])
})

test('an end before the start is refused', () => {
  expect(parseWindow({ startDate: '2026-05-02', endDate: '2026-05-01' }, now)).toBeNull()
})

test('the limit is 100 items, or 2,000 on request', () => {
  expect([maxItems(true), maxItems(false)]).toEqual([100, 2000])
})

test('the days of a window are whole except at its ends, also when the clocks change', () => {
  const window = { from: new Date('2026-10-24T10:00:00.000Z'), to: new Date('2026-10-26T08:00:00.000Z') }
  expect(splitIntoDays(window).map(iso)).toEqual([
    ['2026-10-24T10:00:00.000Z', '2026-10-24T21:59:59.999Z'],
    ['2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    ['2026-10-25T23:00:00.000Z', '2026-10-26T08:00:00.000Z'],
  ])
  expect(splitIntoDays({ ...window, to: new Date('2030-01-01T00:00:00.000Z') })).toHaveLength(62)
})
