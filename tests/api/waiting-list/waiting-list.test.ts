import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { educationPrerequisites } from '#api/catalogue/educations/table.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { notices } from '#api/foundation/notices/table.ts'
import { createOpenOccasion } from '../../catalogue.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { inHours } from '../../time.ts'
import { readRefusal, signUp } from '../results/fixtures.ts'
import {
  cancel,
  createParty,
  entryOf,
  holdOffers,
  join,
  leave,
  listOwn,
  offerSeatsAt,
  seatsOf,
  statesOf,
} from './fixtures.ts'

await holdOffers()

const { query } = database()

/** Creates an occasion whose seats are taken, and the people on it. */
async function createFullOccasion(seats = 1) {
  const { occasion, id: educationId } = await createOpenOccasion({ maxParticipants: seats })
  const booked: Person[] = []
  for (let index = 0; index < seats; index++) {
    const person = await signedIn()
    await person.json('PUT', '/EducationPartOccasions/results', [{ userId: person.id, occasionId: occasion.id }])
    booked.push(person)
  }
  return { id: occasion.id, educationId, booked, first: booked[0] as Person }
}

const noticesOf = async ({ id }: Person) =>
  (await query.select().from(notices).where(eq(notices.userId, id))).map(({ kind }) => kind)

test('a queue shows each place, and a freed seat is offered to the first by notice and mail', async () => {
  const { id, first } = await createFullOccasion()
  const [anna, bo] = [await signedIn({ email: `anna-${id}@test.example` }), await signedIn()]
  expect((await join(anna, id)).status).toBe(200)
  expect((await join(bo, id)).status).toBe(200)
  expect([(await entryOf(anna)).position, (await entryOf(bo)).position]).toEqual([1, 2])
  await cancel(first, id)
  await offerSeatsAt()
  expect((await entryOf(anna)).offerEnds).not.toBeNull()
  expect((await entryOf(bo)).offerEnds).toBeNull()
  expect(await noticesOf(anna)).toEqual(['seatOffered'])
  const mails = await query.select().from(outboxMails).where(eq(outboxMails.userId, anna.id))
  expect(mails.map(({ name }) => name)).toEqual(['seatOffered'])
  expect(await seatsOf(id)).toEqual({ booked: 0, reserved: 1, max: 1 })
})

test('nobody else can take an offered seat, and the person takes it by signing up', async () => {
  const { id, first } = await createFullOccasion()
  const [anna, outsider] = [await signedIn(), await signedIn()]
  await join(anna, id)
  await cancel(first, id)
  // The seat is for the queue also before the offer is made.
  expect(await readRefusal(await signUp(outsider, id))).toEqual([409, 'occasion_full'])
  await offerSeatsAt()
  expect(await readRefusal(await signUp(outsider, id))).toEqual([409, 'occasion_full'])
  expect((await signUp(anna, id)).status).toBe(200)
  expect(await seatsOf(id)).toEqual({ booked: 1, reserved: 0, max: 1 })
  expect(await listOwn(anna)).toEqual([])
  expect(await statesOf(id)).toEqual([2])
})

test('a seat that goes to the next in the queue is free on no screen and in no dialog before the job offers it', async () => {
  const { id, educationId, first } = await createFullOccasion()
  const [anna, bo, outsider] = [await signedIn(), await signedIn(), await signedIn()]
  for (const person of [anna, bo]) await join(person, id)
  await cancel(first, id)
  await offerSeatsAt()
  await leave(anna, (await entryOf(anna)).id)
  const offer = await outsider.json('GET', `/user/${outsider.id}/canUserSignUpToEducationForOccasion/${id}`)
  expect(offer).toMatchObject({ allowed: false, reason: 'occasion_full' })
  const full = { availableSpots: 0, hasFreeSpots: false }
  const page = await outsider.json('GET', `/Educations/${educationId}/view`)
  expect(page).toMatchObject({ occasions: [full], nextOccasion: full })
  const cards = await outsider.json<{ id: number }[]>('GET', '/Educations')
  expect(cards.find((card) => card.id === educationId)).toMatchObject({ nextOccasion: full })
})

test('a declined or lapsed offer goes to the next party', async () => {
  const { id, first } = await createFullOccasion()
  const [anna, bo, cia] = [await signedIn(), await signedIn(), await signedIn()]
  for (const person of [anna, bo, cia]) await join(person, id)
  await cancel(first, id)
  await offerSeatsAt()
  expect((await leave(anna, (await entryOf(anna)).id)).status).toBe(204)
  await offerSeatsAt()
  expect((await entryOf(bo)).offerEnds).not.toBeNull()
  await offerSeatsAt(inHours(25))
  expect(await listOwn(bo)).toEqual([])
  expect(await noticesOf(bo)).toEqual(['seatOffered', 'seatOfferLapsed'])
  expect((await entryOf(cia)).offerEnds).not.toBeNull()
  expect(await statesOf(id)).toEqual([4, 5, 1])
})

