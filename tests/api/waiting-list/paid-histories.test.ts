import { eq, inArray } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { paymentHolds, payments } from '#api/money/payments/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { waitingEntries, waitingSeats } from '#api/participation/waiting-list/table.ts'
import { createDraw, type Draw } from '#story/draw.ts'
import { partResult } from '../../catalogue.ts'
import { type Person, signedIn } from '../../portal.ts'
import { inHours } from '../../time.ts'
import {
  addPaidOccasion,
  enableCardPayments,
  expire,
  payAtStripe,
  payload,
  runAskJob,
  send,
} from '../payments/fixtures.ts'
import { cancel, createParty, holdOffers, join, leave, offerSeatsAt, query, seatsOf } from './fixtures.ts'

await holdOffers()

const histories = 200
const eventsPerHistory = 12

interface Entry {
  head: number
  members: number[]
  /** The hour at which the offer ends; null while the party waits. */
  ends: number | null
  /** The hour at which the rules refused a member who was paying; null when they did not. */
  barred: number | null
}

interface Hold {
  paymentId: string
  payer: number
  members: number[]
}

/** The plain model: an occasion with a fee, the people on it, the queue and the seats that are being paid for. */
interface Model {
  seats: number
  booked: number[]
  queue: Entry[]
  holds: Hold[]
  hour: number
}

/** How often each thing has happened, over all histories. */
const counts = new Map<string, number>()
const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)

const isPaying = ({ holds }: Model, userId: number) => holds.some(({ members }) => members.includes(userId))

/** The seats that an entry reserves: those of its offer that nobody pays for. */
const reservedBy = (model: Model, { ends, members }: Entry) =>
  ends === null ? 0 : members.filter((id) => !isPaying(model, id)).length

const reserved = (model: Model) =>
  model.queue.reduce((sum, entry) => sum + reservedBy(model, entry), 0) +
  model.holds.reduce((sum, { members }) => sum + members.length, 0)

const free = (model: Model) => model.seats - model.booked.length - reserved(model)

const entryOf = ({ queue }: Model, userId: number) => queue.find(({ members }) => members.includes(userId))

/** The rules refuse a person who pays for a seat already. */
const isRefused = ({ holds }: Model, { members }: Entry) => holds.some(({ payer }) => members.includes(payer))

/** Lapses offers that nobody pays for, and offers free seats to the first parties that they are enough for. */
function settle(model: Model): void {
  const isLapsed = ({ ends, members }: Entry) =>
    ends !== null && ends <= model.hour && !members.some((id) => isPaying(model, id))
  model.queue = model.queue.filter((entry) => entry.members.length > 0 && !isLapsed(entry))
  for (const entry of model.queue)
    if (entry.barred !== null && model.hour - entry.barred > 1)
      entry.barred = isRefused(model, entry) ? model.hour : null
  for (const entry of model.queue) {
    if (entry.ends !== null || entry.barred !== null || entry.members.length > free(model)) continue
    if (isRefused(model, entry)) {
      count('who pays is passed over')
      entry.barred = model.hour
    } else entry.ends = model.hour + 24
  }
}

const drop = (model: Model, entry: Entry) => {
  model.queue = model.queue.filter((one) => one !== entry)
}

const { parent, children } = await createParty(2)
const childIds = children.map(({ id }) => id)
const singles = await Promise.all(Array.from({ length: 5 }, () => signedIn()))
const people = new Map<number, Person>([...singles, parent, ...children].map((one) => [one.id, one]))
const personOf = (id: number): Person => people.get(id) ?? parent

interface Play {
  model: Model
  occasionId: number
  draw: Draw
}

/** Makes a move in the portal and in the model. Returns whether each of them accepted it. */
type Move = (play: Play) => Promise<[boolean, boolean]>

/** The move has nobody to make it. */
const nothing: [boolean, boolean] = [false, false]

