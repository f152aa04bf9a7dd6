import { expect, test } from 'vitest'
import type { HeldRoles } from '#api/actor.ts'
import { changesOnlyContactFields, hasSameOrHigherRole, mayEdit } from './access.ts'

const holder = (roles: HeldRoles, id = 1) => ({ id, roles })
const learner = holder({}, 2)

test('an organisation administrator edits members without a higher role', () => {
  const orgadmin = holder({ OrganizationAdmin: {} })
  expect(mayEdit(orgadmin, learner, true)).toBe(true)
  expect(mayEdit(orgadmin, learner, false)).toBe(false)
  expect(mayEdit(orgadmin, holder({ OrganizationAdmin: {} }, 2), true)).toBe(true)
  expect(mayEdit(orgadmin, holder({ Educator: {} }, 2), true)).toBe(false)
  expect(mayEdit(orgadmin, holder({ Administrator: {} }, 2), true)).toBe(false)
  expect(mayEdit(orgadmin, holder({ SuperAdministrator: {} }, 2), true)).toBe(false)
})

test('an administrator edits everybody except superadministrators', () => {
  expect(hasSameOrHigherRole(holder({ Administrator: {} }), holder({ Educator: {} }, 2))).toBe(true)
  expect(hasSameOrHigherRole(holder({ Administrator: {} }), holder({ SuperAdministrator: {} }, 2))).toBe(false)
  expect(hasSameOrHigherRole(holder({ SuperAdministrator: {} }), holder({ SuperAdministrator: {} }, 2))).toBe(true)
})

test('everybody edits their own contact details and language only', () => {
  expect(mayEdit(learner, learner, false)).toBe(true)
  expect(changesOnlyContactFields({ email: 'ny@example.se', phone: null, language: 'en' })).toBe(true)
  expect(changesOnlyContactFields({ lastName: 'Ny' })).toBe(false)
  expect(changesOnlyContactFields({ birthDate: null })).toBe(false)
})
