import { expect, test } from 'vitest'
import { parseUsersView } from '#api/office/mailings/view-filters.ts'
import { normalizeQuery } from '#api/office/saved-views/rules.ts'
import { getPlace, toUserFilter, usersUrl } from '#islands/users/users-url.ts'

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
