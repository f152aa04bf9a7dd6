import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { notices } from '#api/foundation/notices/table.ts'
import type { CalendarItem } from '#api/office/calendar/contract.ts'
import type { CalendarSubscription } from '#api/office/calendar/subscriptions/contract.ts'
import type { OwnProgress } from '#api/office/education-list/contract.ts'
import type { SignUpOffer } from '#api/participation/sign-ups/contract.ts'
import { waitingEntries } from '#api/participation/waiting-list/table.ts'
import { createEducation, createOccasion, partResult } from '../../catalogue.ts'
import { call, type Person, signedIn } from '../../portal.ts'
import { inDays } from '../../time.ts'
import { enableCardPayments, send } from '../payments/fixtures.ts'
import { resultsPath } from '../results/fixtures.ts'
import { cancel, entryOf, holdOffers, join, offerSeatsAt, query, statesOf } from './fixtures.ts'

await holdOffers()

beforeAll(enableCardPayments)

/** Creates two educations that hold one part, the second with a fee, and a full occasion of the part. */
async function createSharedPart() {
  const first = await createEducation()
  const second = await createEducation([], { feeMinor: 70_000, partIds: first.partIds })
  const occasion = await createOccasion(first.firstPartId, { maxParticipants: 1 })
  return { firstId: first.id, secondId: second.id, partId: first.firstPartId, occasionId: occasion.id }
}

const offerTo = (person: Person, occasionId: number, query = '') =>
  person.json<SignUpOffer>('GET', `/user/${person.id}/canUserSignUpToEducationForOccasion/${occasionId}${query}`)

/** Fills the occasion, puts a person in its queue through an education, and offers the freed seat. */
async function createOffer(through: number, occasionId: number): Promise<Person> {
  const [seated, anna] = [await signedIn(), await signedIn()]
  await seated.json('PUT', resultsPath, [{ userId: seated.id, occasionId }])
  const body = { userIds: [anna.id], educationId: through }
  await anna.json('POST', `/EducationPartOccasions/${occasionId}/waitingList`, body)
  await cancel(seated, occasionId)
  await offerSeatsAt()
  return anna
}

test('the price of a shared occasion is that of the education that the sign-up is for', async () => {
  const { firstId, secondId, occasionId } = await createSharedPart()
  const anna = await signedIn()
  expect((await offerTo(anna, occasionId, `?educationId=${secondId}`)).fee).toBe(700)
  expect((await offerTo(anna, occasionId, `?educationId=${firstId}`)).fee).toBe(0)
  expect((await offerTo(anna, occasionId)).fee).toBe(0)
  const other = await createEducation()
  const path = `/user/${anna.id}/canUserSignUpToEducationForOccasion/${occasionId}?educationId=${other.id}`
  expect((await anna.fetch('GET', path)).status).toBe(404)
})

test('a place in the queue of a shared occasion belongs to the education through which the person joined', async () => {
  const { secondId, partId, occasionId } = await createSharedPart()
  const anna = await createOffer(secondId, occasionId)
  const entry = await entryOf(anna)
  expect(entry).toMatchObject({ educationId: secondId })
  expect(entry.offerEnds).not.toBeNull()
  const [notice] = (await query.select().from(notices)).filter(({ userId }) => userId === anna.id)
  expect(notice?.path).toBe(`/education/${secondId}?occasion=${occasionId}#part-${partId}`)
})

test('a place from before the education was stored is for the first published education, and gets its offer', async () => {
  const draft = await createEducation([{}], { publishedAt: null })
  const published = await createEducation([], { partIds: draft.partIds })
  const occasion = await createOccasion(draft.firstPartId, { maxParticipants: 1 })
  const [seated, anna] = [await signedIn(), await signedIn()]
  await seated.json('PUT', resultsPath, [{ userId: seated.id, occasionId: occasion.id }])
  await join(anna, occasion.id)
  await query.update(waitingEntries).set({ educationId: null }).where(eq(waitingEntries.occasionId, occasion.id))
  await cancel(seated, occasion.id)
  await offerSeatsAt()
  const entry = await entryOf(anna)
  expect(entry).toMatchObject({ educationId: published.id, barred: null })
  expect(entry.offerEnds).not.toBeNull()
  const accept = [{ userId: anna.id, occasionId: occasion.id }]
  expect((await anna.fetch('POST', `/WaitingList/${entry.id}/accept`, accept)).status).toBe(200)
})

test('an offer cannot be accepted past the fee of its education', async () => {
  const { secondId, occasionId } = await createSharedPart()
  const anna = await createOffer(secondId, occasionId)
  const { id } = await entryOf(anna)
  const accept = [{ userId: anna.id, occasionId }]
  expect((await anna.fetch('POST', `/WaitingList/${id}/accept`, accept)).status).toBe(409)
  expect(await statesOf(occasionId)).toEqual([1])
  const signUp = { userId: anna.id, educationId: secondId, occasionIds: [occasionId] }
  const paid = await send(anna, ['POST', '/Payment/InitPayment'], { body: { signUp, termsAccepted: true } })
  expect(await paid.json()).toMatchObject({ amount: 700 })
})

test('a queue is refused for an education that does not hold the part', async () => {
  const { occasionId } = await createSharedPart()
  const [seated, anna] = [await signedIn(), await signedIn()]
  await seated.json('PUT', resultsPath, [{ userId: seated.id, occasionId }])
  const body = { userIds: [anna.id], educationId: (await createEducation()).id }
  expect((await anna.fetch('POST', `/EducationPartOccasions/${occasionId}/waitingList`, body)).status).toBe(404)
})

const findInCalendar = async (person: Person, occasionId: number) => {
  const period = { startDate: inDays(0).toISOString(), endDate: inDays(60).toISOString() }
  const items = await person.json<CalendarItem[]>('POST', '/Calendar/CalendarFiltered', period)
  return items.find(({ referenceId }) => referenceId === occasionId)
}

test('the calendar shows a shared occasion for the education of the booking or of the place in the queue', async () => {
  const { firstId, secondId, partId, occasionId } = await createSharedPart()
  const [booked, stranger] = [await signedIn(), await signedIn()]
  await partResult({ userId: booked.id, educationPartId: partId, educationId: secondId, occasionId })
  const queued = await createOffer(secondId, (await createOccasion(partId, { maxParticipants: 1 })).id)
  const { occasionId: queuedFor } = await entryOf(queued)
  expect(await findInCalendar(stranger, occasionId)).toMatchObject({ educationId: firstId, fee: 0 })
  expect(await findInCalendar(booked, occasionId)).toMatchObject({ educationId: secondId, booked: true })
  expect(await findInCalendar(queued, queuedFor)).toMatchObject({ educationId: secondId, fee: 700 })
  const { address } = await booked.json<CalendarSubscription>('POST', '/Calendar/subscriptions', { kind: 'own' })
  const feed = await call(null)('GET', new URL(address, 'http://portal.test').pathname.replace('/api', ''))
  expect((await feed.text()).replaceAll('\r\n ', '')).toContain(`/education/${secondId}`)
})

test('the page of another education names the price of the education that the queue is for', async () => {
  const { firstId, secondId, occasionId } = await createSharedPart()
  const anna = await createOffer(secondId, occasionId)
  const own = await anna.json<OwnProgress>('GET', `/Educations/${firstId}/own`)
  expect(own.pricesElsewhere).toEqual([{ occasionId, educationId: secondId, fee: 700 }])
  expect((await anna.json<OwnProgress>('GET', `/Educations/${secondId}/own`)).pricesElsewhere).toEqual([])
})
