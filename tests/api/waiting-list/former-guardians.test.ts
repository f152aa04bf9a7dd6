import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { notices } from '#api/foundation/notices/table.ts'
import { users } from '#api/people/users/table.ts'
import { createOpenOccasion } from '../../catalogue.ts'
import { insertParent, removeLink } from '../../guardians.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { protect } from '../../protection.ts'
import { readRefusal } from '../results/fixtures.ts'
import { cancel, createParty, entryOf, holdOffers, join, leave, listOwn, offerSeatsAt, statesOf } from './fixtures.ts'

await holdOffers()

const { query } = database()
const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })

/** Events that end the guardian's rights about the child. */
const endings: [string, (parent: Person, child: Person) => Promise<unknown>][] = [
  ['whose link was removed', (parent, child) => removeLink(superadministrator, parent, child)],
  ['of a child that came of age', (_, child) => query.update(users).set({ birthOn: '2001-01-01' }).where(isOf(child))],
  ['of a child that was protected', (_, child) => protect(superadministrator, child.id)],
]

const isOf = ({ id }: Person) => eq(users.id, id)

async function createFullOccasion(maxParticipants = 1) {
  const { occasion } = await createOpenOccasion({ maxParticipants })
  const seated: Person[] = []
  for (let index = 0; index < maxParticipants; index++) {
    const person = await signedIn()
    await person.json('PUT', '/EducationPartOccasions/results', [{ userId: person.id, occasionId: occasion.id }])
    seated.push(person)
  }
  return { id: occasion.id, seated }
}

/** Frees the seats and offers them. */
async function offer({ id, seated }: Awaited<ReturnType<typeof createFullOccasion>>) {
  for (const person of seated) await cancel(person, id)
  await offerSeatsAt()
}

const noticesOf = async ({ id }: Person) =>
  (await query.select().from(notices).where(eq(notices.userId, id))).map(({ kind }) => kind)
const mailsTo = async ({ id }: Person) =>
  (await query.select().from(outboxMails).where(eq(outboxMails.userId, id))).map(({ name }) => name)

describe.each(endings)('a guardian %s', (_name, end) => {
  test('neither reads nor answers the place that the guardian joined the queue for', async () => {
    const occasion = await createFullOccasion()
    const parent = await signedIn({ birthOn: '1983-05-01', email: `former-${occasion.id}@test.example` })
    const child = await signedIn({ firstName: 'Milo', birthOn: '2014-01-01' })
    await insertParent(parent, child)
    await join(parent, occasion.id, [child.id])
    const { id } = await entryOf(parent)
    await end(parent, child)
    expect(await listOwn(parent)).toEqual([])
    await offer(occasion)
    expect(await noticesOf(parent)).not.toContain('seatOffered')
    expect(await mailsTo(parent)).not.toContain('seatOffered')
    expect(await readRefusal(await leave(parent, id))).toEqual([404, 'not_found'])
    const accepted = await parent.fetch('POST', `/WaitingList/${id}/accept`, [
      { userId: child.id, occasionId: occasion.id },
    ])
    expect(await readRefusal(accepted)).toEqual([404, 'not_found'])
    expect(await noticesOf(child)).toContain('seatOffered')
    expect(await entryOf(child)).toMatchObject({ id, mayAnswer: true })
    expect((await leave(child, id)).status).toBe(204)
  })

  test('loses the place of a party of which nobody may answer for all', async () => {
    const occasion = await createFullOccasion(2)
    const { parent, children } = await createParty(1)
    const child = children[0] as Person
    await join(parent, occasion.id, [parent.id, child.id])
    await end(parent, child)
    expect((await entryOf(parent)).members.map(({ userId }) => userId)).toEqual([parent.id])
    expect((await entryOf(child)).members.map(({ userId }) => userId)).toEqual([child.id])
    await offer(occasion)
    expect(await statesOf(occasion.id)).toEqual([7])
    for (const person of [parent, child]) expect(await noticesOf(person)).toContain('waitingEnded')
    expect(await noticesOf(parent)).not.toContain('seatOffered')
  })
})

test('the other guardian answers for the children whom a removed guardian put in the queue', async () => {
  const occasion = await createFullOccasion(2)
  const { parent, children } = await createParty(2)
  const other = await signedIn({ firstName: 'Ove', birthOn: '1982-05-01', email: `other-${parent.id}@test.example` })
  for (const child of children) await insertParent(other, child)
  await join(
    parent,
    occasion.id,
    children.map(({ id }) => id),
  )
  for (const child of children) await removeLink(superadministrator, parent, child)
  await offer(occasion)
  expect(await listOwn(parent)).toEqual([])
  expect(await entryOf(other)).toMatchObject({ mayAnswer: true })
  expect((await entryOf(other)).offerEnds).not.toBeNull()
  expect(await mailsTo(other)).toEqual(['seatOffered'])
})
