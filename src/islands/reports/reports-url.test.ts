import { expect, test } from 'vitest'
import { toReportQuery } from './report-query.ts'
import { reportsUrl, validateDays } from './reports-url.ts'

const year = { startDate: '2025-06-15', endDate: '2026-06-15' }
const read = (text: string) => reportsUrl.parse(new URLSearchParams(text), year)

test('parses its own URL, and ignores invalid parameters', () => {
  const search = {
    startDate: '2026-03-01',
    endDate: '2026-03-31',
    searchString: 'bana & depå',
    categoryIds: [3, 4],
    educationRoleIds: [],
    organizationIds: [7],
  }
  expect(reportsUrl.parse(new URL(reportsUrl.href(search), 'https://portal.test').searchParams, year)).toEqual(search)
  expect(read('startDate=igår&endDate=2026-13-40&categoryIds=x&categoryIds=4&categoryIds=4')).toEqual({
    startDate: '2025-06-15',
    endDate: '2026-06-15',
    searchString: '',
    categoryIds: [4],
    educationRoleIds: [],
    organizationIds: [],
  })
})

test('the call’s period is from one second past the first midnight to the end of the last day', () => {
  expect(toReportQuery(read('startDate=2026-03-01&endDate=2026-03-31'))).toMatchObject({
    startDate: '2026-02-28T23:00:01.000Z',
    endDate: '2026-03-31T21:59:59.999Z',
  })
})

test('a period requires two days in order', () => {
  expect(validateDays(read('startDate=2026-03-01&endDate=2026-03-01'))).toEqual({})
  expect(validateDays(read('startDate=2026-03-02&endDate=2026-03-01'))).toEqual({ endDate: 'badPeriod' })
  expect(validateDays({ ...read(''), startDate: '' })).toEqual({ startDate: 'missingDay' })
  expect(validateDays({ ...read(''), endDate: '' })).toEqual({ endDate: 'missingDay' })
})
