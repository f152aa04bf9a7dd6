import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { HeldRoles } from '#api/actor.ts'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { sessions } from '#api/people/authentication/table.ts'
import { oidcLinks } from '#api/people/external-login/table.ts'
import { roleExtensions, userRoles } from '#api/people/roles/table.ts'
import { users } from '#api/people/users/table.ts'
import { confirmChange, editPerson, listMails, loadLink, newAddress } from '../email-changes.ts'
import { insertFederation } from '../federation.ts'
import {
  createStaff,
  groups,
  openIdSettings,
  openStaffBrowser,
  planPerson,
  readAccess,
  readActions,
} from '../openid.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { addApp } from '../second-factors.ts'
import { inHours } from '../time.ts'
import { merge } from './person-merges/fixtures.ts'

await insertFederation()
const { query } = database()
const linkOf = async (userId: number) =>
  (await query.select().from(oidcLinks).where(eq(oidcLinks.userId, userId)))[0] ?? null
const sessionsOf = async (userId: number) =>
  (await query.select().from(sessions).where(eq(sessions.userId, userId))).length

test('the office that may edit a person disconnects them, takes the roles back, and the person is notified', async () => {
  const { person, email, signIn, roles: readRoles } = await createStaff({}, { organizationIds: [20] })
  expect(await signIn(groups('teachers'))).toBe(200)
  const path = `/ExternalLogin/oidc/link/${person.id}`
  const disconnectAs = async (roles: HeldRoles) => (await (await signedIn({ roles })).fetch('DELETE', path)).status
  expect(await disconnectAs({})).toBe(403)
  expect(await disconnectAs({ Educator: {} })).toBe(403)
  expect(await disconnectAs({ Administrator: { Organization: [3] } })).toBe(403)
  expect(await linkOf(person.id)).not.toBeNull()
  expect(await disconnectAs({ Administrator: { Organization: [2] } })).toBe(204)
  expect(await linkOf(person.id)).toBeNull()
  expect(await readRoles()).toEqual([])
  expect((await readActions(person.id)).at(-1)).toBe('openIdConnect.forgotten')
  expect(await disconnectAs({ SuperAdministrator: {} })).toBe(204)
  const mails = (await listMails(email)).filter(({ name }) => name === 'staffSignInForgotten')
  expect(mails).toHaveLength(1)
})

test('an administrator disconnects no superadministrator and nobody unknown', async () => {
  const { person, signIn } = await createStaff({ SuperAdministrator: {} })
  expect(await signIn()).toBe(200)
  const administrator = await signedIn({ roles: { Administrator: {} } })
  expect((await administrator.fetch('DELETE', `/ExternalLogin/oidc/link/${person.id}`)).status).toBe(403)
  expect((await administrator.fetch('DELETE', '/ExternalLogin/oidc/link/999999')).status).toBe(404)
  expect(await linkOf(person.id)).not.toBeNull()
})

test('only those who may take the roles of groups away disconnect a person, and are named as the author', async () => {
  const { person, signIn, roles } = await createStaff({}, { organizationIds: [20] })
  expect(await signIn(groups('office', 'teachers'))).toBe(200)
  const path = `/ExternalLogin/oidc/link/${person.id}`
  const disconnectAs = async (roles: HeldRoles) => (await signedIn({ roles })).fetch('DELETE', path)
  const refusal = await disconnectAs({ Administrator: {} })
  expect([refusal.status, (await refusal.json<{ code: string }>()).code]).toEqual([403, 'not_allowed'])
  await query
    .insert(roleExtensions)
    .values({ userId: person.id, role: 'Educator', kind: 'Organization', referenceId: 30 })
  await query.delete(userRoles).where(and(eq(userRoles.userId, person.id), eq(userRoles.role, 'Administrator')))
  const beyond = await disconnectAs({ Administrator: { Organization: [2] } })
  expect([beyond.status, (await beyond.json<{ code: string }>()).code]).toEqual([403, 'rights_beyond_own'])
  expect(await roles()).toEqual(['Educator'])
  expect(await linkOf(person.id)).not.toBeNull()
  const chief = await signedIn({ roles: { SuperAdministrator: {} } })
  expect((await chief.fetch('DELETE', path)).status).toBe(204)
  expect(await roles()).toEqual([])
  const authors = (
    await query
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.targetId, String(person.id)))
  ).flatMap(({ action, userId }) => (action === 'roles.changed' ? [userId] : []))
  expect(authors).toEqual([null, chief.id])
})

test('the office sees on the profile that the staff sign-in is connected, and others do not', async () => {
  const { person, signIn, fetch } = await createStaff({ Educator: {} })
  const office = await signedIn({ roles: { Administrator: {} } })
  const seenBy = async (get: Person['fetch']) =>
    (await (await get('GET', `/user/${person.id}/profile`)).json<{ staffSignIn: boolean | null }>()).staffSignIn
  expect(await seenBy(office.fetch)).toBe(false)
  await signIn()
  expect(await seenBy(office.fetch)).toBe(true)
  expect(await seenBy(fetch)).toBeNull()
})

test('a link to an earlier provider is replaced by the next sign-in, and opens nothing', async () => {
  const { person, subject, signIn } = await createStaff({ Educator: {} })
  await signIn(groups('office'))
  await query.update(oidcLinks).set({ issuer: 'https://earlier.example' }).where(eq(oidcLinks.userId, person.id))
  expect(await signIn({ sub: 'new-subject', ...groups() })).toBe(200)
  expect(await linkOf(person.id)).toMatchObject({ issuer: openIdSettings.OIDC_ISSUER, subject: 'new-subject' })
  await planPerson({ sub: subject })
  expect(await openStaffBrowser().signIn()).toMatchObject({ status: 403 })
})

