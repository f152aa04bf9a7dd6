import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { jobs } from '#api/foundation/jobs/table.ts'
import { accountRequests } from '#api/people/own-accounts/table.ts'
import { oneTimeTokens } from '#api/people/tokens/table.ts'
import { configurePortal } from '../../configuration.ts'
import { createMember } from '../../email-changes.ts'
import { insertFederation } from '../../federation.ts'
import {
  adultBirthDate,
  createAccount,
  listMails,
  listPeople,
  loadCode,
  newAddress,
  openOwnAccounts,
  proveAddress,
  proveCode,
  readCode,
  requestCode,
  sendForm,
  signInAs,
  startAttempt,
} from '../../own-accounts.ts'
import { anonymous, database, signedIn } from '../../portal.ts'
import { drainJobs, runDailyJob } from '../../queue.ts'
import { inDays, inMinutes } from '../../time.ts'

vi.setConfig({ testTimeout: 30_000 })
await insertFederation()
await openOwnAccounts()
const { query } = database()

afterEach(() => {
  vi.useRealTimers()
})

test('a known and an unknown address get the same reply, the same writes and one mail each', async () => {
  const [known, unknown] = [await createMember(), newAddress()]
  const shape = async (email: string) => {
    const reply = await requestCode(email)
    const body = await reply.json<Record<string, string>>()
    return [reply.status, Object.keys(body), body['token']?.length]
  }
  expect(await shape(known.email)).toEqual(await shape(unknown))
  const queued = (await query.select().from(jobs)).filter(({ kind }) => kind === 'ownAccounts.code')
  expect(queued.length).toBe(2)
  await drainJobs()
  const [ofKnown, ofUnknown] = [await listMails(known.email), await listMails(unknown)]
  expect(ofKnown.map(({ name }) => name)).toEqual(['ownAccountExists'])
  expect(ofKnown[0]?.body).toContain('/login/forgot')
  expect(ofUnknown.map(({ name }) => name)).toEqual(['ownAccountCode'])
})

test('a guess about a known address is refused like one about an unknown address', async () => {
  const [known, unknown] = [await createMember(), newAddress()]
  for (const email of [known.email, unknown]) {
    const answer = await proveCode(await startAttempt(email), '000000x')
    expect([answer.status, await readCode(answer)]).toEqual([400, 'own_account_code_invalid'])
  }
})

test('an adult creates an external account by the code, and signs in', async () => {
  const email = newAddress()
  expect(await createAccount(email)).toEqual({ state: 'opened', userName: email })
  const [person] = await listPeople(email)
  expect(person).toMatchObject({ firstName: 'Signe', birthOn: adultBirthDate, isExternal: true })
  expect(await signInAs(email)).toBe(200)
  expect((await listMails(email))[0]?.name).toBe('ownAccountOpened')
})

test('a code and a proof are stored as hashes, and a settled request without its password', async () => {
  const email = newAddress()
  const token = await startAttempt(email)
  const code = await loadCode(email)
  const stored = JSON.stringify(await query.select().from(oneTimeTokens))
  expect(stored).not.toContain(token)
  expect(stored).not.toContain(`"${code}"`)
  const { proof } = await (await proveCode(token, code)).json<{ proof: string }>()
  expect(JSON.stringify(await query.select().from(oneTimeTokens))).not.toContain(proof)
  expect((await sendForm(proof)).status).toBe(200)
  const [request] = await query.select().from(accountRequests).where(eq(accountRequests.email, email))
  expect([request?.state, request?.passwordHash]).toEqual(['opened', null])
})

