import { describe, expect, test } from 'vitest'
import type { HeldRoles } from '#api/actor.ts'
import { features } from '#api/features.ts'
import { screens } from '#edge/screens.ts'
import { currentRow, menuFor } from './menu.ts'

const personWith = (roles: HeldRoles) => ({ id: 42, roles })
const labels = (roles: HeldRoles, on: typeof features | [] = features) => {
  const { main, account, administration } = menuFor(screens, personWith(roles), on)
  return [main, account, administration].map((rows) => rows.map(({ label }) => label.replace('menu.', '')))
}

const everyone = ['dashboard', 'profile', 'calendar', 'media', 'cv', 'educations']
const account = ['gdpr', 'changePassword']

describe('the slide-in menu', () => {
  test('of a learner has no administration', () => {
    expect(labels({})).toEqual([everyone, account, []])
  })

  test('of an educator leads to the own educations and the submissions', () => {
    expect(labels({ Educator: {} })).toEqual([everyone, account, ['myEducations', 'submissions']])
  })

  test('of an administrator leads to the users as well', () => {
    expect(labels({ Administrator: {} })).toEqual([everyone, account, ['myEducations', 'users', 'submissions']])
  })

  test('of an organisation administrator leads to the users alone', () => {
    expect(labels({ OrganizationAdmin: {} })).toEqual([everyone, account, ['users']])
  })

  test('of a superadministrator has every row', () => {
    const administration =
      'myEducations newEducation newLicense invoices users createExternalUser importResults overview submissions configuration'
    expect(labels({ SuperAdministrator: {} })).toEqual([[...everyone, 'licenses'], account, administration.split(' ')])
  })

  test('has no licences while the licence feature is off', () => {
    const [main, , administration] = labels({ SuperAdministrator: {} }, [])
    expect(main).toEqual(everyone)
    expect(administration).not.toContain('newLicense')
  })

  test('prints the own CV', () => {
    expect(menuFor(screens, personWith({}), []).main.find(({ label }) => label === 'menu.cv')?.href).toBe(
      '/print/cv/42',
    )
  })
})

test.each([
  ['/', '/'],
  ['/educations', '/educations'],
  ['/licenses/create', '/licenses/create'],
  ['/oversikt/utbildning/3', '/oversikt'],
  ['/skapaexternanv%C3%A4ndare', '/skapaexternanvändare'],
  ['/search', undefined],
])('the page %s belongs to the row %s', (path, href) => {
  expect(currentRow(menuFor(screens, personWith({ SuperAdministrator: {} }), features), path)).toBe(href)
})
