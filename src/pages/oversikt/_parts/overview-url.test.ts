import { expect, test } from 'vitest'
import { clipMonth, overviewHref, parseOverviewSearch, toOverviewQuery } from './overview-url.ts'

const year = { from: '2025-06-16', to: '2026-06-15' }
const read = (text: string) => parseOverviewSearch(new URLSearchParams(text), year)
const nothing = {
  ...year,
  externalOnly: false,
  showCompletedParticipants: false,
  educationCategoryIds: [],
  organizationIds: [],
  withoutDistrict: false,
  withoutCategory: false,
  state: null,
  page: 1,
}

test('defaults to the last twelve months, and ignores invalid parameters', () => {
  expect(read('')).toEqual(nothing)
  expect(read('from=igår&to=2026-13-01&externalOnly=kanske&educationCategoryIds=x&state=alla&page=-1')).toEqual(nothing)
  expect(read('from=2026-03-31&to=2026-03-01')).toMatchObject({ from: '2026-03-01', to: '2026-03-31' })
})

test('parses its own URL, and includes the state of a figure only when asked for', () => {
  const search = {
    from: '2026-03-01',
    to: '2026-03-31',
    externalOnly: true,
    showCompletedParticipants: true,
    educationCategoryIds: [3, 4],
    organizationIds: [7],
    withoutDistrict: false,
    withoutCategory: true,
    page: 1,
    state: 'completed' as const,
  }
  const again = (address: string) => parseOverviewSearch(new URL(address, 'https://portal.test').searchParams, year)
  expect(again(overviewHref('/oversikt', search, { state: 'completed' }))).toEqual(search)
  expect(again(overviewHref('/oversikt', search))).toEqual({ ...search, state: null })
})

test('a switch that is off is not sent', () => {
  expect(toOverviewQuery(read('externalOnly=false'))).toEqual({ ...year, organizationIds: [] })
  expect(toOverviewQuery(read('externalOnly=1'))).toMatchObject({ externalOnly: true })
})

test('a month is limited to the days of the period', () => {
  expect(clipMonth('2026-02', year)).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(clipMonth('2025-06', year)).toEqual({ from: '2025-06-16', to: '2025-06-30' })
  expect(clipMonth('2026-06', year)).toEqual({ from: '2026-06-01', to: '2026-06-15' })
})
