import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { HeldRoles } from '#api/actor.ts'
import { outboxMails as outbox } from '#api/foundation/mails/table.ts'
import { withUserWords } from '#api/people/users/rules.ts'
import { users } from '#api/people/users/table.ts'
import { listAuditEntries } from '../audit.ts'
import { decryptMail } from '../decrypt-mail.ts'
import { insertFederation } from '../federation.ts'
import { anonymous, database, type Person, signedIn } from '../portal.ts'

const { query } = database()
await insertFederation()

const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
const administrator = await signedIn({ roles: { Administrator: {} } })
const north = await signedIn({ roles: { Administrator: { Organization: [2] } } })
const club = await signedIn({ roles: { OrganizationAdmin: {} }, organizationIds: [20] })
const educator = await signedIn({ roles: { Educator: {} }, organizationIds: [20] })
const learner = await signedIn({ organizationIds: [20] })

let asleep = 0
async function sleeper(organizationIds: number[], roles: HeldRoles = {}) {
  asleep += 1
  const userName = `sovande ${asleep}+å@example.se`
  const longAgo = new Date('2020-01-01T00:00:00.000Z')
  const it = await signedIn({ organizationIds, roles, userName, inactiveAt: longAgo, changedAt: longAgo })
  return { ...it, userName }
}
const byId = (as: Person, id: number) => as.fetch('PUT', `/user/ReactivateInactiveUser/${id}`)
const byName = (as: Person, userName: string) =>
  as.fetch('PUT', `/user/ReactivateInactiveUserByUserName/${encodeURIComponent(userName)}`)

test('an inactive account is reactivated by id and by user name, with an audit entry, and repeating it changes nothing', async () => {
  for (const [as, ask] of [
    [superadministrator, byId],
    [administrator, byId],
    [north, byId],
    [club, byId],
  ] as const) {
    const it = await sleeper([20])
    expect((await it.fetch('GET', `/User/${it.id}`)).status).toBe(401)
    const response = await ask(as, it.id)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ id: it.id, inactive: false })
    expect((await it.fetch('GET', `/User/${it.id}`)).status).toBe(200)
    expect((await byName(as, it.userName.toUpperCase().replace('Å', 'å'))).status).toBe(200)
    const recorded = (await listAuditEntries('user')).filter(({ targetId }) => targetId === String(it.id))
    expect(recorded).toEqual([
      {
        action: 'user.reactivated',
        userId: as.id,
        targetId: String(it.id),
        data: { before: { inactiveAt: '2020-01-01T00:00:00.000Z' }, after: { inactiveAt: null } },
      },
    ])
  }
  const it = await sleeper([21])
  expect(await (await byName(north, it.userName)).json()).toMatchObject({ id: it.id, inactive: false })
})

test('an administrator reactivates no account outside the own branch or with a higher role', async () => {
  const south = await sleeper([30])
  const above = await sleeper([20], { SuperAdministrator: {} })
  for (const as of [north, club]) {
    expect((await byId(as, south.id)).status).toBe(403)
    expect((await byName(as, south.userName)).status).toBe(404)
    expect((await byId(as, above.id)).status).toBe(403)
  }
  for (const as of [educator, learner]) {
    expect((await byId(as, south.id)).status).toBe(403)
    expect((await byName(as, south.userName)).status).toBe(403)
  }
  expect((await anonymous('PUT', `/user/ReactivateInactiveUser/${south.id}`)).status).toBe(401)
  expect((await byId(administrator, 999_999)).status).toBe(404)
  expect((await byName(administrator, 'nobody')).status).toBe(404)
  const [row] = await query.select().from(users).where(eq(users.id, south.id))
  expect(row?.inactiveAt).not.toBeNull()
})

const path = '/authentication/CreateExternalUser'
const frida = { firstName: 'Frida', lastName: 'Utifrån', email: 'frida@example.se', phone: '0701234567' }
let addresses = 0
/** Returns a new person with a unique e-mail address. */
const another = () => {
  addresses += 1
  return { ...frida, email: `frida-${addresses}@example.se` }
}

