import { beforeAll, expect, test } from 'vitest'
import { insertFederation } from '../../federation.ts'
import { type Person, signedIn } from '../../portal.ts'
import { readRefusal, signUp } from '../results/fixtures.ts'
import { createOccasionSet, listLiveResults, prepareTags } from '../tags/fixtures.ts'
import { cancel, createParty, entryOf, holdOffers, join, leave, listOwn, offerSeatsAt, seatsOf } from './fixtures.ts'

await holdOffers()

beforeAll(async () => {
  await insertFederation()
  await prepareTags()
})

/** Creates two tied occasions, with all seats taken by people who took the whole set. */
async function createFullSet(seats = 1) {
  const { ids } = await createOccasionSet([{ maxParticipants: seats }, { maxParticipants: seats }])
  const [first = 0, last = 0] = ids
  const booked: Person[] = []
  for (let index = 0; index < seats; index++) {
    const person = await signedIn()
    expect((await signUp(person, first)).status).toBe(200)
    booked.push(person)
  }
  expect([await seatsOf(first), await seatsOf(last)].map((one) => one.booked)).toEqual([seats, seats])
  return { ids, first, last, booked }
}

const isOffered = async (person: Person) => (await entryOf(person)).offerEnds !== null

const accept = (person: Person, entryId: number, occasionId: number, userIds = [person.id]) =>
  person.fetch(
    'POST',
    `/WaitingList/${entryId}/accept`,
    userIds.map((userId) => ({ userId, occasionId })),
  )

test('one place in the queue waits for every occasion of the set, and shows at each of them', async () => {
  const { ids, first, last } = await createFullSet()
  const anna = await signedIn()
  expect((await join(anna, last)).status).toBe(200)
  expect((await listOwn(anna)).map((one) => one.occasionIds.toSorted())).toEqual([ids.toSorted()])
  expect(await readRefusal(await join(anna, first))).toEqual([409, 'already_waiting'])
})

test('seats are offered on all of the occasions or on none, and taken together', async () => {
  const { first, last, booked } = await createFullSet()
  const anna = await signedIn()
  await join(anna, first)
  await offerSeatsAt()
  expect(await isOffered(anna)).toBe(false)
  // The last occasion has another seat, the first has none.
  await cancel(booked[0] as Person, first)
  await offerSeatsAt()
  expect(await isOffered(anna)).toBe(true)
  for (const id of [first, last]) expect(await seatsOf(id)).toEqual({ booked: 0, reserved: 1, max: 1 })
  const outsider = await signedIn()
  for (const id of [first, last]) expect(await readRefusal(await signUp(outsider, id))).toEqual([409, 'occasion_full'])
  expect((await accept(anna, (await entryOf(anna)).id, first)).status).toBe(200)
  expect((await listLiveResults(anna.id)).map(({ occasionId }) => occasionId)).toEqual([first, last])
  for (const id of [first, last]) expect(await seatsOf(id)).toEqual({ booked: 1, reserved: 0, max: 1 })
  expect(await listOwn(anna)).toEqual([])
})

test('a seat on one of the occasions alone is offered to nobody who waits for the set', async () => {
  const { ids } = await createOccasionSet([{ maxParticipants: 1 }, { maxParticipants: 3 }])
  const [first = 0, last = 0] = ids
  const [booked, anna] = [await signedIn(), await signedIn()]
  await signUp(booked, first)
  expect((await join(anna, last)).status).toBe(200)
  await offerSeatsAt()
  expect(await isOffered(anna)).toBe(false)
  expect(await seatsOf(last)).toMatchObject({ reserved: 0 })
})

test('a declined offer lets the seats of every occasion go to the next party', async () => {
  const { first, last, booked } = await createFullSet()
  const [anna, bo] = [await signedIn(), await signedIn()]
  await join(anna, first)
  await join(bo, last)
  await cancel(booked[0] as Person, first)
  await offerSeatsAt()
  expect([await isOffered(anna), await isOffered(bo)]).toEqual([true, false])
  expect((await leave(anna, (await entryOf(anna)).id)).status).toBe(204)
  await offerSeatsAt()
  expect(await isOffered(bo)).toBe(true)
  for (const id of [first, last]) expect(await seatsOf(id)).toEqual({ booked: 0, reserved: 1, max: 1 })
})

test('a family is offered seats on every occasion for all of it, or for none', async () => {
  const { parent, children } = await createParty(1)
  const everyone = [parent.id, (children[0] as Person).id]
  const { first, last, booked } = await createFullSet(2)
  await join(parent, first, everyone)
  await cancel(booked[0] as Person, first)
  await offerSeatsAt()
  expect(await isOffered(parent)).toBe(false)
  await cancel(booked[1] as Person, first)
  await offerSeatsAt()
  expect(await isOffered(parent)).toBe(true)
  const { id } = await entryOf(parent)
  expect(await readRefusal(await accept(parent, id, first, [parent.id]))).toEqual([409, 'waiting_party'])
  expect((await accept(parent, id, first, everyone)).status).toBe(200)
  for (const one of [first, last]) expect(await seatsOf(one)).toEqual({ booked: 2, reserved: 0, max: 2 })
})
