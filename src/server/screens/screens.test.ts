import { expect, test } from 'vitest'
import type { HeldRoles } from '#api/actor.ts'
import { features } from '#api/features.ts'
import { accessMatrix, type Visitor, visitors } from '#story/access-matrix.ts'
import { decideAccess, findScreen, type GuardedPerson, isInvalidPath, screens, toCanonicalPath } from './screens.ts'

const person = (roles: HeldRoles, passwordExpiryDate: Date | null = null): GuardedPerson => ({
  roles,
  passwordExpiryDate,
})

const people: Record<Visitor, GuardedPerson | null> = {
  visitor: null,
  learner: person({}),
  educator: person({ Educator: {} }),
  administrator: person({ Administrator: {} }),
  superadministrator: person({ SuperAdministrator: {} }),
  'organisation administrator': person({ OrganizationAdmin: {} }),
  'external user': person({}),
}

const cases = accessMatrix.flatMap(({ path, address, outcomes }) =>
  visitors.map((visitor) => ({ path, address, visitor, expected: outcomes[visitor] })),
)

test('the matrix has every path of the route table and one unknown path', () => {
  expect(accessMatrix).toHaveLength(100)
  const addresses = screens.map(({ path }) => path)
  expect(
    accessMatrix
      .map(({ path }) => path)
      .filter((path) => path !== '/any/other/path')
      .sort(),
  ).toEqual([...addresses].sort())
})

test.each(cases)('$visitor at $path', ({ address, visitor, expected }) => {
  expect(decideAccess(findScreen(address), people[visitor], features)).toBe(expected)
})

test.each(accessMatrix)('a person who must change the password, at $path', ({ path, outcomes, address }) => {
  const superadministrator = person({ SuperAdministrator: {} }, new Date('2026-03-14'))
  const isPublic = outcomes.visitor === 'allow'
  const expected = isPublic || path === '/changepassword' ? 'allow' : 'change-password'
  expect(decideAccess(findScreen(address), superadministrator, features)).toBe(expected)
})

test.each(accessMatrix)('a person who has not taken the second step, at $path', ({ path, outcomes, address }) => {
  for (const awaits of ['second-factor', 'factor-setup'] as const) {
    const waiting = { ...person({ SuperAdministrator: {} }, new Date('2026-03-14')), awaits }
    const isOpen = outcomes.visitor === 'allow' || path === '/login/secondfactor'
    expect(decideAccess(findScreen(address), waiting, features)).toBe(isOpen ? 'allow' : 'second-factor')
  }
})

test.each([
  '/licenses',
  '/license/7',
  '/license/7/manage',
  '/licenses/create',
  '/education/managePracticalDriverExam/7',
])('the address %s is not found while its feature is off, for people who may open it', (address) => {
  expect(decideAccess(findScreen(address), person({ SuperAdministrator: {} }), [])).toBe('not-found')
  expect(decideAccess(findScreen(address), person({}), [])).toBe('dashboard')
  expect(decideAccess(findScreen(address), null, [])).toBe('login')
})

test.each([
  ['/EDUCATION/7/ManageEducationParts/', '/education/{educationId}/manageEducationParts'],
  ['/education/manageOccasion/manage', '/education/manageOccasion/{occasionId}'],
  ['/education/ManagePracticalDriverExam/media', '/education/managePracticalDriverExam/{practicalDriverExamId}'],
  ['/print/cv/7/', '/print/cv/{userId}'],
  ['/skapaexternanv%C3%A4ndare', '/skapaexternanvändare'],
  ['/skapaexternanva%CC%88ndare', '/skapaexternanvändare'],
  ['/SKAPAEXTERNANV%C3%84NDARE', '/skapaexternanvändare'],
  ['//users', '/users'],
  ['/users//', '/users'],
  ['/%75sers', '/users'],
])('the address %s leads to the screen %s', (address, path) => {
  expect(findScreen(address)?.path).toBe(path)
})

test.each(['/education', '/education/7/manage/more', '/profile/7/edit', '/%E0%A4%A', '/usersx'])(
  '%s is outside the table',
  (address) => {
    expect(findScreen(address)).toBeNull()
  },
)

test.each([
  ['/USERS/', '/users'],
  ['/Education/7/manageeducationparts', '/education/7/manageEducationParts'],
  ['/SKAPAEXTERNANVA%CC%88NDARE', '/skapaexternanv%C3%A4ndare'],
  ['/login/singlesignon/AbC_-9', '/login/singlesignon/AbC_-9'],
  ['/', '/'],
])('the canonical form of %s is %s', (address, proper) => {
  const screen = findScreen(address)
  expect(screen && toCanonicalPath(screen, address)).toBe(proper)
})

test.each(['/%2575sers', '/users%2F', '/profile/7%2Fedit', '/profile%5C7', '/users%00', '/%E0%A4%A'])(
  '%s is an invalid path',
  (address) => {
    expect(isInvalidPath(address)).toBe(true)
  },
)

test('every canonical path is valid', () => {
  for (const screen of screens) expect(isInvalidPath(toCanonicalPath(screen, screen.path))).toBe(false)
})
