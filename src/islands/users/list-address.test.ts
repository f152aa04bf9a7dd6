import { expect, test } from 'vitest'
import { addressOf, filterOf, searchOf } from './list-address.ts'

test('what is looked for stands in the address and comes back from it', () => {
  const search = { text: 'ås', role: 'Educator', organizationId: 7, kind: 'external', page: 3 } as const
  expect(searchOf(new URL(addressOf(search), 'http://x').searchParams)).toEqual(search)
  expect(addressOf({ text: '', role: '', organizationId: null, kind: '', page: 1 })).toBe('/users')
  expect(filterOf(search)).toEqual({
    searchString: 'ås',
    roles: ['Educator'],
    organizationIds: [7],
    isExternal: true,
    page: 3,
    pageSize: 50,
  })
})

test('an address that somebody has written by hand asks for nothing that there is not', () => {
  const wild = new URLSearchParams('role=King&kind=x&organization=-1&page=0')
  expect(searchOf(wild)).toEqual({ text: '', role: '', organizationId: null, kind: '', page: 1 })
})
