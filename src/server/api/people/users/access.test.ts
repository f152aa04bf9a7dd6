import { expect, test } from 'vitest'
import type { HeldRoles } from '#api/actor.ts'
import { changesOnlyContactFields, hasSameOrHigherRole, mayEdit, mayManageAccount } from './access.ts'

const holder = (roles: HeldRoles, id = 1) => ({ id, roles, organizations: {} })
const person = (roles: HeldRoles, found: { isAdministered?: boolean; organizationIdsBeyond?: number[] } = {}) => ({
  ...holder(roles, 2),
  isAdministered: true,
  organizationIdsBeyond: [],
  ...found,
})
const learner = person({})

test('an organisation administrator edits members without a higher role', () => {
  const orgadmin = holder({ OrganizationAdmin: {} })
  expect(mayEdit(orgadmin, learner)).toBe(true)
  expect(mayEdit(orgadmin, person({}, { isAdministered: false }))).toBe(false)
  expect(mayEdit(orgadmin, person({ OrganizationAdmin: {} }))).toBe(true)
  expect(mayEdit(orgadmin, person({ Educator: {} }))).toBe(false)
  expect(mayEdit(orgadmin, person({ Administrator: {} }))).toBe(false)
  expect(mayEdit(orgadmin, person({ SuperAdministrator: {} }))).toBe(false)
})

test('an administrator edits everybody except superadministrators', () => {
  expect(hasSameOrHigherRole(holder({ Administrator: {} }), holder({ Educator: {} }, 2))).toBe(true)
  expect(hasSameOrHigherRole(holder({ Administrator: {} }), holder({ SuperAdministrator: {} }, 2))).toBe(false)
  expect(hasSameOrHigherRole(holder({ SuperAdministrator: {} }), holder({ SuperAdministrator: {} }, 2))).toBe(true)
})

test('an administrator of a branch changes no account of a person who administers anything outside it', () => {
  const district = holder({ Administrator: { Organization: [2] } })
  const everywhere = holder({ Administrator: {} })
  expect(mayManageAccount(district, person({ Administrator: {} }))).toBe(false)
  expect(mayManageAccount(everywhere, person({ Administrator: {} }))).toBe(true)
  expect(mayManageAccount(district, person({ Administrator: { Organization: [2] } }))).toBe(true)
  const two = { Organization: [20, 30] }
  const found = { organizationIdsBeyond: [30] }
  for (const role of ['Administrator', 'OrganizationAdmin'] as const) {
    expect(mayManageAccount(district, person({ [role]: two }, found))).toBe(false)
    expect(mayManageAccount(district, person({ [role]: two }))).toBe(true)
    expect(mayManageAccount(everywhere, person({ [role]: two }, found))).toBe(true)
  }
  const follower = { ...person({ OrganizationAdmin: {} }, found), organizations: { '20': 'Åre MK', '30': 'Ystad MK' } }
  expect(mayManageAccount(district, follower)).toBe(false)
  // A membership outside the branch gives a member without a role no access.
  expect(mayManageAccount(district, { ...follower, roles: {} })).toBe(true)
})

test('everybody edits their own contact details and language only', () => {
  expect(mayEdit(learner, person({}, { isAdministered: false }))).toBe(true)
  expect(changesOnlyContactFields({ email: 'ny@example.se', phone: null, language: 'en' })).toBe(true)
  expect(changesOnlyContactFields({ lastName: 'Ny' })).toBe(false)
  expect(changesOnlyContactFields({ birthDate: null })).toBe(false)
})
