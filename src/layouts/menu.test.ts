import { expect, test } from 'vitest'
import type { HeldRoles } from '#api/actor.ts'
import { features } from '#api/features.ts'
import { screens } from '#screens/screens.ts'
import { createMenu, findCurrentRow, toHeaderRows } from './menu.ts'

const personWith = (roles: HeldRoles) => ({ id: 42, roles })

test('the menu prints the reader’s CV', () => {
  expect(createMenu(screens, personWith({}), []).main.find(({ label }) => label === 'menu.cv')?.href).toBe(
    '/print/cv/42',
  )
})

test.each([
  ['/', '/'],
  ['/educations', '/educations'],
  ['/licenses/create', '/licenses/create'],
  ['/oversikt/utbildning/3', '/oversikt'],
  ['/skapaexternanv%C3%A4ndare', '/skapaexternanvändare'],
  ['/search', undefined],
])('the page %s belongs to the row %s', (path, href) => {
  expect(findCurrentRow(createMenu(screens, personWith({ SuperAdministrator: {} }), features), path)).toBe(href)
})

test('the header has the most used pages that the person may open', () => {
  const hrefs = (roles: HeldRoles) =>
    toHeaderRows(createMenu(screens, personWith(roles), features)).map(({ href }) => href)
  expect(hrefs({})).toEqual(['/', '/educations', '/calendar', '/media'])
  expect(hrefs({ SuperAdministrator: {} })).toEqual(['/', '/educations', '/calendar', '/media', '/myeducations'])
})
