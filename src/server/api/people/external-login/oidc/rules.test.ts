import { expect, test } from 'vitest'
import {
  isMultiFactor,
  isOfHostedDomain,
  isUsableIssuer,
  listLackedRoles,
  listMappedRoles,
  mapGroups,
  parseGroupRoles,
  planGroupRoles,
  readGroups,
  readOidcSettings,
  readRoleDays,
  readVerifiedEmail,
} from './rules.ts'

const whole = { OIDC_ISSUER: 'https://id.example/t', OIDC_CLIENT_ID: 'portal', OIDC_CLIENT_SECRET: 'secret' }

test('a provider needs issuer, client id and secret, and a mapping that can be read', () => {
  expect(readOidcSettings(whole)).toMatchObject({ label: 'id.example', scopes: 'openid email profile' })
  for (const name of Object.keys(whole)) expect(readOidcSettings({ ...whole, [name]: '' })).toBeNull()
  expect(readOidcSettings({ ...whole, OIDC_ISSUER: 'http://id.example' })).toBeNull()
  expect(readOidcSettings({ ...whole, OIDC_GROUP_ROLES: 'office=Chief' })).toBeNull()
})

test('an issuer is called by https, or on this machine', () => {
  expect(['https://a.example', 'http://127.0.0.1:9/x', 'http://localhost'].map(isUsableIssuer)).toEqual([
    true,
    true,
    true,
  ])
  expect(['http://a.example', 'ftp://a.example', 'https://a.example?x=1', 'x'].map(isUsableIssuer)).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('an issuer of Entra that admits every tenant is refused', () => {
  const issuers = ['common', 'organizations', 'consumers', 'COMMON'].map(
    (tenant) => `https://login.microsoftonline.com/${tenant}/v2.0`,
  )
  expect(issuers.map(isUsableIssuer)).toEqual([false, false, false, false])
  expect(isUsableIssuer('https://login.microsoftonline.com/c0ffee00-0000-0000-0000-000000000000/v2.0')).toBe(true)
})

test('the hosted domain is compared when one is set', () => {
  const settings = readOidcSettings({ ...whole, OIDC_HOSTED_DOMAIN: 'Forbund.example' })
  if (!settings) throw new Error('the settings are whole')
  expect(
    [{ hd: 'forbund.example' }, { hd: 'other.example' }, {}].map((claims) => isOfHostedDomain(settings, claims)),
  ).toEqual([true, false, false])
  expect(isOfHostedDomain({ hostedDomain: null }, {})).toBe(true)
})

test('roles of groups are confirmed for thirty days, unless another number is set', () => {
  expect(
    ['7', '', '0', '-1', 'x', '1.5', undefined].map((days) =>
      readRoleDays({ ...(days !== undefined && { OIDC_ROLE_DAYS: days }) }),
    ),
  ).toEqual([7, 30, 30, 30, 30, 30, 30])
  expect(listMappedRoles({ OIDC_GROUP_ROLES: 'a=Educator;b=Educator' })).toEqual(['Educator'])
  expect([listMappedRoles({}), listMappedRoles({ OIDC_GROUP_ROLES: 'a' })]).toEqual([[], null])
})

test('groups are mapped to roles, several to one and one to several', () => {
  const groupRoles = parseGroupRoles('cn=office,o=x=Administrator; staff=Educator;staff=Administrator;')
  expect(groupRoles && mapGroups({ groupRoles }, ['staff', 'cn=office,o=x', 'other'])).toEqual([
    'Administrator',
    'Educator',
  ])
  expect(['office', '=Administrator', 'office='].map(parseGroupRoles)).toEqual([null, null, null])
})

test('an absent claim is no groups, and overage or another form is unknown', () => {
  expect(
    [{}, { groups: [] }, { groups: 'a' }, { groups: ['a', 'b'] }].map((claims) => readGroups(claims, 'groups')),
  ).toEqual([[], [], ['a'], ['a', 'b']])
  const unknown = [{ _claim_names: { groups: 'src1' } }, { hasgroups: 'true' }, { groups: [1] }, { groups: { a: 1 } }]
  expect(unknown.map((claims) => readGroups(claims, 'groups'))).toEqual([null, null, null, null])
})

test('a role is lacked when it is mapped and the groups are listed without one that gives it', () => {
  const groupRoles = parseGroupRoles('office=Administrator;chiefs=Administrator;teachers=Educator')
  if (!groupRoles) throw new Error('the mapping can be read')
  const lacked = (claims: object) => listLackedRoles({ groupRoles, groupsClaim: 'groups' }, { ...claims })
  expect([lacked({ groups: [] }), lacked({ groups: 'teachers' }), lacked({ groups: ['chiefs', 'x'] })]).toEqual([
    ['Administrator', 'Educator'],
    ['Administrator'],
    ['Educator'],
  ])
  const unknown = [{}, { groups: [1] }, { groups: [], hasgroups: true }]
  expect(unknown.map(lacked)).toEqual([[], [], []])
})

test('only a verified address counts', () => {
  const email = 'a@b.example'
  const entra = 'https://login.microsoftonline.com/tenant/v2.0'
  const read = (more: object, issuer = 'https://id.example') => readVerifiedEmail({ email, ...more }, issuer)
  expect([read({ email_verified: true }), read({ xms_edov: '1' }, entra)]).toEqual([email, email])
  const others = [{}, { email_verified: false, xms_edov: true }, { email_verified: 'yes' }]
  expect(others.map((more) => read(more, entra))).toEqual([null, null, null])
  expect(read({ xms_edov: true })).toBeNull()
})

test('several factors are those that the provider names', () => {
  expect([{ amr: ['pwd', 'mfa'] }, { acr: 'https://refeds.org/profile/mfa' }].map(isMultiFactor)).toEqual([true, true])
  expect([{}, { amr: ['pwd'] }, { amr: 'mfa' }, { acr: '1' }].map(isMultiFactor)).toEqual([false, false, false, false])
})

test('roles given by hand are neither added nor removed', () => {
  const plan = planGroupRoles({
    held: ['Educator', 'Administrator'],
    given: ['Administrator'],
    mapped: ['Educator', 'OrganizationAdmin', 'SuperAdministrator'],
    withheld: ['SuperAdministrator'],
  })
  expect(plan).toEqual({ added: ['OrganizationAdmin'], removed: ['Administrator'] })
})
