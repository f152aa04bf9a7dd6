import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { waitingEntries, waitingSeats } from '#api/participation/waiting-list/table.ts'
import { createDraw, type Draw } from '#story/draw.ts'
import { createOpenOccasion } from '../../catalogue.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { inHours } from '../../time.ts'
import { signUp } from '../results/fixtures.ts'
import { cancel, createParty, holdOffers, join, leave, offerSeatsAt, seatsOf } from './fixtures.ts'

await holdOffers()

const { query } = database()
const histories = 200
const eventsPerHistory = 8

interface Entry {
  head: number
  members: number[]
  /** The hour at which the offer ends; null while the party waits. */
  ends: number | null
}

/** The plain model: an occasion with seats, the people on it and the queue. */
interface Model {
  seats: number
  booked: number[]
  queue: Entry[]
  hour: number
}

const free = ({ seats, booked, queue }: Model) =>
  seats - booked.length - queue.reduce((sum, { ends, members }) => sum + (ends === null ? 0 : members.length), 0)

const entryOf = ({ queue }: Model, userId: number) => queue.find(({ members }) => members.includes(userId))

/** Lapses offers, and offers free seats to the first parties that they are enough for. */
function settle(model: Model): void {
  model.queue = model.queue.filter(({ members, ends }) => members.length > 0 && (ends === null || ends > model.hour))
  for (const entry of model.queue)
    if (entry.ends === null && entry.members.length <= free(model)) entry.ends = model.hour + 24
}

const drop = (model: Model, entry: Entry) => {
  model.queue = model.queue.filter((one) => one !== entry)
}

const { parent, children } = await createParty(2)
const childIds = children.map(({ id }) => id)
const singles = await Promise.all(Array.from({ length: 6 }, () => signedIn()))
const office = await signedIn({ roles: { SuperAdministrator: {} } })
const people = new Map<number, Person>([...singles, parent, ...children].map((one) => [one.id, one]))
const personOf = (id: number): Person => people.get(id) ?? office

interface Play {
  model: Model
  occasionId: number
  draw: Draw
}

/** Makes a move in the portal and in the model. Returns whether each of them accepted it. */
type Move = (play: Play) => Promise<[boolean, boolean]>

const entryIdOf = async (occasionId: number, userId: number) => {
  const [row] = await query.select().from(waitingSeats).where(eq(waitingSeats.userId, userId))
  return row?.occasionId === occasionId ? row.entryId : 0
}

const moves: Record<string, Move> = {
  async join({ model, occasionId, draw }) {
    const size = draw.between(1, 3)
    const head = size === 1 ? draw.pick([...singles, parent]) : parent
    const members = [head.id, ...childIds.slice(0, size - 1)]
    const isAllowed =
      members.every((id) => !model.booked.includes(id) && !entryOf(model, id)) && free(model) < members.length
    const { ok } = await join(head, occasionId, members)
    if (isAllowed) model.queue.push({ head: head.id, members, ends: null })
    return [ok, isAllowed]
  },
  async leave({ model, occasionId, draw }) {
    if (model.queue.length === 0) return [true, true]
    const entry = draw.pick(model.queue)
    const by = draw.chance(0.3) ? office : personOf(entry.head)
    const { ok } = await leave(by, await entryIdOf(occasionId, entry.members[0] ?? 0))
    drop(model, entry)
    return [ok, true]
  },
  async signUp({ model, occasionId, draw }) {
    const person = draw.pick([...singles, parent])
    const entry = entryOf(model, person.id)
    const isOffered = entry ? entry.ends !== null : false
    const isAllowed = !model.booked.includes(person.id) && (isOffered || free(model) > 0)
    const { ok } = await signUp(person, occasionId)
    if (isAllowed) model.booked.push(person.id)
    if (isAllowed && entry) entry.members = entry.members.filter((id) => id !== person.id)
    return [ok, isAllowed]
  },
  async accept({ model, occasionId, draw }) {
    if (model.queue.length === 0) return [true, true]
    const entry = draw.pick(model.queue)
    const id = await entryIdOf(occasionId, entry.members[0] ?? 0)
    const body = entry.members.map((userId) => ({ userId, occasionId }))
    const { ok } = await personOf(entry.head).fetch('POST', `/WaitingList/${id}/accept`, body)
    const isAllowed = entry.ends !== null
    if (isAllowed) {
      model.booked.push(...entry.members)
      drop(model, entry)
    }
    return [ok, isAllowed]
  },
  async cancel({ model, occasionId, draw }) {
    if (model.booked.length === 0) return [true, true]
    const userId = draw.pick(model.booked)
    const { ok } = await cancel(personOf(userId), occasionId)
    model.booked = model.booked.filter((id) => id !== userId)
    return [ok, true]
  },
  async changeSeats({ model, occasionId, draw }) {
    const seats = draw.between(1, 5)
    const isAllowed = seats >= model.seats - free(model)
    const update = query.update(occasions).set({ maxParticipants: seats }).where(eq(occasions.id, occasionId))
    const ok = await update.then(
      () => true,
      () => false,
    )
    if (isAllowed) model.seats = seats
    return [ok, isAllowed]
  },
  async expire({ model }) {
    model.hour += 25
    return [true, true]
  },
}