test('a code works once', async () => {
  const email = newAddress()
  const token = await startAttempt(email)
  const code = await loadCode(email)
  const answers = await Promise.all([proveCode(token, code), proveCode(token, code)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(await readCode(await proveCode(token, code))).toBe('own_account_code_invalid')
})

test('a code works five tries, and not after fifteen minutes', async () => {
  const [email, other] = [newAddress(), newAddress()]
  const token = await startAttempt(email)
  const code = await loadCode(email)
  for (let tries = 0; tries < 5; tries += 1) expect((await proveCode(token, 'wrong')).status).toBe(400)
  expect(await readCode(await proveCode(token, code))).toBe('own_account_code_invalid')
  const late = await startAttempt(other)
  const right = await loadCode(other)
  vi.useFakeTimers({ toFake: ['Date'], now: inMinutes(16) })
  expect(await readCode(await proveCode(late, right))).toBe('own_account_code_invalid')
})

test('the code of another attempt is wrong', async () => {
  const [mine, other] = [newAddress(), newAddress()]
  const [token] = [await startAttempt(mine), await startAttempt(other)]
  const [own, foreign] = [await loadCode(mine), await loadCode(other)]
  if (own !== foreign) expect((await proveCode(token, foreign)).status).toBe(400)
  expect((await proveCode(token, own)).status).toBe(200)
})

test('an address gets five codes in a quarter of an hour, in any spelling', async () => {
  const email = newAddress()
  for (let codes = 0; codes < 5; codes += 1) expect((await requestCode(email)).status).toBe(200)
  const refused = await requestCode(email.toUpperCase())
  expect([refused.status, await readCode(refused)]).toEqual([429, 'too_many_requests'])
})

test('a network gets thirty codes in a quarter of an hour', async () => {
  const headers = { 'cf-connecting-ip': '203.0.113.9' }
  const statuses: number[] = []
  for (let codes = 0; codes < 31; codes += 1)
    statuses.push((await anonymous('POST', '/OwnAccounts/code', { email: newAddress() }, headers)).status)
  expect(statuses.filter((status) => status === 200).length).toBe(30)
  expect(statuses.at(-1)).toBe(429)
})

test('a robot that fills in the hidden field gets the same reply and no mail', async () => {
  const email = newAddress()
  const answer = await requestCode(email, { website: 'https://spam.example' })
  expect(Object.keys(await answer.json<object>())).toEqual(['token'])
  await drainJobs()
  expect(await listMails(email)).toEqual([])
})

test('two forms with one proof at once make one person', async () => {
  const email = newAddress()
  const proof = await proveAddress(email)
  const answers = await Promise.all([sendForm(proof), sendForm(proof)])
  expect(answers.map(({ status }) => status).filter((status) => status === 200).length).toBe(1)
  const refused = answers.find(({ status }) => status !== 200)
  expect(refused && (await readCode(refused))).toBe('own_account_proof_invalid')
  expect((await listPeople(email)).length).toBe(1)
  expect(await readCode(await sendForm(proof))).toBe('own_account_proof_invalid')
})

test('two forms with two proofs of an address make one person', async () => {
  const email = newAddress()
  const proofs = [await proveAddress(email), await proveAddress(email)]
  const answers = await Promise.all(proofs.map((proof) => sendForm(proof)))
  expect(answers.filter(({ status }) => status === 200).length).toBe(1)
  expect((await listPeople(email)).length).toBe(1)
})

test.each([
  ['a short password', { newPassword: 'kort', passwordVerification: 'kort' }, 'password_too_short', 'newPassword'],
  ['a future date of birth', { birthDate: '2199-01-01' }, 'invalid_input', 'birthDate'],
  ['an unknown club', { organizationId: 999_999 }, 'invalid_input', 'organizationId'],
  ['no consent to the terms', { acceptsTerms: false }, 'invalid_input', 'acceptsTerms'],
])('%s is refused at its field, and the proof can be used again', async (_name, more, code, field) => {
  const proof = await proveAddress(newAddress())
  const refusal = await (await sendForm(proof, more)).json<{ code: string; fields: Record<string, string> }>()
  expect([refusal.code, Object.keys(refusal.fields)]).toEqual([code, [field]])
  expect((await sendForm(proof)).status).toBe(200)
})

test('with the switch off every call is refused', async () => {
  const email = newAddress()
  const proof = await proveAddress(email)
  await configurePortal({ features: [] })
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  const answers = [
    requestCode(email),
    proveCode('x', '123456'),
    sendForm(proof),
    anonymous('GET', '/OwnAccounts/organizations'),
    office.fetch('GET', '/OwnAccounts/consent?token=x'),
    office.fetch('POST', '/OwnAccounts/consent', { token: 'x', consents: true }),
    office.fetch('GET', '/AccountRequests'),
    office.fetch('POST', '/AccountRequests/1/decision', { userId: null }),
    office.fetch('POST', '/MembershipRequests/1/decision', { isApproved: true }),
  ]
  for (const answer of await Promise.all(answers)) expect(answer.status).toBe(404)
  expect(await listPeople(email)).toEqual([])
  await openOwnAccounts()
})

test('old requests are removed', async () => {
  const email = newAddress()
  await createAccount(email)
  await query
    .update(accountRequests)
    .set({ createdAt: inDays(-31) })
    .where(eq(accountRequests.email, email))
  await runDailyJob('ownAccounts.forget')
  expect(await query.select().from(accountRequests).where(eq(accountRequests.email, email))).toEqual([])
  expect((await listPeople(email)).length).toBe(1)
})
