import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { hashPassword } from '#api/people/authentication/passwords/password-hash.ts'
import { listAuditEntries } from '../audit.ts'
import { decryptMail } from '../decrypt-mail.ts'
import { anonymous, database, type Person, signedIn } from '../portal.ts'
import { bodyOf } from '../response-body.ts'

const password = 'Utbildning-2026'
const passwordHash = await hashPassword(password)
const member = (email: string | null) => signedIn({ email, passwordHash, firstName: 'Eva', verifiedAt: null })

const edit = (by: Person, given: object, id = by.id) => by.fetch('PUT', `/user/edit/${id}`, given)
const emailOf = async (person: Person) => (await person.json<{ email: string }>('GET', `/User/${person.id}`)).email
const sentTo = async (recipient: string) =>
  (await database().query.select().from(outboxMails).where(eq(outboxMails.recipient, recipient))).map(decryptMail)
const code = async (response: Response) => (await bodyOf<{ code: string }>(response)).code

test('a token only is not sufficient to change the address', async () => {
  const eva = await member('eva@example.test')
  for (const given of [
    { email: 'tjuv@example.test' },
    { email: 'tjuv@example.test', password: 'fel' },
    { email: null },
  ])
    expect(await code(await edit(eva, given))).toBe('wrong_password')
  const form = new FormData()
  form.set('user', JSON.stringify({ email: 'tjuv@example.test' }))
  expect((await eva.fetch('PUT', '/User', form)).status).toBe(400)
  expect(await emailOf(eva)).toBe('eva@example.test')
})

test('a missing password is required, and does not count as a wrong guess', async () => {
  const eva = await member('eva@example.test')
  for (let attempt = 0; attempt < 12; attempt++) {
    const refused = await edit(eva, { email: 'eva.ny@example.test' })
    expect(await refused.json()).toMatchObject({ fields: { password: 'Skriv ditt nuvarande lösenord.' } })
  }
  expect((await edit(eva, { email: 'eva.ny@example.test', password })).status).toBe(200)
})

test('the person changes the address with the password, and the old one is notified when the new one is confirmed', async () => {
  const eva = await member('eva.gammal@example.test')
  expect((await edit(eva, { email: 'eva.ny@example.test', password })).status).toBe(200)
  expect([await emailOf(eva), await sentTo('eva.gammal@example.test')]).toEqual(['eva.gammal@example.test', []])
  const letter = (await sentTo('eva.ny@example.test')).at(-1)
  const token = /token=([\w-]+)/.exec(letter?.body ?? '')?.[1]
  expect((await anonymous('POST', '/Authentication/email/confirm', { token })).status).toBe(204)
  expect(await emailOf(eva)).toBe('eva.ny@example.test')
  expect(await sentTo('eva.gammal@example.test')).toMatchObject([{ subject: 'Din e-postadress är ändrad' }])
  expect(letter?.subject).toBe('Bekräfta din e-postadress')
  const [audit] = (await listAuditEntries('user')).filter(({ action }) => action === 'email.confirmed')
  expect(audit?.data).toEqual({
    before: { email: 'eva.gammal@example.test' },
    after: { email: 'eva.ny@example.test' },
  })
})

test('an unchanged address, or other fields, require no password', async () => {
  const eva = await member('eva.samma@example.test')
  expect((await edit(eva, { email: 'Eva.Samma@example.test', phone: '0701234567' })).status).toBe(200)
  expect(await sentTo('eva.samma@example.test')).toEqual([])
})

test('guesses are counted, together with those of the change of password', async () => {
  const eva = await member('eva.gissad@example.test')
  const chosen = { newPassword: 'blåbärspaj med grädde', passwordVerification: 'blåbärspaj med grädde' }
  for (let guess = 0; guess < 5; guess++) {
    await edit(eva, { email: 'tjuv@example.test', password: `fel ${guess}` })
    await eva.fetch('POST', '/Authentication/ChangePassword', { password: `fel ${guess}`, ...chosen })
  }
  expect(await code(await edit(eva, { email: 'tjuv@example.test', password }))).toBe('too_many_requests')
})

test('the office changes another person’s address without a password, and the old address is notified', async () => {
  const eva = await member('eva.kontor@example.test')
  const office = await signedIn({ roles: { Administrator: {} } })
  expect((await edit(office, { email: 'eva.rattad@example.test' }, eva.id)).status).toBe(200)
  expect(await sentTo('eva.kontor@example.test')).toHaveLength(1)
})
