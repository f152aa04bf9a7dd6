import { expect, test } from 'vitest'
import type { HeldRoles } from '#api/actor.ts'
import { findChangedRoles, getRoleReach, ownOrganizations, refuseChange, withoutRole, withRole } from './rules.ts'

const holder = (roles: HeldRoles, id = 1) => ({ id, roles })

test('an administrator gives and takes Educator and OrganizationAdmin, and nothing else', () => {
  const administrator = holder({ Administrator: {} })
  expect(refuseChange(administrator, 2, ['Educator', 'OrganizationAdmin'])).toBeNull()
  expect(refuseChange(administrator, 2, ['Administrator'])).toBe('not_allowed')
  expect(refuseChange(administrator, 2, ['Educator', 'SuperAdministrator'])).toBe('not_allowed')
  expect(refuseChange(holder({ SuperAdministrator: {} }), 2, ['SuperAdministrator', 'Administrator'])).toBeNull()
})

test('nobody adds roles to themselves, and only administrators add roles', () => {
  expect(refuseChange(holder({ Administrator: {} }), 1, ['Educator'])).toBe('own_roles')
  expect(refuseChange(holder({ Educator: {}, OrganizationAdmin: {} }), 2, ['Educator'])).toBe('not_allowed')
  expect(refuseChange(holder({}), 1, ['SuperAdministrator'])).toBe('not_allowed')
})

test('an administrator with a list assigns roles only within it', () => {
  expect(ownOrganizations(holder({ Administrator: { Organization: [2] } }))).toEqual([2])
  expect(ownOrganizations(holder({ Administrator: {} }))).toBeNull()
  expect(ownOrganizations(holder({ SuperAdministrator: {}, Administrator: { Organization: [2] } }))).toBeNull()
})

test('which people a role gives access to', () => {
  const nowhere = { everywhere: false, organizationIds: [] }
  expect(getRoleReach('OrganizationAdmin', { OrganizationAdmin: {} }, [20, 30])).toEqual({
    everywhere: false,
    organizationIds: [20, 30],
  })
  expect(
    getRoleReach('OrganizationAdmin', { OrganizationAdmin: { Organization: [20] } }, [30]).organizationIds,
  ).toEqual([20])
  expect(getRoleReach('Educator', { Educator: {} }, [20])).toEqual(nowhere)
  expect(getRoleReach('Educator', { Educator: { EducationCategory: [4] } }, [20]).everywhere).toBe(true)
  expect(getRoleReach('Educator', { Educator: { EducationRole: [4], Organization: [20] } }, [])).toEqual({
    everywhere: false,
    organizationIds: [20],
  })
  expect(getRoleReach('Administrator', { Administrator: {} }, []).everywhere).toBe(true)
  expect(getRoleReach('Educator', {}, [20])).toEqual(nowhere)
})

test('adding and removing roles leaves the others unchanged, and order makes no difference', () => {
  const roles: HeldRoles = { Educator: { EducationCategory: [1, 2] } }
  expect(withRole(roles, 'Educator')).toEqual(roles)
  expect(withRole(roles, 'Administrator')).toEqual({ ...roles, Administrator: {} })
  expect(withoutRole({ ...roles, Administrator: {} }, 'Educator')).toEqual({ Administrator: {} })
  expect(findChangedRoles(roles, { Educator: { EducationCategory: [2, 1], Organization: [] } })).toEqual([])
  expect(findChangedRoles(roles, { Educator: {}, OrganizationAdmin: {} })).toEqual(['Educator', 'OrganizationAdmin'])
})