test('a party is offered seats for all or none, and a smaller party behind it may be offered first', async () => {
  const { parent: helena, children } = await createParty(1)
  const milo = children[0] as Person
  const { id, booked } = await createFullOccasion(2)
  const single = await signedIn()
  await join(helena, id, [helena.id, milo.id])
  await join(single, id)
  await cancel(booked[0] as Person, id)
  await offerSeatsAt()
  expect((await entryOf(helena)).offerEnds).toBeNull()
  expect((await entryOf(single)).offerEnds).not.toBeNull()
  await leave(single, (await entryOf(single)).id)
  await cancel(booked[1] as Person, id)
  await offerSeatsAt()
  const offer = await entryOf(helena)
  expect([offer.offerEnds === null, offer.members.length, offer.mayAnswer]).toEqual([false, 2, true])
  const accept = (people: number[]) =>
    helena.fetch(
      'POST',
      `/WaitingList/${offer.id}/accept`,
      people.map((userId) => ({ userId, occasionId: id })),
    )
  expect(await readRefusal(await accept([helena.id]))).toEqual([409, 'waiting_party'])
  expect((await accept([helena.id, milo.id])).status).toBe(200)
  expect(await seatsOf(id)).toEqual({ booked: 2, reserved: 0, max: 2 })
})

test('a person whom the rules refuse sees why there is no offer', async () => {
  const { id, educationId, first } = await createFullOccasion()
  const [anna, bo] = [await signedIn(), await signedIn()]
  for (const person of [anna, bo]) await join(person, id)
  expect((await entryOf(anna)).barred).toBeNull()
  const { id: prerequisiteEducationId } = await createOpenOccasion()
  await query.insert(educationPrerequisites).values({ educationId, prerequisiteEducationId })
  await cancel(first, id)
  await offerSeatsAt()
  expect(await entryOf(anna)).toMatchObject({
    offerEnds: null,
    barred: 'Förkunskaperna behöver vara klara först.',
  })
})

test('two concurrent answers book one seat', async () => {
  const { id, first } = await createFullOccasion()
  const [anna, outsider] = [await signedIn(), await signedIn()]
  await join(anna, id)
  await cancel(first, id)
  await offerSeatsAt()
  const { id: entryId } = await entryOf(anna)
  const accept = () => anna.fetch('POST', `/WaitingList/${entryId}/accept`, [{ userId: anna.id, occasionId: id }])
  const answers = await Promise.all([accept(), accept(), signUp(outsider, id), leave(anna, entryId)])
  expect(answers.filter(({ ok }) => ok).length).toBeGreaterThan(0)
  const { booked, reserved } = await seatsOf(id)
  expect([booked + reserved <= 1, reserved]).toEqual([true, 0])
})

test('joining is refused with a free seat, twice, for a stranger and by the rules of signing up', async () => {
  const open = await createOpenOccasion({ maxParticipants: 2 })
  const full = await createFullOccasion()
  const [anna, stranger] = [await signedIn(), await signedIn()]
  expect(await readRefusal(await join(anna, open.occasion.id))).toEqual([409, 'seats_available'])
  expect(await readRefusal(await join(anna, full.id, [stranger.id]))).toEqual([403, 'not_allowed'])
  expect(await readRefusal(await join(full.first, full.id))).toEqual([409, 'already_signed_up'])
  await join(anna, full.id)
  expect(await readRefusal(await join(anna, full.id))).toEqual([409, 'already_waiting'])
})

test('the queue and its entries are hidden from everybody but the party and the organisers', async () => {
  const { id } = await createFullOccasion()
  const [anna, stranger] = [await signedIn(), await signedIn()]
  const educator = await signedIn({ roles: { Educator: {} } })
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  await join(anna, id)
  const { id: entryId } = await entryOf(anna)
  expect(await listOwn(stranger)).toEqual([])
  expect(await readRefusal(await leave(stranger, entryId))).toEqual([404, 'not_found'])
  expect(await readRefusal(await leave(educator, entryId))).toEqual([404, 'not_found'])
  const path = `/EducationPartOccasions/${id}/waitingList`
  expect((await stranger.fetch('GET', path)).status).toBe(403)
  expect((await educator.fetch('GET', path)).status).toBe(403)
  expect(await office.json('GET', path)).toMatchObject([
    { state: 'waiting', position: 1, waitsFor: 'full', partySize: 1 },
  ])
  expect((await leave(office, entryId)).status).toBe(204)
  expect(await statesOf(id)).toEqual([6])
})

test('organisers read the whole queue and the latest fifty entries that are over', async () => {
  const { id } = await createFullOccasion()
  const [anna, office] = [await signedIn(), await signedIn({ roles: { SuperAdministrator: {} } })]
  const now = new Date().toISOString()
  const insertEntries = (state: number, count: number) =>
    query.run(sql`insert into waiting_entries (occasion_id, user_id, state, created_at, changed_at)
      select ${id}, ${anna.id}, ${state}, ${now}, ${now} from json_each(${JSON.stringify(Array.from({ length: count }))})`)
  await insertEntries(3, 60)
  await join(anna, id)
  const [first, ...over] = await office.json<{ id: number; state: string }[]>(
    'GET',
    `/EducationPartOccasions/${id}/waitingList`,
  )
  expect(first?.state).toBe('waiting')
  expect(over).toHaveLength(50)
  expect(over.map(({ id: entryId }) => entryId)).toEqual(
    over.map(({ id: entryId }) => entryId).toSorted((a, b) => b - a),
  )
})
