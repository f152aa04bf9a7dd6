import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { users } from '#api/people/users/table.ts'
import {
  changeEmailAs,
  createClubAdministrator,
  createMember,
  editPerson,
  loadLink,
  newAddress,
} from '../email-changes.ts'
import { insertFederation } from '../federation.ts'
import { listColumnsHolding } from '../marked-person.ts'
import { database, signedIn } from '../portal.ts'
import { drainJobs } from '../queue.ts'

await insertFederation()
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

test('an erasure removes mails to earlier addresses and to an unconfirmed one', async () => {
  const [milo, admin] = [await createMember(), await createClubAdministrator()]
  expect((await office.fetch('POST', '/Authentication/GeneratePassword', { userId: milo.id })).status).toBe(200)
  const second = await changeEmailAs(admin, milo)
  const third = newAddress()
  await editPerson(admin, milo.id, { email: third })
  await loadLink(third, 'token')
  const to = async (recipient: string) => query.select().from(outboxMails).where(eq(outboxMails.recipient, recipient))
  for (const address of [milo.email, second, third]) {
    const mails = await to(address)
    expect(mails.length).toBeGreaterThan(0)
    expect(mails.map(({ userId }) => userId)).toEqual(mails.map(() => milo.id))
  }
  await erase(milo.id)
  expect(await listColumnsHolding(milo.email, second, third)).toEqual([])
})

test('the mail with the first password belongs to the external person', async () => {
  const email = 'pekka@elsewhere.example'
  const given = { firstName: 'Pekka', lastName: 'Virtanen', email }
  const made = await office.fetch('POST', '/authentication/CreateExternalUser', given)
  expect(made.status).toBe(200)
  const { id } = await made.json<{ id: number }>()
  const [mail] = await query.select().from(outboxMails).where(eq(outboxMails.recipient, email))
  expect(mail?.userId).toBe(id)
})