async function begin({ model, occasionId }: Play, payer: number, members: number[], isAllowed: boolean) {
  const [first = 0, ...others] = members
  const body = payload(first, occasionId, { others: others.map((userId) => ({ userId })) })
  const response = await send(personOf(payer), ['POST', '/Payment/InitPayment'], { body })
  if (response.ok) {
    const { paymentId } = await response.json<{ paymentId: string }>()
    if (isAllowed) model.holds.push({ paymentId, payer, members })
  }
  return [response.ok, isAllowed] as [boolean, boolean]
}

const release = (model: Model, hold: Hold) => {
  model.holds = model.holds.filter((one) => one !== hold)
}

function book(model: Model, hold: Hold): void {
  release(model, hold)
  model.booked.push(...hold.members)
  for (const entry of model.queue) entry.members = entry.members.filter((id) => !hold.members.includes(id))
}

async function payForSeats({ paymentId }: Hold): Promise<void> {
  const [payment] = await query.select().from(payments).where(eq(payments.id, paymentId))
  await payAtStripe(payment?.providerReference ?? null)
}

const moves: Record<string, Move> = {
  async join({ model, occasionId, draw }) {
    const size = draw.between(1, 3)
    const head = size === 1 ? draw.pick([...singles, parent]) : parent
    const members = [head.id, ...childIds.slice(0, size - 1)]
    const isOpen = (id: number) => !model.booked.includes(id) && !entryOf(model, id) && !isPaying(model, id)
    const isAllowed = members.every(isOpen) && free(model) < members.length
    const { ok } = await join(head, occasionId, members)
    if (isAllowed) model.queue.push({ head: head.id, members, ends: null, barred: null })
    return [ok, isAllowed]
  },
  async leave({ model, draw }) {
    if (model.queue.length === 0) return nothing
    const entry = draw.pick(model.queue)
    const [seat] = await query
      .select()
      .from(waitingSeats)
      .where(eq(waitingSeats.userId, entry.members[0] ?? 0))
    const { ok } = await leave(personOf(entry.head), seat?.entryId ?? 0)
    drop(model, entry)
    return [ok, true]
  },
  async begin(play) {
    const { model, draw } = play
    const { id } = draw.pick([...singles, parent, parent, parent])
    const isOffered = (entryOf(model, id)?.ends ?? null) !== null
    const isOpen = !model.booked.includes(id) && !isPaying(model, id)
    return begin(play, id, [id], isOpen && (isOffered || free(model) > 0))
  },
  async beginForParty(play) {
    const offers = play.model.queue.filter(({ ends }) => ends !== null)
    if (offers.length === 0) return nothing
    const { head, members } = play.draw.pick(offers)
    return begin(play, head, [...members], !members.some((id) => isPaying(play.model, id)))
  },
  async pay({ model, draw }) {
    if (model.holds.length === 0) return nothing
    const hold = draw.pick(model.holds)
    await payForSeats(hold)
    const { ok } = await send(personOf(hold.payer), ['POST', `/Payment/OnPaid/${hold.paymentId}`])
    book(model, hold)
    return [ok, true]
  },
  async giveUp({ model, draw }) {
    if (model.holds.length === 0) return nothing
    const hold = draw.pick(model.holds)
    const { ok } = await send(personOf(hold.payer), ['POST', `/Payment/Cancel/${hold.paymentId}`])
    release(model, hold)
    return [ok, true]
  },
  async expirePayment({ model, draw }) {
    if (model.holds.length === 0) return nothing
    const hold = draw.pick(model.holds)
    // Some pay in the last moment: the provider knows of it before the portal asks.
    const isPaid = draw.chance(0.3)
    if (isPaid) await payForSeats(hold)
    await expire(hold.paymentId)
    await runAskJob(hold.paymentId)
    if (isPaid) book(model, hold)
    else release(model, hold)
    return [true, true]
  },
  async cancel({ model, occasionId, draw }) {
    if (model.booked.length === 0) return nothing
    const userId = draw.pick(model.booked)
    const { ok } = await cancel(personOf(userId), occasionId)
    model.booked = model.booked.filter((id) => id !== userId)
    return [ok, true]
  },
  async changeSeats({ model, occasionId, draw }) {
    const seats = draw.between(1, 4)
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
    const isPaidFor = ({ ends, members }: Entry) => ends !== null && members.some((id) => isPaying(model, id))
    if (model.queue.some(isPaidFor)) count('offer ends while it is paid for')
    model.hour += 25
    return [true, true]
  },
}

