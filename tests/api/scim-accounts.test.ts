import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { oidcLinks } from '#api/people/external-login/table.ts'
import { integrationAccounts } from '#api/people/integrations/table.ts'
import { provisioningPeople } from '#api/people/provisioning/table.ts'
import { users } from '#api/people/users/table.ts'
import { toPortalDay } from '#api/zone.ts'
import { insertFederation } from '../federation.ts'
import { createStaff, groups, openIdSettings, openStaffBrowser, planPerson, readRoles } from '../openid.ts'
import { database, signedIn } from '../portal.ts'
import { contextAt, runHandler } from '../run-handler.ts'
import { accountOf, entraPerson, openDirectory, readProvisioned, signInProvisioned } from '../scim.ts'
import { inDays, inHours } from '../time.ts'

await insertFederation()
await signedIn({ roles: { SuperAdministrator: {} } })

type Directory = Awaited<ReturnType<typeof openDirectory>>

const createPerson = async ({ send }: Directory, more: object = {}) => {
  const { status, body } = await send('POST', '/Users', entraPerson(more))
  expect(status).toBe(201)
  return body.id
}

const createGroup = async ({ send }: Directory, externalId: string, ...ids: string[]) => {
  const members = ids.map((value) => ({ value }))
  const { status, body } = await send('POST', '/Groups', { externalId, displayName: `Grupp ${externalId}`, members })
  expect(status).toBe(201)
  return body.id
}

const withAddress = (email: string) => ({ emails: [{ type: 'work', primary: true, value: email }] })

/** Changes the integration account of a directory. */
const edit = ({ accountId }: Directory, columns: Partial<typeof integrationAccounts.$inferInsert>) =>
  database().query.update(integrationAccounts).set(columns).where(eq(integrationAccounts.id, accountId))

const ended: [string, Parameters<typeof edit>[1]][] = [
  ['is closed', { active: false }],
  ['has expired', { expiresOn: toPortalDay(inDays(-1)) }],
  ['has lost the staff', { resources: ['people'] }],
  ['may only read', { roles: ['IntegrationRead'] }],
  ['has got organisations', { organizationIds: [1] }],
]

const expire = (days = 0) => {
  const ctx = contextAt(inHours(24 * days))
  return runHandler('oidc.expireRoles', Object.assign(ctx, { env: { ...ctx.env, ...openIdSettings } }))
}

test.each([...ended, ['has not called for a month', { lastUsedAt: inDays(-31) }] as (typeof ended)[number]])(
  'an account that %s decides about no sign-in any more',
  async (_title, columns) => {
    const one = await createStaff({ Educator: {} })
    const other = await createStaff({ Educator: {} })
    for (const { signIn } of [one, other]) expect(await signIn(groups())).toBe(200)
    const directory = await openDirectory()
    const id = await createPerson(directory, withAddress(one.email))
    await createGroup(directory, 'office', id)
    expect(await one.roles()).toEqual(['Administrator', 'Educator'])
    const otherId = await createPerson(directory, withAddress(other.email))
    await directory.patch(`/Users/${otherId}`, { op: 'replace', value: { active: false } })
    expect(await other.signIn(groups())).toBe(403)
    await edit(directory, columns)
    expect(await one.signIn(groups())).toBe(200)
    expect(await one.roles()).toEqual(['Educator'])
    expect(await other.signIn(groups())).toBe(200)
  },
)

test.each(ended)('an account that %s confirms no role', async (_title, columns) => {
  const { person, email, signIn, roles } = await createStaff({ Educator: {} })
  expect(await signIn(groups())).toBe(200)
  const directory = await openDirectory()
  await createGroup(directory, 'office', await createPerson(directory, withAddress(email)))
  await database()
    .query.update(oidcLinks)
    .set({ signedInAt: inDays(-40) })
    .where(eq(oidcLinks.userId, person.id))
  await expire()
  expect(await roles()).toEqual(['Administrator', 'Educator'])
  await edit(directory, columns)
  await expire()
  expect(await roles()).toEqual(['Educator'])
})

test('a provisioned group confirms the roles that it gives, and no others', async () => {
  const { person, email, signIn, roles } = await createStaff({ Educator: {} })
  expect(await signIn(groups('office'))).toBe(200)
  const directory = await openDirectory()
  await createGroup(directory, 'choir', await createPerson(directory, withAddress(email)))
  await database()
    .query.update(oidcLinks)
    .set({ signedInAt: inDays(-40) })
    .where(eq(oidcLinks.userId, person.id))
  await expire()
  expect(await roles()).toEqual(['Educator'])
})

