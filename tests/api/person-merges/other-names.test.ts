import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { insertFederation } from '../../federation.ts'
import { insertIntegrationAccount } from '../../integrations.ts'
import { anonymous, call, database, signedIn } from '../../portal.ts'
import { drainJobs } from '../../queue.ts'
import { addApp, addPasskey, createMember, password } from '../../second-factors.ts'
import { merge, office, rowsOf, undo } from './fixtures.ts'

vi.setConfig({ testTimeout: 60_000 })
await insertFederation()

const mailsTo = (recipient: string) =>
  database().query.select().from(outboxMails).where(eq(outboxMails.recipient, recipient))
const codeOf = async (response: Response) => [response.status, (await response.json<{ code?: string }>()).code]

test('a forgotten password by the user name of a merged-away account mails nobody, as an unknown name', async () => {
  const [into, from] = [await createMember({}, 'stays@example.se'), await createMember({}, 'gone@example.se')]
  const done = await merge({ into, from }, { email: 'into' })
  const ask = (username: string) =>
    anonymous('POST', '/Authentication/ForgotPassword/reset', { username, channel: 'email' })
  const answers = [await ask(from.userName), await ask('no-such-name')]
  await drainJobs()
  expect(answers.map(({ status }) => status)).toEqual([204, 204])
  expect(await mailsTo('gone@example.se')).toEqual([])
  expect(await mailsTo('stays@example.se')).toEqual([])
  expect(await rowsOf('select user_id from one_time_tokens where user_id in (?, ?)', from.id, into.id)).toEqual([])
  await undo(done)
  await ask(from.userName)
  await drainJobs()
  expect(await mailsTo('gone@example.se')).toHaveLength(1)
})

test('the old number gives a sign-on link of the person who stays', async () => {
  const [into, from] = [await signedIn(), await signedIn()]
  await merge({ into, from })
  const link = await office.json<string>('GET', `/Authentication/SingleSignOnLinkForUser/${from.id}`)
  const token = link.slice(link.lastIndexOf('/') + 1)
  const opened = await anonymous('POST', '/Authentication/SingleSignOn', { token })
  expect([opened.status, (await opened.json<{ userId: number }>()).userId]).toEqual([200, into.id])
})

test('password, passkey and authenticator app of a merged-away account open no session', async () => {
  const [into, from] = [await createMember(), await createMember()]
  const { authenticator } = await addPasskey(from.fetch)
  await addApp(from.fetch)
  await merge({ into, from })
  const byPassword = await anonymous('POST', '/Authentication/Login', { username: from.userName, password })
  expect(await codeOf(byPassword)).toEqual([403, 'user_inactive'])
  const options = await (await anonymous('POST', '/Authentication/passkey/options')).json<
    Parameters<typeof authenticator.sign>[0]
  >()
  const byPasskey = await anonymous('POST', '/Authentication/passkey', await authenticator.sign(options))
  expect(await codeOf(byPasskey)).toEqual([403, 'user_inactive'])
  expect(await rowsOf('select id from sessions where user_id = ?', from.id)).toEqual([])
  for (const table of ['passkeys', 'authenticator_apps'])
    expect(await rowsOf(`select user_id as id from ${table} where user_id in (?, ?)`, from.id, into.id)).toEqual([
      { id: from.id },
    ])
})

test('an integration account that knows both records saves the person who stays by either id', async () => {
  for (const organizationIds of [[], [2]]) {
    const account = await insertIntegrationAccount({ organizationIds })
    const save = async (externalId: string, changes: object = {}) => {
      const body = {
        firstName: 'Karin',
        lastName: 'Ek',
        birthDate: '1991-03-04',
        memberships: [{ organizationId: 20 }],
      }
      const email = `${externalId}@example.se`
      const response = await call(account.secret)('POST', '/User', { ...body, email, externalId, ...changes })
      return response.json<{ id?: number; result?: string; code?: string }>()
    }
    const key = crypto.randomUUID().slice(0, 8)
    const [into, from] = [await save(`stays-${key}`), await save(`gone-${key}`)]
    expect(into.id).not.toBe(from.id)
    const done = await merge({ into: { id: into.id ?? 0 }, from: { id: from.id ?? 0 } })
    expect(await save(`gone-${key}`, { firstName: 'Carin' })).toMatchObject({ id: into.id, result: 'changed' })
    expect(await save(`stays-${key}`, { firstName: 'Carin' })).toMatchObject({ id: into.id })
    const child = { birthDate: '2015-03-04', guardians: [{ externalId: `gone-${key}`, relation: 'parent' }] }
    const { id: childId } = await save(`child-${key}`, child)
    expect(await rowsOf('select adult_user_id as id from guardian_links where child_user_id = ?', childId)).toEqual([
      { id: into.id },
    ])
    await undo(done)
    expect(await save(`gone-${key}`)).toMatchObject({ id: from.id })
  }
})
