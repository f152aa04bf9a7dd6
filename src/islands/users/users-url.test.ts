import { expect, test } from 'vitest'
import {
  getPlace,
  listHiddenColumns,
  sortedHref,
  toExportFilter,
  toShownColumns,
  toUserFilter,
  type UserSearch,
  usersHref,
  usersUrl,
} from './users-url.ts'

const everybody: UserSearch = {
  text: '',
  role: '',
  organizationId: null,
  kind: '',
  educationId: null,
  occasionId: null,
  state: null,
  sort: 'name',
  descending: false,
  size: 50,
  dense: false,
  columns: [],
  page: 1,
}

test('parses and formats the search', () => {
  const search = { ...everybody, text: 'ås', role: 'Educator', organizationId: 7, kind: 'external', page: 3 } as const
  expect(usersUrl.parse(new URL(usersHref(search), 'http://x').searchParams)).toEqual(search)
  expect(usersHref(everybody)).toBe('/users')
  expect(toUserFilter(search)).toEqual({
    searchString: 'ås',
    roles: ['Educator'],
    organizationIds: [7],
    isExternal: true,
    sort: 'name',
    descending: false,
    page: 3,
    pageSize: 50,
  })
})

test('the page size and the density are in the URL, and unusual sizes are the default', () => {
  const search = { ...everybody, size: 100, dense: true } as const
  expect(usersHref(search)).toBe('/users?size=100&dense=1')
  expect(usersUrl.parse(new URLSearchParams('size=100&dense=1'))).toEqual(search)
  expect(toUserFilter(search)).toMatchObject({ pageSize: 100 })
  expect(usersUrl.parse(new URLSearchParams('size=7&dense=x'))).toEqual(everybody)
})

test('ignores invalid parameters', () => {
  const wild = new URLSearchParams('role=King&kind=x&organization=-1&page=0&state=9&sort=shoe')
  expect(usersUrl.parse(wild)).toEqual(everybody)
})

test('the state applies to the occasion, otherwise to the education, otherwise to nothing', () => {
  const there: UserSearch = { ...everybody, educationId: 5, occasionId: 9, state: 2 }
  expect(usersUrl.parse(new URL(usersHref(there), 'http://x').searchParams)).toEqual(there)
  expect(getPlace(there)).toEqual({ occasionId: 9, states: [2] })
  expect(getPlace({ ...there, occasionId: null })).toEqual({ educationId: 5, states: [2] })
  expect(getPlace({ ...everybody, state: 2 })).toBeNull()
})

test('a press on the current order reverses it', () => {
  expect(sortedHref(everybody, 'name')).toBe('/users?descending=1')
  const latest = sortedHref({ ...everybody, page: 4 }, 'lastLogin')
  expect(latest).toBe('/users?sort=lastLogin&descending=1')
  expect(sortedHref(usersUrl.parse(new URL(latest, 'http://x').searchParams), 'lastLogin')).toBe(
    '/users?sort=lastLogin',
  )
})

test('an export contains the search results, or all selected people regardless of a later search', () => {
  const search = { ...everybody, text: 'ås', role: 'Educator', educationId: 4, state: 2, page: 3 } as const
  expect(toExportFilter(search, null)).toEqual({
    searchString: 'ås',
    roles: ['Educator'],
    educationId: 4,
    states: [2],
  })
  expect(toExportFilter(search, [7])).toEqual({ educationId: 4 })
  expect(toExportFilter({ ...everybody, kind: 'inactive' }, [7])).toEqual({})
})

test('the columns are in the URL when they are others than those that are shown at first', () => {
  expect([...listHiddenColumns(everybody)]).toEqual(['phone', 'birthDate', 'idrottsId'])
  expect(toShownColumns(new Set(['phone', 'birthDate', 'idrottsId']))).toEqual([])
  const columns = toShownColumns(new Set(['organization', 'birthDate', 'idrottsId']))
  expect(columns).toEqual(['name', 'state', 'roles', 'phone', 'lastLogin'])
  expect([...listHiddenColumns({ ...everybody, columns })]).toEqual(['organization', 'birthDate', 'idrottsId'])
  expect(usersHref({ ...everybody, columns: ['name', 'phone'] })).toBe('/users?columns=name&columns=phone')
})
