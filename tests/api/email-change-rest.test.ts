import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { emailChanges } from '#api/people/email-changes/table.ts'
import {
  changeEmailAs,
  childBirthDate,
  confirmChange,
  createClubAdministrator,
  createDistrictAdministrator,
  createMember,
  editPerson,
  listMails,
  loadEmail,
  loadLink,
  newAddress,
  objectToChange,
  password,
  readCode,
  requestReset,
} from '../email-changes.ts'
import { insertFederation } from '../federation.ts'
import { anonymous, database, type Person, signedIn } from '../portal.ts'
import { drainJobs } from '../queue.ts'
import { inHours } from '../time.ts'

vi.setConfig({ testTimeout: 30_000 })
await insertFederation()
const { query } = database()

test('a club administrator cannot access a member’s account by changing the address', async () => {
  const [milo, attacker] = [await createMember({ birthOn: childBirthDate }), await createClubAdministrator()]
  const address = newAddress()
  expect((await editPerson(attacker, milo.id, { email: address })).status).toBe(200)
  expect(await loadEmail(milo.id)).toBe(milo.email)

  await requestReset(milo.userName)
  await drainJobs()
  expect((await listMails(address)).map(({ name }) => name)).toEqual(['emailConfirm'])
  expect((await listMails(milo.email))[0]?.name).toBe('passwordReset')

  expect((await confirmChange(await loadLink(address, 'token'))).status).toBe(204)
  expect(await loadEmail(milo.id)).toBe(address)
  const response = await requestReset(milo.userName)
  await drainJobs()
  expect([response.status, await response.text()]).toEqual([204, ''])
  expect((await listMails(address)).map(({ name }) => name)).toEqual(['passwordResetRests', 'emailConfirm'])
  expect((await attacker.fetch('POST', '/Authentication/GeneratePassword', { userId: milo.id })).status).toBe(403)
  // The code that was mailed before the change is invalid now.
  const code = /\b[A-Z2-9]{4}-[A-Z2-9]{4}\b/.exec(
    (await listMails(milo.email)).find(({ name }) => name === 'passwordReset')?.body ?? '',
  )
  const chosen = { newPassword: 'korrekt häst batteri', passwordVerification: 'korrekt häst batteri' }
  const used = await anonymous('POST', '/Authentication/ForgotPassword/reset', {
    username: milo.userName,
    resetToken: code?.[0] ?? '',
    ...chosen,
  })
  expect(await readCode(used)).toBe('reset_token_invalid')
})

test('the response of a reset is the same during the hold, after it, and for an unknown name', async () => {
  const [resting, plain] = [await createMember(), await createMember()]
  await changeEmailAs(await createClubAdministrator(), resting)
  for (const name of [resting.userName, plain.userName, 'ingen-sadan']) {
    const answer = await requestReset(name)
    expect([answer.status, await answer.text()]).toEqual([204, ''])
  }
})

test('codes are mailed again after 72 hours, and at once when the person has changed the address', async () => {
  const [milo, own] = [await createMember(), await createMember()]
  const address = await changeEmailAs(await createClubAdministrator(), milo)
  const [change] = await query.select().from(emailChanges).where(eq(emailChanges.userId, milo.id))
  if (!change) throw new Error('the change was not noted')
  await query.delete(emailChanges).where(eq(emailChanges.id, change.id))
  const confirmedAt = inHours(-72)
  await query.insert(emailChanges).values({ ...change, createdAt: confirmedAt, confirmedAt })
  const mine = newAddress()
  await editPerson(own, own.id, { email: mine, password })
  await confirmChange(await loadLink(mine, 'token'))
  for (const name of [milo.userName, own.userName]) await requestReset(name)
  await drainJobs()
  for (const reader of [address, mine]) expect((await listMails(reader))[0]?.name).toBe('passwordReset')
})

test('an address removed by the office puts a hold on the account as a new one does', async () => {
  const [milo, office] = [await createMember(), await createDistrictAdministrator()]
  expect((await editPerson(office, milo.id, { email: null })).status).toBe(200)
  expect(await loadEmail(milo.id)).toBeNull()
  expect(await readCode(await office.fetch('POST', '/Authentication/GeneratePassword', { userId: milo.id }))).toBe(
    'password_rests',
  )
  expect((await objectToChange(await loadLink(milo.email, 'object'))).status).toBe(204)
  expect(await loadEmail(milo.id)).toBe(milo.email)
})

test('during the hold only a superadministrator creates a password, to hand over in person, and ends the hold', async () => {
  const [milo, office, chief] = [
    await createMember(),
    await createDistrictAdministrator(),
    await signedIn({ roles: { SuperAdministrator: {} } }),
  ]
  const address = await changeEmailAs(office, milo)
  const generate = (by: Person) => by.fetch('POST', '/Authentication/GeneratePassword', { userId: milo.id })
  expect(await readCode(await generate(office))).toBe('password_rests')
  expect(await (await generate(chief)).json()).toEqual({ password: expect.stringMatching(/^\w{4}-\w{4}-\w{4}$/) })
  expect((await listMails(address)).map(({ name }) => name)).not.toContain('passwordGenerated')
  expect(await (await generate(office)).json()).toEqual({ password: null })
  await requestReset(milo.userName)
  await drainJobs()
  expect((await listMails(address))[0]?.name).toBe('passwordReset')
})
