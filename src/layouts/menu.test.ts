import { expect, test } from 'vitest'
import type { HeldRoles } from '#api/actor.ts'
import { features } from '#api/features.ts'
import { screens } from '#edge/screens.ts'
import { createMenu, findCurrentRow } from './menu.ts'

const personWith = (roles: HeldRoles) => ({ id: 42, roles })

test('the menu prints the own CV', () => {
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
