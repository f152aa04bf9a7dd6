import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { notices } from '#api/foundation/notices/table.ts'
import { createOpenOccasion } from '../../catalogue.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { inHours } from '../../time.ts'
import { linkGuardian } from '../exams/fixtures.ts'
import { cancel, holdOffers, join, offerSeatsAt } from './fixtures.ts'

await holdOffers()

const { query } = database()

/** Creates a full occasion, and a child with its parent. */
async function createQueue() {
  const { occasion, id: educationId, firstPartId } = await createOpenOccasion({ maxParticipants: 1, city: 'Kil' })
  const seated = await signedIn()
  await seated.json('PUT', '/EducationPartOccasions/results', [{ userId: seated.id, occasionId: occasion.id }])
  const parent = await signedIn({ birthOn: '1983-05-01', email: `parent-${educationId}@test.example` })
  const child = await signedIn({ firstName: 'Milo', lastName: 'Ström', birthOn: '2014-01-01' })
  await linkGuardian(parent, child)
  const path = `/education/${educationId}?occasion=${occasion.id}&person=${child.id}#part-${firstPartId}`
  return { occasionId: occasion.id, seated, parent, child, path }
}

const noticesOf = ({ id }: Person) => query.select().from(notices).where(eq(notices.userId, id)).orderBy(notices.id)
const mailsTo = ({ id }: Person) =>
  query.select().from(outboxMails).where(eq(outboxMails.userId, id)).orderBy(outboxMails.id)

test('a guardian who queued for a child reads its name, date and place, and is sent to where it is answered', async () => {
  const { occasionId, seated, parent, child, path } = await createQueue()
  await join(parent, occasionId, [child.id])
  await cancel(seated, occasionId)
  await offerSeatsAt()
  await offerSeatsAt(inHours(25))
  const found = await noticesOf(parent)
  expect(found.map(({ kind }) => kind)).toEqual(['seatOffered', 'seatOfferLapsed'])
  for (const notice of found) {
    expect(notice.path).toBe(path)
    expect(notice.values).toMatchObject({ child: 'Milo Ström', context: 'child' })
    expect(notice.values.when).toContain('Kil')
  }
  const mails = await mailsTo(parent)
  expect(mails.map(({ subject }) => subject.includes('för Milo Ström'))).toEqual([true, true])
  for (const { body } of mails) expect(body).toContain(path)
})

test('the guardian is notified of the end of a queue by the name of the child', async () => {
  const { occasionId, parent, child, path } = await createQueue()
  await join(parent, occasionId, [child.id])
  await offerSeatsAt(inHours(24 * 400))
  const [notice] = await noticesOf(parent)
  expect(notice).toMatchObject({ kind: 'waitingEnded', path, values: { child: 'Milo Ström' } })
})

test('the guardians of a child who queued alone can answer, and are notified too', async () => {
  const { occasionId, seated, parent, child, path } = await createQueue()
  await join(child, occasionId)
  await cancel(seated, occasionId)
  await offerSeatsAt()
  expect((await noticesOf(child)).map(({ values }) => 'child' in values)).toEqual([false])
  expect(await noticesOf(parent)).toMatchObject([{ kind: 'seatOffered', path, values: { child: 'Milo Ström' } }])
})
