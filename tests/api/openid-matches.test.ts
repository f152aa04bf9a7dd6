import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { oidcLinks } from '#api/people/external-login/table.ts'
import { users } from '#api/people/users/table.ts'
import { groups, openIdSettings, openStaffBrowser, planPerson, readRoles } from '../openid.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { protect } from '../protection.ts'
import { addApp } from '../second-factors.ts'

const refused = { status: 403, code: 'oidc_refused' }
const needsSession = { status: 403, code: 'oidc_needs_session' }
const yearsAgo = (years: number) => `${new Date().getFullYear() - years}-01-01`
const readLinks = (userId: number) => database().query.select().from(oidcLinks).where(eq(oidcLinks.userId, userId))

/** Returns an e-mail address that a person at the provider has, with claims about it and the groups. */
async function planStaff(...names: string[]) {
  const sub = crypto.randomUUID()
  const email = `${sub}@forbund.example`
  const plan = (more: object = {}) => planPerson({ sub, email, email_verified: true, ...groups(...names), ...more })
  await plan()
  return { email, plan }
}

const signInAs = (person: Person | null) => openStaffBrowser(openIdSettings, person?.token ?? null).signIn()

test('a child with the address gets neither a link nor a role, also in a browser of their own', async () => {
  const { email } = await planStaff('office')
  const child = await signedIn({ email, birthOn: yearsAgo(12), roles: { Educator: {} } })
  expect(await signInAs(null)).toMatchObject(refused)
  expect(await signInAs(child)).toMatchObject(refused)
  expect(await readLinks(child.id)).toEqual([])
  expect(await readRoles(child.id)).toEqual(['Educator'])
})

test('a linked account that turns out to be of a child opens nothing', async () => {
  const { email } = await planStaff()
  const person = await signedIn({ email, roles: { Educator: {} } })
  expect(await signInAs(person)).toMatchObject({ status: 200 })
  await database()
    .query.update(users)
    .set({ birthOn: yearsAgo(12) })
    .where(eq(users.id, person.id))
  expect(await signInAs(null)).toMatchObject(refused)
})

test('a parent who shares the address with two children is the one who is linked', async () => {
  const { email } = await planStaff('office')
  await signedIn({ email, birthOn: yearsAgo(12) })
  await signedIn({ email: email.toUpperCase(), birthOn: yearsAgo(10) })
  const parent = await signedIn({ email, birthOn: yearsAgo(40) })
  expect(await signInAs(parent)).toMatchObject({ status: 200, userId: parent.id })
  expect(await readRoles(parent.id)).toEqual(['Administrator'])
})

test('an account is not linked when a protected person has the same address hidden', async () => {
  const { email } = await planStaff()
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  const hidden = await signedIn({ email, birthOn: yearsAgo(40) })
  await protect(office, hidden.id)
  const visible = await signedIn({ email, roles: { Administrator: {} } })
  expect(await signInAs(visible)).toMatchObject(refused)
  expect(await signInAs(null)).toMatchObject(refused)
  expect(await readLinks(visible.id)).toEqual([])
})

test.each([{}, { amr: ['mfa'] }])(
  'a group gives no role to an account that somebody prepared, with %j',
  async (claims) => {
    const { email, plan } = await planStaff('office')
    await plan(claims)
    const prepared = await signedIn({ email, roles: { Educator: {} } })
    const other = await signedIn({ roles: { Educator: {} } })
    expect(await signInAs(null)).toMatchObject(needsSession)
    expect(await signInAs(other)).toMatchObject(needsSession)
    expect(await readLinks(prepared.id)).toEqual([])
    expect(await readRoles(prepared.id)).toEqual(['Educator'])
    expect(await signInAs(prepared)).toMatchObject({ status: 200, userId: prepared.id })
    expect(await readRoles(prepared.id)).toEqual(['Administrator', 'Educator'])
  },
)

test('an account with a second factor gets a role only from a browser that has completed the second step', async () => {
  const { email, plan } = await planStaff('office')
  await plan({ amr: ['mfa'] })
  const person = await signedIn({ email, roles: { Educator: {} } })
  await addApp(person.fetch)
  expect(await signInAs(null)).toMatchObject(needsSession)
  expect(await signInAs(person)).toMatchObject({ status: 200 })
})
