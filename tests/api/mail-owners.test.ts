import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { emailChanges } from '#api/people/email-changes/table.ts'
import { users } from '#api/people/users/table.ts'
import backfill from '../../migrations/0620_owners_of_account_mails.sql?raw'
import { changedBy, clubAdmin, edit, linkTo, member, newAddress } from '../email-changes.ts'
import { foundFederation } from '../federation.ts'
import { textsHolding } from '../marked-person.ts'
import { database, signedIn } from '../portal.ts'
import { drainJobs } from '../queue.ts'

await foundFederation()
const { query } = database()
const office = await signedIn({ roles: { SuperAdministrator: {} } })

async function erase(userId: number): Promise<void> {
  expect((await office.fetch('POST', `/user/${userId}/erasure`)).status).toBe(200)
  const { items } = await (await office.fetch('GET', '/ErasureRequests')).json<{
    items: { id: number; user: { id: number } }[]
  }>()
  const request = items.find(({ user }) => user.id === userId)
  expect((await office.fetch('POST', `/ErasureRequests/${request?.id}/confirm`)).status).toBe(200)
  await drainJobs()
  const [user] = await query.select().from(users).where(eq(users.id, userId))
  expect(user?.erasedAt).not.toBeNull()
}

test('an erasure takes along mails to earlier addresses and to one that was never confirmed', async () => {
  const [milo, admin] = [await member(), await clubAdmin()]
  expect((await office.fetch('POST', '/Authentication/GeneratePassword', { userId: milo.id })).status).toBe(200)
  const second = await changedBy(admin, milo)
  const third = newAddress()
  await edit(admin, milo.id, { email: third })
  await linkTo(third, 'token')
  const to = async (recipient: string) => query.select().from(outboxMails).where(eq(outboxMails.recipient, recipient))
  for (const address of [milo.email, second, third]) {
    const mails = await to(address)
    expect(mails.length).toBeGreaterThan(0)
    expect(mails.map(({ userId }) => userId)).toEqual(mails.map(() => milo.id))
  }
  await erase(milo.id)
  expect(await textsHolding(milo.email, second, third)).toEqual([])
})

test('the first password of an external person is the person’s mail', async () => {
  const email = 'pekka@elsewhere.example'
  const given = { firstName: 'Pekka', lastName: 'Virtanen', email }
  const made = await office.fetch('POST', '/authentication/CreateExternalUser', given)
  expect(made.status).toBe(200)
  const { id } = await made.json<{ id: number }>()
  const [mail] = await query.select().from(outboxMails).where(eq(outboxMails.recipient, email))
  expect(mail?.userId).toBe(id)
})

test('mails from before get the one person who has, or has had, their address', async () => {
  const one = await signedIn({ email: 'nu@mail.example' })
  await signedIn({ email: 'delad@mail.example' })
  await signedIn({ email: 'delad@mail.example' })
  const now = new Date()
  await query.insert(emailChanges).values({
    id: 'earlier',
    userId: one.id,
    email: 'nu@mail.example',
    previousEmail: 'Da@mail.example',
    requestedByUserId: one.id,
    tokenHash: null,
    createdAt: now,
    expiresAt: now,
    confirmedAt: now,
  })
  const mail = { subject: 'Lösenord', body: '', createdAt: now, name: 'passwordGenerated' }
  const recipients = ['nu@mail.example', 'da@mail.example', 'delad@mail.example', 'ingen@mail.example']
  await query.insert(outboxMails).values(recipients.map((recipient) => ({ ...mail, recipient, messageId: recipient })))
  await env.DB.prepare(backfill).run()
  const owners = await query.select().from(outboxMails).where(eq(outboxMails.subject, 'Lösenord'))
  expect(Object.fromEntries(owners.map(({ recipient, userId }) => [recipient, userId]))).toEqual({
    'nu@mail.example': one.id,
    'da@mail.example': one.id,
    'delad@mail.example': null,
    'ingen@mail.example': null,
  })
})
