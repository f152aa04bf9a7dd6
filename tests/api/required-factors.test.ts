import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import type { HeldRoles } from '#api/actor.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { notices } from '#api/foundation/notices/table.ts'
import { sessions } from '#api/people/authentication/table.ts'
import { toPortalDay } from '#api/zone.ts'
import { configurePortal, plainConfiguration } from '../configuration.ts'
import { insertFederation } from '../federation.ts'
import { anonymous, call, database, signedIn } from '../portal.ts'
import {
  addApp,
  addPasskey,
  computeCode,
  createMember,
  isAuthorized,
  password,
  readJson,
  signInByPassword,
} from '../second-factors.ts'
import { inDays } from '../time.ts'

vi.setConfig({ testTimeout: 30_000 })
const { query } = database()
const dayAfter = (count: number) => toPortalDay(inDays(count))

/** Sets the date directly in the database, because the call itself is refused after that date. */
async function requireFrom(day: string | null) {
  const text = JSON.stringify(day)
  await query.run(
    `update portal_configurations set configuration = json_set(configuration, '$.secondFactorFrom', json('${text}'))`,
  )
}

await configurePortal({})
afterEach(() => requireFrom(null))

const codeOf = async (response: Response) => (await response.json<{ code: string }>()).code

test('from that day, an administrator without a second factor can only set one up', async () => {
  const person = await createMember({ Administrator: {} })
  await requireFrom(dayAfter(0))
  const fetch = await signInByPassword(person.userName)
  for (const [method, path] of [
    ['GET', '/Notices'],
    ['GET', '/Dashboard'],
    ['GET', '/Authentication/access'],
    ['GET', '/Authentication/secondstep'],
    ['POST', '/Authentication/recoverycodes'],
    ['GET', `/user/${person.id}/profile`],
  ] as const) {
    const refused = await fetch(method, path, method === 'POST' ? {} : undefined)
    expect([refused.status, await codeOf(refused)], path).toEqual([403, 'second_factor_setup_required'])
  }
  expect((await fetch('GET', '/Authentication/factors')).status).toBe(200)
  await addApp(fetch)
  expect(await isAuthorized(fetch)).toBe(true)
})

test('a session from before the day needs the second step too, when its person has a factor', async () => {
  const [bare, equipped] = [
    await createMember({ SuperAdministrator: {} }),
    await createMember({ SuperAdministrator: {} }),
  ]
  const { secret } = await addApp(equipped.fetch)
  await query.update(sessions).set({ secondFactor: null }).where(eq(sessions.userId, equipped.id))
  // A person with a second factor is asked for it before the date too, in every session that has not verified it.
  expect([await isAuthorized(bare.fetch), await isAuthorized(equipped.fetch)]).toEqual([true, false])
  await requireFrom(dayAfter(-1))
  expect(await codeOf(await bare.fetch('GET', '/Notices'))).toBe('second_factor_setup_required')
  expect(await codeOf(await equipped.fetch('GET', '/Notices'))).toBe('second_factor_required')
  const { token } = await readJson<{ token: string }>(
    equipped.fetch('POST', '/Authentication/secondstep', { code: computeCode(secret) }),
  )
  expect(await isAuthorized(call(token))).toBe(true)
})

test('a role that is added during a session applies the requirement', async () => {
  const person = await createMember()
  await requireFrom(dayAfter(-1))
  expect(await isAuthorized(person.fetch)).toBe(true)
  await query.run(`insert into user_roles (user_id, role) values (${person.id}, 'Administrator')`)
  expect(await codeOf(await person.fetch('GET', '/Notices'))).toBe('second_factor_setup_required')
})

test.each<[string, HeldRoles]>([
  ['a learner', {}],
  ['an educator', { Educator: {} }],
  ['a club’s administrator', { OrganizationAdmin: {} }],
])('no second factor is required of %s', async (_who, roles) => {
  const person = await createMember(roles)
  await requireFrom(dayAfter(-1))
  expect(await isAuthorized(await signInByPassword(person.userName))).toBe(true)
})

test('no second factor is required before the day', async () => {
  const person = await createMember({ Administrator: {} })
  await requireFrom(dayAfter(1))
  expect(await isAuthorized(await signInByPassword(person.userName))).toBe(true)
})

test('a passkey and an electronic identification are sufficient by themselves', async () => {
  const person = await createMember({ Administrator: {} })
  const { authenticator } = await addPasskey(person.fetch)
  await requireFrom(dayAfter(-1))
  const options = await readJson<{ challenge: string }>(anonymous('POST', '/Authentication/passkey/options'))
  const { token } = await readJson<{ token: string }>(
    anonymous('POST', '/Authentication/passkey', await authenticator.sign(options)),
  )
  expect(await isAuthorized(call(token))).toBe(true)
  const identified = await signedIn({ roles: { Administrator: {} } })
  await query
    .update(sessions)
    .set({ openedBy: 'external-login', secondFactor: 'external-login' })
    .where(eq(sessions.userId, identified.id))
  expect(await isAuthorized(identified.fetch)).toBe(true)
})