test('everybody who is signed in may connect the provider of the portal, unless they are linked to it', async () => {
  const connectable = async ({ token }: Person, settings?: Partial<Env>) =>
    (await readAccess(token, settings)).providerToConnect
  const member = await signedIn()
  expect(await connectable(member)).toBe('127.0.0.1')
  expect(await connectable(member, { ...openIdSettings, OIDC_LABEL: 'Microsoft' })).toBe('Microsoft')
  expect(await connectable(member, {})).toBeNull()

  const { person, signIn, access } = await createStaff({ Educator: {} })
  await signIn()
  expect((await access()).providerToConnect).toBeNull()
  await query.update(oidcLinks).set({ issuer: 'https://earlier.example' }).where(eq(oidcLinks.userId, person.id))
  expect(await access()).toMatchObject({
    providerToConnect: '127.0.0.1',
    connections: [{ kind: 'openIdConnect' }],
  })
})

test('an address that the person changed links no account for 72 hours', async () => {
  const { person, signIn } = await createStaff({ Educator: {} })
  const email = newAddress()
  expect((await editPerson(person, person.id, { email })).status).toBe(200)
  expect((await confirmChange(await loadLink(email, 'token'))).status).toBe(204)
  expect(await signIn({ email })).toBe(403)
  expect(await linkOf(person.id)).toBeNull()
})

test('an account with a second factor is linked only in a browser that has completed the second step', async () => {
  const { person, email, subject, signIn } = await createStaff({ Educator: {} })
  await addApp(person.fetch)
  await planPerson({ sub: subject, email, email_verified: true })
  expect(await openStaffBrowser().signIn()).toMatchObject({ code: 'oidc_needs_step' })
  expect(await linkOf(person.id)).toBeNull()
  const other = await signedIn({ roles: { Educator: {} } })
  expect(await openStaffBrowser(openIdSettings, other.token).signIn()).toMatchObject({ code: 'oidc_needs_step' })
  await query.update(sessions).set({ awaitsSecondFactor: true }).where(eq(sessions.userId, person.id))
  expect(await openStaffBrowser(openIdSettings, person.token).signIn()).toMatchObject({ code: 'oidc_needs_step' })
  await query.update(sessions).set({ awaitsSecondFactor: false }).where(eq(sessions.userId, person.id))
  expect(await openStaffBrowser(openIdSettings, person.token).signIn()).toMatchObject({ status: 200 })
  expect(await linkOf(person.id)).not.toBeNull()
  expect(await signIn()).toBe(200)
})

test('an account with a second factor is linked by a provider that has asked for several factors', async () => {
  const { person, signIn } = await createStaff({ Educator: {} })
  await addApp(person.fetch)
  expect(await signIn({ amr: ['pwd', 'mfa'] })).toBe(200)
})

test('the first sign-in that adds a role ends the other sessions, and one that adds none keeps them', async () => {
  const createElsewhere = async () => {
    const staff = await createStaff({ Educator: {} })
    const [{ id: _, ...session } = expect.fail()] = await query
      .select()
      .from(sessions)
      .where(eq(sessions.userId, staff.person.id))
    await query.insert(sessions).values({ ...session, tokenHash: crypto.randomUUID() })
    return staff
  }
  const plain = await createElsewhere()
  await plain.signIn()
  expect(await sessionsOf(plain.person.id)).toBe(2)
  const raised = await createElsewhere()
  await raised.signIn(groups('office'))
  expect(await sessionsOf(raised.person.id)).toBe(1)
  expect((await raised.person.fetch('GET', '/Notices')).status).toBe(401)
})

test('a merged or erased account is matched neither by its link nor by its address', async () => {
  const staying = await createStaff({})
  const away = await createStaff({ Educator: {} })
  await away.signIn()
  expect(await linkOf(away.person.id)).not.toBeNull()
  await query.delete(userRoles).where(eq(userRoles.userId, away.person.id))
  await merge({ from: away.person, into: staying.person })
  expect(await linkOf(away.person.id)).toBeNull()

  const left = await createStaff({ Educator: {} })
  const mergedInto = staying.person.id
  const twin = await signedIn({ email: left.email })
  await query
    .update(users)
    .set({ mergedInto, inactiveAt: inHours(-1) })
    .where(eq(users.id, twin.id))
  expect(await left.signIn()).toBe(200)

  const erased = await createStaff({ Educator: {} })
  await query.update(users).set({ erasedAt: new Date() }).where(eq(users.id, erased.person.id))
  expect(await erased.signIn()).toBe(403)
})

test('a hosted domain is asked for and compared', async () => {
  const settings = { ...openIdSettings, OIDC_HOSTED_DOMAIN: 'forbund.example' }
  const { signIn } = await createStaff({ Educator: {} })
  const { url } = await (await openStaffBrowser(settings).post('/start', {})).json<{ url: string }>()
  expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
    hd: 'forbund.example',
    prompt: 'select_account',
  })
  expect(await signIn({}, settings)).toBe(403)
  expect(await signIn({ hd: 'other.example' }, settings)).toBe(403)
  expect(await signIn({ hd: 'forbund.example' }, settings)).toBe(200)
})

test('a refusal keeps the path that the person wanted to go to', async () => {
  await planPerson({ sub: 'nobody', email: 'nobody@forbund.example', email_verified: true })
  expect(await openStaffBrowser().signIn('/users?page=2')).toMatchObject({
    code: 'oidc_refused',
    details: { returnPath: '/users?page=2' },
  })
})