test('an external user is created without organisations, with a mailed password that must be changed', async () => {
  const response = await superadministrator.fetch('POST', path, {
    ...frida,
    birthDate: '1990-02-03',
    roles: { SuperAdministrator: {} },
    isExternal: false,
    organizations: { 20: 'Åre MK' },
    inactive: true,
    id: learner.id,
  })
  expect(response.status).toBe(200)
  const made = await response.json<{ id: number; passwordExpiryDate: string }>()
  expect(made).toMatchObject({
    name: 'Frida Utifrån',
    userName: 'frida@example.se',
    birthDate: '1990-02-03',
    isExternal: true,
    inactive: false,
    roles: {},
    organizations: {},
  })
  expect(new Date(made.passwordExpiryDate).getTime()).toBeGreaterThan(Date.now())
  const [mail] = await query.select().from(outbox).where(eq(outbox.recipient, frida.email)).orderBy(desc(outbox.id))
  const password = /[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}/.exec(mail ? decryptMail(mail).body : '')?.[0]
  const entered = await anonymous('POST', '/Authentication/Login', { username: frida.email, password })
  expect(entered.status).toBe(200)
  expect((await listAuditEntries('user')).find(({ action }) => action === 'user.created')).toMatchObject({
    targetId: String(made.id),
    userId: superadministrator.id,
    data: { after: { userName: 'frida@example.se', isExternal: true } },
  })
})

test('a user name is unique in any case, also for two concurrent requests', async () => {
  const response = await superadministrator.fetch('POST', path, { ...another(), userName: 'FRIDA@example.se' })
  expect(response.status).toBe(409)
  expect(await response.json()).toMatchObject({ code: 'user_name_taken', fields: { userName: expect.any(String) } })
  const both = await Promise.all(
    [1, 2].map(() => superadministrator.fetch('POST', path, { ...another(), userName: 'två.samtidigt' })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await both.find(({ status }) => status === 409)?.json()).toMatchObject({ code: 'user_name_taken' })
})

test('an e-mail address is unique in any case, also for two concurrent requests', async () => {
  const response = await superadministrator.fetch('POST', path, {
    ...frida,
    email: 'Frida@Example.se',
    userName: 'frida.två',
  })
  expect(response.status).toBe(409)
  const refusal = await response.json<{ fields: object }>()
  expect(refusal).toMatchObject({ code: 'email_taken', fields: { email: expect.any(String) } })
  expect(Object.keys(refusal.fields)).toEqual(['email'])
  const one = another()
  const both = await Promise.all(
    ['ett.namn', 'annat.namn'].map((userName) => superadministrator.fetch('POST', path, { ...one, userName })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await both.find(({ status }) => status === 409)?.json()).toMatchObject({ code: 'email_taken' })
})

test('without a user name, a taken e-mail address is reported at the e-mail field', async () => {
  const { query } = database()
  const name = `upptagen-${Date.now()}@example.se`
  await query
    .insert(users)
    .values(
      withUserWords({ firstName: 'A', lastName: 'B', userName: name, createdAt: new Date(), changedAt: new Date() }),
    )
  const response = await superadministrator.fetch('POST', path, { ...frida, email: name })
  expect(await response.json()).toMatchObject({ code: 'user_name_taken', fields: { email: expect.any(String) } })
})

test('a repeated request with one key creates it once', async () => {
  const one = another()
  const send = () => superadministrator.fetch('POST', path, one, { 'idempotency-key': 'frida-1' })
  const [first, second] = [await (await send()).json<{ id: number }>(), await (await send()).json<{ id: number }>()]
  expect(second).toEqual(first)
})

test('only superadministrators create external users', async () => {
  for (const as of [administrator, north, club, educator, learner])
    expect((await as.fetch('POST', path, { ...frida, userName: 'nej' })).status).toBe(403)
  expect((await anonymous('POST', path, frida)).status).toBe(401)
})

test.each([
  { firstName: ' ' },
  { lastName: undefined },
  { email: 'frida' },
  { email: null },
  { phone: 'ring' },
  { birthDate: '3/2 1990' },
  { birthDate: '2999-01-01' },
  { birthDate: '1899-12-31' },
  { userName: 'ab' },
  { language: 'no' },
])('a new external user with %j is refused with its field', async (wrong) => {
  const response = await superadministrator.fetch('POST', path, { ...another(), userName: 'fel', ...wrong })
  expect(response.status).toBe(400)
  expect(Object.keys((await response.json<{ fields: object }>()).fields)).toEqual(Object.keys(wrong))
})
