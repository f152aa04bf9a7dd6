import { expect, test } from 'vitest'
import type { HeldRoles } from '#api/actor.ts'
import { features } from '#api/features.ts'
import { goKeys } from './office-navigation.ts'
import { listPaletteTargets } from './palette-targets.ts'

const listFor = (roles: HeldRoles) => listPaletteTargets({ id: 7, roles }, features)
const hrefsFor = (roles: HeldRoles) => listFor(roles).map(({ href }) => href)

test('a superadministrator is offered actions, pages and settings, each address once', () => {
  const targets = listFor({ SuperAdministrator: {} })
  expect(new Set(targets.map(({ kind }) => kind))).toEqual(new Set(['action', 'page', 'setting']))
  const hrefs = targets.map(({ href }) => href)
  for (const href of [
    '/createeducation',
    '/betalningar',
    '/config',
    '/config?tab=look',
    '/outbox?tab=templates',
    '/profile',
  ])
    expect(hrefs).toContain(href)
  expect(new Set(hrefs.filter((href) => href !== '/config?tab=audit')).size).toBe(
    hrefs.filter((href) => href !== '/config?tab=audit').length,
  )
})

test('a learner is offered the pages of the menu, with no action and no page of the office', () => {
  const hrefs = hrefsFor({})
  for (const href of ['/', '/educations', '/calendar', '/profile', '/print/cv/7']) expect(hrefs).toContain(href)
  for (const href of ['/users', '/config', '/createeducation', '/myeducations', '/invoices'])
    expect(hrefs).not.toContain(href)
  expect(listFor({}).every(({ kind }) => kind === 'page')).toBe(true)
})

test('an educator and an administrator of a club are offered the pages of their own role', () => {
  expect(hrefsFor({ Educator: {} })).toContain('/myeducations')
  expect(hrefsFor({ Educator: {} })).not.toContain('/users')
  expect(hrefsFor({ OrganizationAdmin: {} })).toContain('/users')
  expect(hrefsFor({ OrganizationAdmin: {} })).not.toContain('/myeducations')
})

test('each letter opens one page', () => {
  expect(new Set(goKeys.values()).size).toBe(goKeys.size)
  expect([...goKeys.values()].every((key) => /^[a-z]$/.test(key))).toBe(true)
})
