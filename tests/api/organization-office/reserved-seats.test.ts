import { expect, test } from 'vitest'
import { paymentHolds, payments } from '#api/money/payments/table.ts'
import type { MemberSignUpPreview } from '#api/office/organizations/sign-ups/contract.ts'
import { waitingEntries, waitingSeats } from '#api/participation/waiting-list/table.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { createEducation, createOccasion } from '../../catalogue.ts'
import { database, type Person } from '../../portal.ts'
import { inHours } from '../../time.ts'
import { clubAdministrator, member } from './fixtures.ts'

const { query } = database()
const now = new Date()
await query.update(organizations).set({ canBeInvoiced: true })

interface Seat {
  educationId: number
  educationPartId: number
  occasionId: number
}

/** Creates an education of two parts, each with an occasion of one seat that costs so much. */
async function createCourse(feeMinor: number) {
  const { id: educationId, partIds } = await createEducation([{}, {}], { paymentMethods: [0, 1] })
  const seatOn = async (educationPartId: number): Promise<Seat> => {
    const { id: occasionId } = await createOccasion(educationPartId, { feeMinor, maxParticipants: 1 })
    return { educationId, educationPartId, occasionId }
  }
  return { first: await seatOn(partIds[0] ?? 0), second: await seatOn(partIds[1] ?? 0) }
}

/** Holds a seat while the person pays for it by card. */
async function holdByCard({ id: userId }: Person, { educationId, educationPartId, occasionId }: Seat) {
  const id = crypto.randomUUID()
  await query.insert(payments).values({
    id,
    userId,
    idempotencyKey: id,
    amountMinor: 45_000,
    vatMinor: 0,
    provider: 'local',
    signUp: { userId, occasionIds: [occasionId], customAnswers: [], others: [] },
    seats: [],
    rows: [],
    expiresAt: inHours(1),
    termsAcceptedAt: now,
    createdAt: now,
    changedAt: now,
  })
  const hold = { paymentId: id, userId, educationId, educationPartId, occasionId, expiresAt: inHours(1) }
  await query.insert(paymentHolds).values(hold)
}

/** Offers the person a seat from the queue. */
async function offerSeat({ id: userId }: Person, { educationPartId, occasionId }: Seat) {
  const entry = { occasionId, userId, state: 1 as const, offeredAt: now, expiresAt: inHours(5) }
  const [row] = await query
    .insert(waitingEntries)
    .values({ ...entry, createdAt: now, changedAt: now })
    .returning()
  const seat = { entryId: row?.id ?? 0, occasionId, educationPartId, userId, offered: 1 as const }
  await query.insert(waitingSeats).values(seat)
}

const chosen = ({ occasionId }: Seat, people: Person[]) => ({ occasionId, userIds: people.map(({ id }) => id) })
const preview = (seat: Seat, ...people: Person[]) =>
  clubAdministrator.json<MemberSignUpPreview>(
    'GET',
    `/Organization/20/signUps?occasionId=${seat.occasionId}&userIds=${people.map(({ id }) => id)}`,
  )

async function signUp(seat: Seat, ...people: Person[]) {
  const response = await clubAdministrator.fetch('POST', '/Organization/20/signUps', chosen(seat, people))
  return response.ok ? 'done' : (await response.json<{ code: string }>()).code
}

test('a member who pays for the same part by card is refused in the preview as in the sign-up', async () => {
  const nora = await member('Ek')
  const { first } = await createCourse(45_000)
  await holdByCard(nora, first)
  expect((await preview(first, nora)).people).toMatchObject([{ refusal: 'payment_under_way' }])
  expect(await signUp(first, nora)).toBe('payment_under_way')
})

test('so is one who pays for another part of the education, where this one costs too', async () => {
  const nora = await member('Fors')
  const { first, second } = await createCourse(45_000)
  await holdByCard(nora, first)
  expect((await preview(second, nora)).people).toMatchObject([{ refusal: 'payment_under_way' }])
  expect(await signUp(second, nora)).toBe('payment_under_way')
})

test('a part that is free is signed up to while another is being paid for', async () => {
  const nora = await member('Gran')
  const { first, second } = await createCourse(0)
  await holdByCard(nora, first)
  expect((await preview(second, nora)).people).toMatchObject([{ refusal: null }])
  expect(await signUp(second, nora)).toBe('done')
})

test('a seat that the queue has offered a member is shown as reserved, and taken', async () => {
  const [nora, olle] = [await member('Hägg'), await member('Ivarsson')]
  const { first } = await createCourse(45_000)
  await offerSeat(nora, first)
  expect(await preview(first, nora)).toMatchObject({
    availableSpots: 1,
    people: [{ refusal: null, hasReservedSeat: true, fee: 450 }],
  })
  expect((await preview(first, olle)).people).toMatchObject([{ refusal: 'occasion_full', hasReservedSeat: false }])
  expect(await signUp(first, olle)).toBe('occasion_full')
  expect(await signUp(first, nora)).toBe('done')
})
