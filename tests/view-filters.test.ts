import { expect, test } from 'vitest'
import { parseOverviewView, parseParticipationsView } from '#api/office/mailings/overview-view.ts'
import { parseUsersView } from '#api/office/mailings/view-filters.ts'
import { normalizeQuery } from '#api/office/saved-views/rules.ts'
import { getPlace, toUserFilter, usersUrl } from '#islands/users/users-url.ts'
import {
  parseOverviewSearch,
  parseParticipationFilter,
  toCategoryQuery,
  toOverviewQuery,
} from '../src/pages/oversikt/_parts/overview-url.ts'

const queries = [
  '',
  'text=anna+b&role=Educator&organization=20&kind=member&sort=lastLogin&descending=&page=3',
  'kind=external',
  'kind=inactive&role=Unknown&organization=x',
  'education=7&state=2',
  'education=7&occasion=48',
  'occasion=48&state=9',
  'state=1',
]

test.each(queries)('a mailing reads the view as the list of users does: %s', (query) => {
  const stored = normalizeQuery('users', query)
  const search = usersUrl.parse(new URL(`http://portal.test/users?${stored}`))
  const { page: _, pageSize: __, sort: ___, descending: ____, ...filter } = toUserFilter(search)
  expect(parseUsersView(stored, true)).toEqual({ ...filter, ...getPlace(search) })
  expect(parseUsersView(stored, false)).toEqual(filter)
})

const now = new Date('2026-11-29T12:00:00Z')
const year = { from: '2025-11-29', to: '2026-11-29' }

const overviewQueries = [
  '',
  'from=2026-05-01&to=2026-01-01&externalOnly=true&page=4',
  'from=2026-02-30&withoutDistrict=true&withoutCategory=1',
  'organizationIds=20&organizationIds=2&organizationIds=20&organizationIds=x&educationCategoryIds=3',
  'state=completed&under25=true&clubId=0&educationId=7&month=2026-05',
  'state=unknown&clubId=x&educationId=0&month=2026-13',
]

const flags = { externalOnly: false, withoutDistrict: false, withoutCategory: false }

test.each(overviewQueries)('a mailing reads the view as the overview does: %s', (query) => {
  const search = parseOverviewSearch(new URLSearchParams(normalizeQuery('overview', query)), year)
  const slice = { ...flags, ...toOverviewQuery(search), ...toCategoryQuery(search) }
  expect(parseOverviewView(normalizeQuery('overview', query), now)).toEqual({ ...slice, state: null })
  const choice = parseParticipationFilter(new URLSearchParams(query))
  const stored = normalizeQuery('participations', query)
  expect(parseParticipationsView(stored, now)).toEqual({ ...slice, under25: false, ...choice })
})

test('a view of the hours is of those who have completed', () => {
  expect(parseOverviewView('tab=hours', now).state).toBe('completed')
})