test('a token alone gives no role, and the first sign-in by the provider does', async () => {
  const directory = await openDirectory()
  const id = await createPerson(directory)
  const board = await createGroup(directory, 'board', id)
  const userId = await accountOf(id)
  expect(await readRoles(userId)).toEqual([])
  await directory.patch(`/Users/${id}`, { op: 'replace', value: { active: false } })
  await directory.patch(`/Users/${id}`, { op: 'replace', value: { active: true } })
  await directory.patch(`/Groups/${board}`, { op: 'replace', value: { displayName: 'Styrelsen' } })
  expect(await readRoles(userId)).toEqual([])
  expect((await signInProvisioned(id)).status).toBe(200)
  expect(await readRoles(userId)).toEqual(['SuperAdministrator'])
})

test.each([
  ['a password', { passwordHash: 'hash' }],
  ['a sign-in', { lastLoginAt: new Date() }],
])('an account with %s gets its first role only in a session of its owner', async (_title, columns) => {
  const directory = await openDirectory()
  const id = await createPerson(directory)
  await createGroup(directory, 'board', id)
  const userId = await accountOf(id)
  await database().query.update(users).set(columns).where(eq(users.id, userId))
  expect(await signInProvisioned(id)).toMatchObject({ code: 'oidc_needs_session' })
  expect(await readRoles(userId)).toEqual([])
})

test('an unused account with another address than the provisioned one is not opened without a session', async () => {
  const directory = await openDirectory()
  const id = await createPerson(directory)
  await createGroup(directory, 'board', id)
  const email = (await readProvisioned(id)).user?.email ?? ''
  await database().query.update(provisioningPeople).set({ email: 'annan@forbund.example' })
  await planPerson({ sub: email, email, email_verified: true })
  expect(await openStaffBrowser().signIn()).toMatchObject({ code: 'oidc_needs_session' })
})

test('an address outside the hosted domain gets no account', async () => {
  const directory = await openDirectory({}, { ...openIdSettings, OIDC_HOSTED_DOMAIN: 'forbund.example' })
  const stranger = await createPerson(directory, withAddress(`${crypto.randomUUID()}@annat.example`))
  expect((await readProvisioned(stranger)).user).toBeNull()
  const id = await createPerson(directory)
  const user = (await readProvisioned(id)).user
  expect(user).not.toBeNull()
  const path = 'emails[type eq "work"].value'
  await directory.patch(`/Users/${id}`, { op: 'replace', path, value: `${crypto.randomUUID()}@annat.example` })
  expect((await readProvisioned(id)).user).toMatchObject({ email: user?.email })
})

test('the audit log names the groups that give roles, and no others', async () => {
  const directory = await openDirectory()
  const id = await createPerson(directory)
  await createGroup(directory, 'office', id)
  await createGroup(directory, 'choir', id)
  expect((await signInProvisioned(id)).status).toBe(200)
  const isOf = and(eq(auditEntries.targetId, String(await accountOf(id))), eq(auditEntries.action, 'roles.changed'))
  const [entry] = await database().query.select().from(auditEntries).where(isOf)
  expect(entry?.data).toMatchObject({ after: { Administrator: {} }, groups: ['office'] })
})

test('one open account provisions the staff', async () => {
  const chief = await signedIn({ roles: { SuperAdministrator: {} } })
  const directory = await openDirectory()
  const body = {
    name: 'Andra katalogen',
    roles: ['IntegrationRead', 'IntegrationWrite'],
    resources: ['staff'],
    organizationIds: [],
    expiresOn: null,
  }
  const refused = await chief.fetch('POST', '/User/integrationaccounts', body)
  expect([refused.status, await refused.json()]).toEqual([
    409,
    expect.objectContaining({ code: 'integration_staff_taken' }),
  ])
  await edit(directory, { active: false })
  expect((await chief.fetch('POST', '/User/integrationaccounts', body)).status).toBe(200)
  const accounts = await chief.json<{ id: number }[]>('GET', '/User/integrationaccounts')
  const closed = accounts.find(({ id }) => id === directory.accountId)
  const edited = await chief.fetch('PUT', `/User/integrationaccounts/${directory.accountId}`, {
    ...closed,
    active: true,
  })
  expect(await edited.json()).toMatchObject({ code: 'integration_staff_taken' })
})

test('a person who is provisioned as inactive from the start cannot sign in', async () => {
  const { email, signIn } = await createStaff({ Educator: {} })
  const directory = await openDirectory()
  await createPerson(directory, { ...withAddress(email), active: false })
  expect(await signIn(groups())).toBe(403)
})
