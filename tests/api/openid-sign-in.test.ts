import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { sessions } from '#api/people/authentication/table.ts'
import { oidcLinks } from '#api/people/external-login/table.ts'
import { users } from '#api/people/users/table.ts'
import { openIdSettings, openStaffBrowser, planPerson, readActions, readProvider } from '../openid.ts'
import { database, signedIn } from '../portal.ts'

let subjects = 0
const newPerson = () => {
  subjects += 1
  const email = `staff-${subjects}@forbund.example`
  return { email, claims: { sub: `subject-${subjects}`, email, email_verified: true } }
}
const refused = { status: 403, code: 'oidc_refused' }

beforeEach(async () => {
  await planPerson({})
})

test('staff are linked by their verified address at the first sign-in, and by the link from then on', async () => {
  const { email, claims } = newPerson()
  const person = await signedIn({ email, roles: { Administrator: {} } })
  await planPerson(claims)
  const first = await openStaffBrowser().signIn('/users?page=2')
  expect(first).toMatchObject({
    status: 200,
    userId: person.id,
    returnPath: '/users?page=2',
    token: expect.any(String),
  })
  await database().query.update(users).set({ email: null }).where(eq(users.id, person.id))
  await planPerson({ sub: claims.sub, email: 'other@forbund.example' })
  expect(await openStaffBrowser().signIn()).toMatchObject({ status: 200, userId: person.id })
  expect(await readActions(person.id)).toEqual(expect.arrayContaining(['openIdConnect.connected', 'session.opened']))
  expect(await readProvider()).toMatchObject({ faults: [], reads: { discovery: 1, keys: 1 } })
})

test('the session counts as two factors only when the provider says so', async () => {
  const { email, claims } = newPerson()
  const person = await signedIn({ email, roles: { Administrator: {} } })
  const openedSessions = async () =>
    (await database().query.select().from(sessions).where(eq(sessions.userId, person.id))).map(
      ({ openedBy, secondFactor }) => [openedBy, secondFactor],
    )
  await planPerson({ ...claims, amr: ['pwd'] })
  await openStaffBrowser().signIn()
  await planPerson({ ...claims, amr: ['pwd', 'mfa'] })
  await openStaffBrowser().signIn()
  expect((await openedSessions()).slice(-2)).toEqual([
    ['openid-connect', null],
    ['openid-connect-mfa', 'external-login'],
  ])
})

test.each<[string, object, object?]>([
  ['another nonce', { nonce: 'another' }],
  ['another issuer', { iss: 'https://another.example' }],
  ['another audience', { aud: 'another-client' }],
  ['an expired token', { exp: 1 }],
  ['the signature of another key', {}, { foreignKey: true }],
  ['an address that is not verified', { email_verified: false }],
  ['an address without a word about it', { email_verified: undefined, email_verified_by: 'nobody' }],
])('%s is refused with the one text', async (_title, change, plan) => {
  const { email, claims } = newPerson()
  const person = await signedIn({ email, roles: { Administrator: {} } })
  await planPerson({ ...claims, ...change }, plan)
  if ('email_verified_by' in change) await planPerson({ sub: claims.sub, email })
  expect(await openStaffBrowser().signIn()).toMatchObject(refused)
  expect(await readActions(person.id)).toEqual([])
  expect(await database().query.select().from(oidcLinks).where(eq(oidcLinks.userId, person.id))).toEqual([])
})

test('another state, another issuer of the answer, another browser and a replayed answer are refused', async () => {
  const { email, claims } = newPerson()
  await signedIn({ email, roles: { Administrator: {} } })
  await planPerson(claims)
  const own = openStaffBrowser()
  const changed = async (name: string, value: string) => {
    const search = new URLSearchParams(await own.visitProvider())
    search.set(name, value)
    return own.complete(`?${search}`)
  }
  expect(await changed('state', 'x'.repeat(43))).toMatchObject(refused)
  expect(await changed('iss', 'https://another.example')).toMatchObject(refused)
  expect(await changed('code', 'another')).toMatchObject(refused)
  const search = await own.visitProvider()
  const other = openStaffBrowser()
  await other.visitProvider()
  expect(await other.complete(search)).toMatchObject(refused)
  expect(await own.complete(search)).toMatchObject({ status: 200 })
  expect(await own.complete(search)).toMatchObject({ status: 409, code: 'oidc_used' })
})

test('a provider that refuses the person leads to the same text', async () => {
  const own = openStaffBrowser()
  const state = new URLSearchParams(await own.visitProvider()).get('state') ?? ''
  const answer = new URLSearchParams({ error: 'access_denied', state, iss: openIdSettings.OIDC_ISSUER })
  expect(await own.complete(`?${answer}`)).toMatchObject(refused)
})

test('nobody is signed in to a member, a closed or protected account, one of two, or none', async () => {
  const attempt = async (create: (email: string) => Promise<unknown>) => {
    const { email, claims } = newPerson()
    await create(email)
    await planPerson(claims)
    return openStaffBrowser().signIn()
  }
  const roles = { Administrator: {} }
  const texts = [
    await attempt((email) => signedIn({ email })),
    await attempt((email) => signedIn({ email, roles, inactiveAt: new Date() })),
    await attempt((email) => signedIn({ email, roles, protectedAt: new Date() })),
    await attempt((email) => Promise.all([signedIn({ email, roles }), signedIn({ email: email.toUpperCase() })])),
    await attempt(() => Promise.resolve()),
  ]
  for (const answer of texts) expect(answer).toMatchObject(refused)
  expect(new Set(texts.map(({ message }) => message)).size).toBe(1)
})

test('an account that is linked is not taken over by another person with its address', async () => {
  const { email, claims } = newPerson()
  const person = await signedIn({ email, roles: { Administrator: {} } })
  await planPerson(claims)
  expect(await openStaffBrowser().signIn()).toMatchObject({ status: 200 })
  await planPerson({ ...claims, sub: 'another-subject' })
  expect(await openStaffBrowser().signIn()).toMatchObject(refused)
  const [link] = await database().query.select().from(oidcLinks).where(eq(oidcLinks.userId, person.id))
  expect(link?.subject).toBe(claims.sub)
})

test('the browser is led only to a path of the portal', async () => {
  const { email, claims } = newPerson()
  await signedIn({ email, roles: { Educator: {} } })
  await planPerson(claims)
  for (const foreign of ['https://evil.example/', '//evil.example', '/\\evil.example', '/login/oidc'])
    expect(await openStaffBrowser().signIn(foreign)).toMatchObject({ status: 200, returnPath: '/' })
})

test('a provider that is down has a text of its own, and without one there is no such sign-in', async () => {
  const own = openStaffBrowser()
  const search = await own.visitProvider()
  await planPerson({}, { isDown: true })
  expect(await own.complete(search)).toMatchObject({ status: 503, code: 'oidc_unavailable' })
  const unreachable = openStaffBrowser({ ...openIdSettings, OIDC_ISSUER: 'http://127.0.0.1:1/none' })
  expect((await unreachable.post('/start', {})).status).toBe(503)
  expect((await openStaffBrowser({}).post('/start', {})).status).toBe(404)
})