/** The state of the portal in the form of the model. */
async function observe(occasionId: number) {
  const [seats, results, entries, memberRows] = await Promise.all([
    seatsOf(occasionId),
    query.select().from(educationPartResults).where(eq(educationPartResults.occasionId, occasionId)),
    query.select().from(waitingEntries).where(eq(waitingEntries.occasionId, occasionId)).orderBy(waitingEntries.id),
    query.select().from(waitingSeats).where(eq(waitingSeats.occasionId, occasionId)),
  ])
  const queue = entries
    .filter(({ state }) => state < 2)
    .map(({ id, state }) => ({
      members: memberRows.flatMap(({ entryId, userId }) => (entryId === id ? userId : [])).sort(),
      offered: state === 1,
    }))
  return { ...seats, on: results.flatMap(({ canceled, userId }) => (canceled ? [] : userId)).sort(), queue }
}

const expected = (model: Model) => ({
  booked: model.booked.length,
  reserved: model.seats - model.booked.length - free(model),
  max: model.seats,
  on: model.booked.toSorted(),
  queue: model.queue.map(({ members, ends }) => ({ members: members.toSorted(), offered: ends !== null })),
})

async function playHistory(seed: string): Promise<void> {
  const draw = createDraw(seed)
  const model: Model = { seats: draw.between(1, 3), booked: [], queue: [], hour: 0 }
  const { occasion } = await createOpenOccasion({ maxParticipants: model.seats })
  const play = { model, occasionId: occasion.id, draw }
  const story: string[] = []
  for (let at = 0; at < eventsPerHistory; at++) {
    const name = draw.pick(['join', 'join', 'join', 'signUp', 'signUp', 'cancel', 'cancel', ...Object.keys(moves)])
    story.push(name)
    const [portal, plain] = (await moves[name]?.(play)) ?? [true, true]
    expect(portal, `${seed}: ${story.join(', ')}`).toBe(plain)
    await offerSeatsAt(inHours(model.hour))
    settle(model)
    expect(await observe(occasion.id), `${seed}: ${story.join(', ')}`).toEqual(expected(model))
  }
  await query.update(waitingEntries).set({ state: 7 }).where(eq(waitingEntries.state, 1))
  await query.update(waitingEntries).set({ state: 7 }).where(eq(waitingEntries.state, 0))
}

test('random histories never oversell, offer twice, leave a fitting seat idle or change the order', {
  timeout: 900_000,
}, async () => {
  for (let at = 0; at < histories; at++) await playHistory(`queue ${at}`)
})