test('a person who signed in by a link sets up no factor without the password', async () => {
  const person = await createMember({ Administrator: {} })
  await query
    .update(sessions)
    .set({ openedBy: 'single-sign-on', verifiedAt: null })
    .where(eq(sessions.userId, person.id))
  await requireFrom(dayAfter(-1))
  expect((await person.fetch('POST', '/Authentication/app', {})).status).toBe(400)
  expect((await person.fetch('POST', '/Authentication/app', { password })).status).toBe(200)
})

test('a link replaces the password and not the second step', async () => {
  const [person, chief] = [await createMember(), await signedIn({ roles: { SuperAdministrator: {} } })]
  await addApp(person.fetch)
  const link = await readJson<string>(chief.fetch('GET', `/Authentication/SingleSignOnLinkForUser/${person.id}`))
  const { token } = await readJson<{ token: string }>(
    anonymous('POST', '/Authentication/SingleSignOn', { token: link.split('/').at(-1) }),
  )
  expect(await codeOf(await call(token)('GET', '/Notices'))).toBe('second_factor_required')
})

test('the configuration accepts a day or null', async () => {
  const chief = await signedIn({ roles: { SuperAdministrator: {} } })
  const stored = await readJson<{ lastChange: string }>(chief.fetch('GET', '/PortalConfiguration'))
  const save = (secondFactorFrom: unknown) =>
    chief.fetch('PUT', '/PortalConfiguration', {
      ...plainConfiguration,
      secondFactorFrom,
      lastChange: stored.lastChange,
    })
  for (const wrong of ['2026-02-30', 'snart', '', 7, undefined]) {
    const refused = await save(wrong)
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { fields: { secondFactorFrom: expect.any(String) } },
    ])
  }
  const saved = await save(dayAfter(5))
  expect(await saved.json()).toMatchObject({ secondFactorFrom: dayAfter(5) })
  expect(JSON.stringify(await readJson(anonymous('GET', '/PortalConfiguration/public')))).not.toContain(
    'secondFactorFrom',
  )
})

test('the office above a person removes lost factors, and the person is notified', async () => {
  await insertFederation()
  const person = await createMember({}, 'tappat@mejl.example')
  await addPasskey(person.fetch)
  await query.run(`insert into user_organizations (user_id, organization_id) values (${person.id}, 20)`)
  const path = `/Authentication/factors/${person.id}`
  const statusOf = async (roles: HeldRoles) => (await (await signedIn({ roles })).fetch('DELETE', path)).status
  expect(await statusOf({})).toBe(403)
  expect(await statusOf({ OrganizationAdmin: { Organization: [20] } })).toBe(403)
  expect(await statusOf({ Administrator: { Organization: [30] } })).toBe(403)
  expect((await person.fetch('DELETE', path)).status).toBe(403)
  const district = await signedIn({ roles: { Administrator: { Organization: [20] } }, lastName: 'Distrikt' })
  expect(await readJson(district.fetch('GET', path))).toEqual({ hasFactors: true })
  expect((await district.fetch('DELETE', path)).status).toBe(204)
  expect(await readJson(district.fetch('GET', path))).toEqual({ hasFactors: false })
  expect((await person.fetch('GET', '/Notices')).status).toBe(401)
  expect(await isAuthorized(await signInByPassword(person.userName))).toBe(true)
  expect((await district.fetch('DELETE', path)).status).toBe(204)
  const mails = await query.select().from(outboxMails).where(eq(outboxMails.recipient, 'tappat@mejl.example'))
  expect(mails.map(({ name }) => name)).toEqual(['secondFactorAdded', 'secondFactorsRemoved'])
  expect(mails[1]?.body).toContain('Test Distrikt')
  const noticeRows = await query.select().from(notices).where(eq(notices.userId, person.id))
  expect(noticeRows.map(({ kind }) => kind)).toEqual(['secondFactorAdded', 'secondFactorsRemoved'])
  const chief = await createMember({ SuperAdministrator: {} })
  await addApp(chief.fetch)
  const administrator = await signedIn({ roles: { Administrator: {} } })
  expect((await administrator.fetch('DELETE', `/Authentication/factors/${chief.id}`)).status).toBe(403)
  expect((await chief.fetch('DELETE', `/Authentication/factors/${chief.id}`)).status).toBe(403)
})
