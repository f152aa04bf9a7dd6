import { expect, test } from 'vitest'
import { parseHoldersView } from '#api/office/mailings/view-filters.ts'
import {
  parseLicenseFilter,
  parseOccasionFilter,
  parseSubmissionFilter,
  parseUserFilter,
} from '#api/office/report-schedules/parse-filters.ts'
import { submissionsUrl, toSubmissionFilter } from '../submissions/submissions-url.ts'
import { getPlace, toUserFilter, usersUrl } from '../users/users-url.ts'
import { parseOccasionSearch, toOccasionQuery } from '../worklist/occasions-url.ts'

const today = '2026-03-14'

/** Removes what a count does not depend on: the page and the order. */
const withoutPlace = (filter: object) =>
  Object.fromEntries(
    Object.entries(filter).filter(([name]) => !['page', 'pageSize', 'sort', 'descending'].includes(name)),
  )

test.each([
  '',
  'text=Å%20a&role=Educator&organization=20&kind=member',
  'kind=inactive&role=Nobody&organization=x',
  'kind=external&education=7&state=2',
  'education=7&occasion=8&state=0',
  'state=3',
])('a count of people has the filter of the page: %s', (text) => {
  const search = usersUrl.parse(new URLSearchParams(text))
  const place = getPlace(search)
  expect(parseUserFilter(new URLSearchParams(text), true)).toEqual(
    withoutPlace({ ...toUserFilter(search), ...(place ?? {}) }),
  )
  const withoutProgress = toUserFilter({ ...search, educationId: null, occasionId: null, state: null })
  expect(parseUserFilter(new URLSearchParams(text), false)).toEqual(withoutPlace(withoutProgress))
})

test.each([
  '',
  'startDate=&endDate=2026-12-31',
  'startDate=2026-02-31&city=Å&responsibleId=4',
  'startDate=2026-01-01&educationId=3&educationPartId=9',
  'educationPartId=9',
])('a count of occasions has the filter of the page: %s', (text) => {
  const parameters = new URLSearchParams(text)
  expect(withoutPlace(parseOccasionFilter(parameters, today))).toEqual(
    withoutPlace(toOccasionQuery(parseOccasionSearch(parameters, today))),
  )
})

test.each([
  '',
  'view=mine&unassigned=1',
  'view=decided&text=%20Anna%20&education=3&part=4&newest=1',
  'view=other&unassigned=',
  'view=all',
])('a count of submissions has the filter of the page: %s', (text) => {
  const parameters = new URLSearchParams(text)
  expect(withoutPlace(parseSubmissionFilter(parameters, 5))).toEqual(
    withoutPlace(toSubmissionFilter(submissionsUrl.parse(parameters), 5)),
  )
})

test.each([
  ['search=Anna&licenseId=2&validOn=2026-01-01', { searchString: 'Anna', licenseIds: [2], validOn: '2026-01-01' }],
  ['licenseId=x&validOn=soon', { searchString: '', licenseIds: [], validOn: null }],
  ['licenseId=1e3&validOn=2026-02-31', { searchString: '', licenseIds: [], validOn: null }],
  [
    'organization=20&endsFrom=2026-12-31&endsTo=2026-01-01&stage=grace',
    {
      searchString: '',
      licenseIds: [],
      validOn: null,
      organizationIds: [20],
      endsFrom: '2026-01-01',
      endsTo: '2026-12-31',
      stages: ['grace'],
    },
  ],
  ['organization=x&endsFrom=soon&stage=old', { searchString: '', licenseIds: [], validOn: null }],
  ['licenseId=-4', { searchString: '', licenseIds: [], validOn: null }],
  ['search=%20Anna%20', { searchString: 'Anna', licenseIds: [], validOn: null }],
  [`search=${'a'.repeat(120)}`, { searchString: 'a'.repeat(100), licenseIds: [], validOn: null }],
])('counts and mailings of licences have the words, the licence and the day of the page: %s', (text, filter) => {
  expect(parseLicenseFilter(new URLSearchParams(text))).toMatchObject(filter)
  const others = { organizationIds: [], endsFrom: null, endsTo: null, stages: [] }
  expect(parseHoldersView(text)).toEqual({ ...others, ...filter })
})
