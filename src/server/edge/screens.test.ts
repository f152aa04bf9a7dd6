import { expect, test } from 'vitest'
import type { HeldRoles } from '#api/actor.ts'
import { features } from '#api/features.ts'
import { type GuardedPerson, isTwisted, properPath, screenAt, screens, type Verdict, verdictOn } from './screens.ts'

/** Who is let in (·), sent to the login (L) or sent to the dashboard (D), in the order of `visitors`. */
const matrix = `
/                                                               L · · · · · ·
/login                                                          · · · · · · ·
/login/singlesignon/{token}                                     · · · · · · ·
/login/forgot                                                   · · · · · · ·
/createeducation                                                L D D D · D D
/changepassword                                                 L · · · · · ·
/educations                                                     L · · · · · ·
/education/{educationId}                                        L · · · · · ·
/education/{educationId}/manage                                 L D · · · D D
/education/{educationId}/manageEducationParts                   L D · · · D D
/education/{educationId}/media                                  L D · · · D D
/education/{educationId}/publish                                L D · · · D D
/education/manageOccasion/{occasionId}                          L D · · · D D
/education/managePracticalDriverExam/{practicalDriverExamId}    L D · · · D D
/search                                                         L · · · · · ·
/profile                                                        L · · · · · ·
/profile/{profileId}                                            L · · · · · ·
/myeducations                                                   L D · · · D D
/import/educationResults                                        L D D D · D D
/users                                                          L D D · · · D
/config                                                         L D D D · D D
/print/certificate/{userId}/education/{educationId}             L · · · · · ·
/print/cv/{userId}                                              L · · · · · ·
/gdpr                                                           · · · · · · ·
/cookies                                                        · · · · · · ·
/hangfire                                                       L D D D · D D
/licenses                                                       L D D D · D D
/license/{licenseId}                                            L D D D · D D
/license/{licenseId}/manage                                     L D D D · D D
/licenses/create                                                L D D D · D D
/invoices                                                       L D D D · D D
/media                                                          L · · · · · ·
/media/tags                                                     L D D D · D D
/calendar                                                       L · · · · · ·
/betalning/kvitto/{paymentId}                                   · · · · · · ·
/betalning/bekraftelse/{paymentId}                              L · · · · · ·
/betalning/pending/{paymentId}                                  L · · · · · ·
/kopvillkor                                                     L · · · · · ·
/oversikt                                                       L D D D · D D
/oversikt/utbildning/{educationId}                              L D D D · D D
/oversikt/utbildning/{educationId}/delmoment/{educationPartId}  L D D D · D D
/inlamningsuppgifter                                            L D · · · D D
/skapaexternanvändare                                           L D D D · D D
/any/other/path                                                 · · · · · · ·
`

const person = (roles: HeldRoles, passwordExpiryDate: Date | null = null): GuardedPerson => ({
  roles,
  passwordExpiryDate,
})

const visitors: [string, GuardedPerson | null][] = [
  ['a visitor', null],
  ['a learner', person({})],
  ['an educator', person({ Educator: {} })],
  ['an administrator', person({ Administrator: {} })],
  ['a superadministrator', person({ SuperAdministrator: {} })],
  ['an organisation administrator', person({ OrganizationAdmin: {} })],
  ['an external user', person({})],
]

const verdicts: Record<string, Verdict> = { '·': 'allow', L: 'login', D: 'dashboard' }

const rows = matrix
  .trim()
  .split('\n')
  .map((line) => {
    const [path = '', ...letters] = line.trim().split(/\s+/)
    return { path, letters, address: path.replace(/\{\w+\}/g, '7') }
  })

const cases = rows.flatMap(({ path, letters, address }) =>
  visitors.map(([name, visitor], index) => ({
    path,
    address,
    name,
    visitor,
    expected: verdicts[letters[index] ?? ''],
  })),
)

test('the matrix has every path of the route table and the one that is not in it', () => {
  expect(rows).toHaveLength(44)
  const addresses = screens.map(({ path }) => path)
  expect(
    rows
      .map(({ path }) => path)
      .filter((path) => path !== '/any/other/path')
      .sort(),
  ).toEqual([...addresses].sort())
})

test.each(cases)('$name at $path', ({ address, visitor, expected }) => {
  expect(verdictOn(screenAt(address), visitor, features)).toBe(expected)
})

test.each(rows)('somebody who must change the password, at $path', ({ path, letters, address }) => {
  const superadministrator = person({ SuperAdministrator: {} }, new Date('2026-03-14'))
  const isPublic = letters[0] === '·'
  const expected = isPublic || path === '/changepassword' ? 'allow' : 'change-password'
  expect(verdictOn(screenAt(address), superadministrator, features)).toBe(expected)
})

test.each([
  '/licenses',
  '/license/7',
  '/license/7/manage',
  '/licenses/create',
  '/education/managePracticalDriverExam/7',
])('%s is not found while its feature is off, and only for those who may be there', (address) => {
  expect(verdictOn(screenAt(address), person({ SuperAdministrator: {} }), [])).toBe('not-found')
  expect(verdictOn(screenAt(address), person({}), [])).toBe('dashboard')
  expect(verdictOn(screenAt(address), null, [])).toBe('login')
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
])('%s is %s', (address, path) => {
  expect(screenAt(address)?.path).toBe(path)
})

test.each(['/education', '/education/7/manage/more', '/profile/7/edit', '/%E0%A4%A', '/usersx'])(
  '%s is outside the table',
  (address) => {
    expect(screenAt(address)).toBeNull()
  },
)

test.each([
  ['/USERS/', '/users'],
  ['/Education/7/manageeducationparts', '/education/7/manageEducationParts'],
  ['/SKAPAEXTERNANVA%CC%88NDARE', '/skapaexternanv%C3%A4ndare'],
  ['/login/singlesignon/AbC_-9', '/login/singlesignon/AbC_-9'],
  ['/', '/'],
])('%s is properly written %s', (address, proper) => {
  const screen = screenAt(address)
  expect(screen && properPath(screen, address)).toBe(proper)
})

test.each(['/%2575sers', '/users%2F', '/profile/7%2Fedit', '/profile%5C7', '/users%00', '/%E0%A4%A'])(
  '%s is nowhere',
  (address) => {
    expect(isTwisted(address)).toBe(true)
  },
)

test('no proper path is nowhere', () => {
  for (const screen of screens) expect(isTwisted(properPath(screen, screen.path))).toBe(false)
})
