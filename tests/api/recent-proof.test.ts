import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { servedCalls } from '#api/index.ts'
import { hashPassword } from '#api/people/authentication/passwords/password-hash.ts'
import { sessions } from '#api/people/authentication/table.ts'
import { users } from '#api/people/users/table.ts'
import { randomToken } from '#platform/digest.ts'
import { listAuditEntries } from '../audit.ts'
import { configurePortal } from '../configuration.ts'
import { insertIntegrationAccount } from '../integrations.ts'
import { call, database, type Person, signedIn } from '../portal.ts'
import { addPasskey } from '../second-factors.ts'

vi.setConfig({ testTimeout: 30_000 })

await configurePortal({ features: ['RoleManagement'] })

const password = 'Utbildning-2026'
const passwordHash = await hashPassword(password)
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

const superadministrator = (overrides: Parameters<typeof signedIn>[0] = {}) =>
  signedIn({ roles: { SuperAdministrator: {} }, passwordHash, verifiedAt: null, ...overrides })

const answerOf = async (response: Response) => [
  response.status,
  (await response.json<{ code?: string }>().catch(() => ({ code: undefined }))).code,
]
const giveRole = async (person: Person) =>
  answerOf(await person.fetch('PUT', `/User/${(await signedIn()).id}/roles/Educator`))

const guarded = servedCalls.filter(({ call: { recentProof } }) => recentProof).map(({ name }) => name)

test('roles, access to accounts, refunds, integrations, webhooks and Fortnox require a recent proof of identity', () => {
  expect(guarded.sort()).toEqual([
    'DELETE /Authentication/factors/:userId',
    'DELETE /ExternalLogin/oidc/link/:userId',
    'DELETE /User/:id/roles/:role',
    'GET /Authentication/SingleSignOnLinkForUser/:id',
    'POST /Authentication/GeneratePassword',
    'POST /Fortnox/connect',
    'POST /Payment/refunds',
    'POST /PersonMerges',
    'POST /PersonMerges/:id/undo',
    'POST /User/integrationaccounts',
    'POST /User/integrationaccounts/:id/newpassword',
    'POST /Webhooks',
    'POST /Webhooks/:id/newsecret',
    'PUT /Payment/refunds/:id',
    'PUT /Payment/refunds/:id/send',
    'PUT /User/:id/closure',
    'PUT /User/:id/roles/:role',
    'PUT /User/:id/roles/extensions',
    'PUT /User/:id/updateRoles',
    'PUT /User/integrationaccounts/:id',
    'PUT /User/roles',
    'PUT /Webhooks/:id',
  ])
})

test.each(guarded)('%s is refused without one, before anything is read or written', async (name) => {
  const person = await superadministrator()
  const [method = '', path = ''] = name.split(' ')
  const filled = path.replace(':role', 'Educator').replace(/:\w+/g, '999999')
  expect(await answerOf(await person.fetch(method, filled, method === 'POST' ? {} : undefined))).toEqual([
    403,
    'proof_required',
  ])
  const noted = (await listAuditEntries('user')).filter(({ userId }) => userId === person.id)
  expect(noted).toEqual([])
})

describe('the proof of identity is', () => {
  test('the password, for five minutes', async () => {
    const person = await superadministrator()
    expect(await giveRole(person)).toEqual([403, 'proof_required'])
    const wrong = await person.fetch('POST', '/Authentication/password/verify', { password: 'fel-fel-fel' })
    expect(await answerOf(wrong)).toEqual([400, 'wrong_password'])
    expect(await giveRole(person)).toEqual([403, 'proof_required'])
    expect((await person.fetch('POST', '/Authentication/password/verify', { password })).status).toBe(204)
    expect(await giveRole(person)).toEqual([200, undefined])
    await database()
      .query.update(sessions)
      .set({ verifiedAt: minutesAgo(6) })
      .where(eq(sessions.userId, person.id))
    expect(await giveRole(person)).toEqual([403, 'proof_required'])
  })

  test('limited in guesses', async () => {
    const person = await superadministrator()
    const guess = () => person.fetch('POST', '/Authentication/password/verify', { password: 'fel-fel-fel' })
    const statuses = []
    for (let attempt = 0; attempt < 11; attempt++) statuses.push((await guess()).status)
    expect(statuses).toEqual([...Array(10).fill(400), 429])
    expect((await person.fetch('POST', '/Authentication/password/verify', { password })).status).toBe(429)
  })

  test('a recent sign-in by password, and none by a sign-on link', async () => {
    const person = await superadministrator()
    const openedBy = (by: 'password' | 'single-sign-on') =>
      database().query.update(sessions).set({ openedBy: by }).where(eq(sessions.userId, person.id))
    await openedBy('password')
    expect(await giveRole(person)).toEqual([200, undefined])
    await openedBy('single-sign-on')
    expect(await giveRole(person)).toEqual([403, 'proof_required'])
  })

  test('not asked of an integration account, which has its own secret', async () => {
    const { secret } = await insertIntegrationAccount({ roles: ['IntegrationWrite'] })
    const byKey = servedCalls.filter(({ name, call: { integration } }) => integration && guarded.includes(name))
    for (const { name } of byKey) {
      const [method = '', path = ''] = name.split(' ')
      const [, code] = await answerOf(await call(secret)(method, path.replace(/:\w+/g, '999999'), {}))
      expect(code, name).not.toBe('proof_required')
    }
  })
})

test('a recent passkey also permits a change of the own e-mail address', async () => {
  const person = await signedIn({ userName: `mejl-${randomToken()}`, passwordHash, email: 'gammal@example.se' })
  const { authenticator } = await addPasskey(person.fetch)
  await database().query.update(sessions).set({ verifiedAt: null }).where(eq(sessions.userId, person.id))
  const change = () => person.fetch('PUT', `/user/edit/${person.id}`, { email: 'ny@example.se' })
  expect(await answerOf(await change())).toEqual([400, 'wrong_password'])
  const options = await (await person.fetch('POST', '/Authentication/secondstep/options')).json()
  const proof = await authenticator.sign(options as Parameters<typeof authenticator.sign>[0])
  expect((await person.fetch('POST', '/Authentication/passkey/verify', proof)).status).toBe(204)
  expect((await change()).status).toBe(200)
  const [row] = await database().query.select().from(users).where(eq(users.id, person.id))
  expect(row?.email).toBe('gammal@example.se')
})
