import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { emailChanges } from '#api/people/email-changes/table.ts'
import {
  askReset,
  changedBy,
  clubAdmin,
  codeOf,
  confirm,
  district,
  edit,
  emailOf,
  linkTo,
  mailsTo,
  member,
  newAddress,
  object,
  password,
  young,
} from '../email-changes.ts'
import { foundFederation } from '../federation.ts'
import { database, type Person, signedIn, stranger } from '../portal.ts'
import { drainJobs } from '../queue.ts'
import { inHours } from '../time.ts'

vi.setConfig({ testTimeout: 30_000 })
await foundFederation()
const { query } = database()

test('a club administrator does not get into a member’s account by another address', async () => {
  const [milo, attacker] = [await member({ birthOn: young }), await clubAdmin()]
  const address = newAddress()
  expect((await edit(attacker, milo.id, { email: address })).status).toBe(200)
  expect(await emailOf(milo.id)).toBe(milo.email)

  await askReset(milo.userName)
  await drainJobs()
  expect((await mailsTo(address)).map(({ name }) => name)).toEqual(['emailConfirm'])
  expect((await mailsTo(milo.email))[0]?.name).toBe('passwordReset')

  expect((await confirm(await linkTo(address, 'token'))).status).toBe(204)
  expect(await emailOf(milo.id)).toBe(address)
  const asked = await askReset(milo.userName)
  await drainJobs()
  expect([asked.status, await asked.text()]).toEqual([204, ''])
  expect((await mailsTo(address)).map(({ name }) => name)).toEqual(['passwordResetRests', 'emailConfirm'])
  expect((await attacker.fetch('POST', '/Authentication/GeneratePassword', { userId: milo.id })).status).toBe(403)
  // The code that was mailed before the change is invalid now.
  const code = /\b[A-Z2-9]{4}-[A-Z2-9]{4}\b/.exec(
    (await mailsTo(milo.email)).find(({ name }) => name === 'passwordReset')?.body ?? '',
  )
  const chosen = { newPassword: 'korrekt häst batteri', passwordVerification: 'korrekt häst batteri' }
  const used = await stranger('POST', '/Authentication/ForgotPassword/reset', {
    username: milo.userName,
    resetToken: code?.[0] ?? '',
    ...chosen,
  })
  expect(await codeOf(used)).toBe('reset_token_invalid')
})

test('the answer of a reset is the same whether it rests or not, and for a name that is nobody’s', async () => {
  const [resting, plain] = [await member(), await member()]
  await changedBy(await clubAdmin(), resting)
  for (const name of [resting.userName, plain.userName, 'ingen-sadan']) {
    const answer = await askReset(name)
    expect([answer.status, await answer.text()]).toEqual([204, ''])
  }
})

test('after 72 hours codes are mailed again, and at once when the person has changed the address', async () => {
  const [milo, own] = [await member(), await member()]
  const address = await changedBy(await clubAdmin(), milo)
  const [change] = await query.select().from(emailChanges).where(eq(emailChanges.userId, milo.id))
  if (!change) throw new Error('the change was not noted')
  await query.delete(emailChanges).where(eq(emailChanges.id, change.id))
  const confirmedAt = inHours(-72)
  await query.insert(emailChanges).values({ ...change, createdAt: confirmedAt, confirmedAt })
  const mine = newAddress()
  await edit(own, own.id, { email: mine, password })
  await confirm(await linkTo(mine, 'token'))
  for (const name of [milo.userName, own.userName]) await askReset(name)
  await drainJobs()
  for (const reader of [address, mine]) expect((await mailsTo(reader))[0]?.name).toBe('passwordReset')
})

test('an address taken away by the office rests the account as a new one does', async () => {
  const [milo, office] = [await member(), await district()]
  expect((await edit(office, milo.id, { email: null })).status).toBe(200)
  expect(await emailOf(milo.id)).toBeNull()
  expect(await codeOf(await office.fetch('POST', '/Authentication/GeneratePassword', { userId: milo.id }))).toBe(
    'password_rests',
  )
  expect((await object(await linkTo(milo.email, 'object'))).status).toBe(204)
  expect(await emailOf(milo.id)).toBe(milo.email)
})

test('while it rests a superadministrator alone gives a password, hands it over in person, and ends the rest', async () => {
  const [milo, office, chief] = [
    await member(),
    await district(),
    await signedIn({ roles: { SuperAdministrator: {} } }),
  ]
  const address = await changedBy(office, milo)
  const generate = (by: Person) => by.fetch('POST', '/Authentication/GeneratePassword', { userId: milo.id })
  expect(await codeOf(await generate(office))).toBe('password_rests')
  expect(await (await generate(chief)).json()).toEqual({ password: expect.stringMatching(/^\w{4}-\w{4}-\w{4}$/) })
  expect((await mailsTo(address)).map(({ name }) => name)).not.toContain('passwordGenerated')
  expect(await (await generate(office)).json()).toEqual({ password: null })
  await askReset(milo.userName)
  await drainJobs()
  expect((await mailsTo(address))[0]?.name).toBe('passwordReset')
})