/** The state of the portal in the form of the model. */
async function observe(occasionId: number) {
  const [seats, results, entries, memberRows, holdRows] = await Promise.all([
    seatsOf(occasionId),
    query.select().from(educationPartResults).where(eq(educationPartResults.occasionId, occasionId)),
    query.select().from(waitingEntries).where(eq(waitingEntries.occasionId, occasionId)).orderBy(waitingEntries.id),
    query.select().from(waitingSeats).where(eq(waitingSeats.occasionId, occasionId)),
    query.select().from(paymentHolds).where(eq(paymentHolds.occasionId, occasionId)),
  ])
  const queue = entries
    .filter(({ state }) => state < 2)
    .map(({ id, state }) => ({
      members: memberRows.flatMap(({ entryId, userId }) => (entryId === id ? userId : [])).sort(),
      offered: state === 1,
    }))
  const on = results.flatMap(({ canceled, userId }) => (canceled ? [] : userId)).sort()
  return { ...seats, on, queue, holderIds: holdRows.map(({ userId }) => userId).sort() }
}

const expected = (model: Model) => ({
  booked: model.booked.length,
  reserved: reserved(model),
  max: model.seats,
  on: model.booked.toSorted(),
  queue: model.queue.map(({ members, ends }) => ({ members: members.toSorted(), offered: ends !== null })),
  holderIds: model.holds.flatMap(({ members }) => members).toSorted(),
})

const often = ['join', 'join', 'begin', 'begin', 'beginForParty', 'beginForParty', 'pay', 'cancel']

/** The histories begin in turn with an offer that ends while it is paid for, and with a parent who pays alone. */
const openings = [
  ['join', 'cancel', 'beginForParty', 'expire'],
  ['join', 'cancel', 'begin', 'changeSeats', 'cancel', 'cancel'],
]

async function playHistory(seed: string, opening: string[] = []): Promise<void> {
  const draw = createDraw(seed)
  const model: Model = { seats: draw.between(1, 3), booked: [], queue: [], holds: [], hour: 0 }
  const { occasion, firstPartId, id: educationId } = await addPaidOccasion({ maxParticipants: model.seats })
  for (const { id: userId } of singles.slice(0, model.seats)) {
    await partResult({ userId, educationId, educationPartId: firstPartId, occasionId: occasion.id })
    model.booked.push(userId)
  }
  const play = { model, occasionId: occasion.id, draw }
  const story: string[] = []
  for (let at = 0; at < eventsPerHistory; at++) {
    const name = opening[at] ?? draw.pick([...often, ...Object.keys(moves)])
    story.push(name)
    const [portal, plain] = (await moves[name]?.(play)) ?? nothing
    expect(portal, `${seed}: ${story.join(', ')}`).toBe(plain)
    if (plain) count(name)
    await offerSeatsAt(inHours(model.hour))
    settle(model)
    expect(await observe(occasion.id), `${seed}: ${story.join(', ')}`).toEqual(expected(model))
  }
  await query
    .update(waitingEntries)
    .set({ state: 7 })
    .where(inArray(waitingEntries.state, [0, 1]))
}

beforeAll(() => enableCardPayments())

test('random histories with payments never oversell, offer twice, lose a paid seat or leave a fitting one idle', {
  timeout: 900_000,
}, async () => {
  for (let at = 0; at < histories; at++) await playHistory(`paid queue ${at}`, openings[at % openings.length])
  const names = [...Object.keys(moves), 'offer ends while it is paid for', 'who pays is passed over']
  expect(names.filter((name) => (counts.get(name) ?? 0) < 3)).toEqual([])
})
