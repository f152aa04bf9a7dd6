import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { educations } from '#api/catalogue/educations/table.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { paymentRefunds } from '#api/money/payments/table.ts'
import type { EducationPartResult } from '#api/participation/results/contract.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { createEducation, createOccasion } from '../../catalogue.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { bodyOf } from '../../response-body.ts'
import { inDays } from '../../time.ts'
import { insertClub } from '../invoices/fixtures.ts'
import { readRefusal, resultsPath } from '../results/fixtures.ts'
import { begun, enableCardPayments, init, payAtStripe, stripeMessage, webhook } from './fixtures.ts'

const { query } = database()

beforeAll(enableCardPayments)

const organizer = await signedIn({ roles: { SuperAdministrator: {} } })

/** Creates an education that costs 50 kronor, with a date of each of its parts that costs 10 more. */
async function createTwoParts() {
  const made = await createEducation([{}, {}], { feeMinor: 5_000 })
  const dates = { feeMinor: 1_000, paymentMethods: [0, 1] as (0 | 1)[], startsAt: inDays(20), endsAt: inDays(21) }
  return {
    partIds: made.partIds,
    one: await createOccasion(made.firstPartId, dates),
    other: await createOccasion(made.partIds[1] ?? 0, { ...dates, startsAt: inDays(30), endsAt: inDays(31) }),
  }
}

async function createClubMember() {
  const club = await insertClub()
  return { member: await signedIn({ organizationIds: [club.id] }), clubId: club.id }
}

/** Signs the person up at a club's cost, and returns the booking. */
async function book(person: Person, occasionId: number, invoiceRecipientId: number): Promise<EducationPartResult> {
  const written = [{ userId: person.id, occasionId, invoiceRecipientId }]
  const [booked] = await bodyOf<EducationPartResult[]>(person.fetch('PUT', resultsPath, written))
  if (!booked) throw new Error('nobody was signed up')
  return booked
}

const setCanceled = (by: Person, { resultId, userId }: EducationPartResult, canceled = true) =>
  by.fetch('PUT', resultsPath, [{ resultId, userId, canceled }])

const readOffer = async (person: Person, occasionId: number) =>
  bodyOf<{ fee: number; isFeePaid: boolean }>(
    person.fetch('GET', `/user/${person.id}/canUserSignUpToEducationForOccasion/${occasionId}`),
  )

async function readFee({ resultId }: EducationPartResult): Promise<number> {
  const [row] = await query.select().from(educationPartResults).where(eq(educationPartResults.id, resultId))
  return row?.feeAtSignUpMinor ?? 0
}

test('the fee of an education is charged to a person once at a time', async () => {
  const { one, other } = await createTwoParts()
  const { payer } = await begun(one.id)
  expect(await readRefusal(await init(payer, other.id))).toEqual([409, 'payment_under_way'])
})

test('a fee that a club no longer owes is charged with the next sign-up, although another part is kept', async () => {
  const { one, other } = await createTwoParts()
  const { member, clubId } = await createClubMember()
  const carrier = await book(member, one.id, clubId)
  const stayingSeat = await book(member, other.id, clubId)
  expect([carrier.feeAtSignUp, stayingSeat.feeAtSignUp]).toEqual([60, 10])
  await setCanceled(member, carrier)
  expect(await readOffer(member, one.id)).toMatchObject({ fee: 60, isFeePaid: false })
  const again = await book(member, one.id, clubId)
  expect(again.feeAtSignUp).toBe(60)
  await setCanceled(member, stayingSeat)
  expect(await readOffer(member, other.id)).toMatchObject({ fee: 10, isFeePaid: true })
})

test('a fee that was refunded to the card is charged with the next sign-up', async () => {
  const { one, other } = await createTwoParts()
  const { payer, id, reference } = await begun(one.id)
  await payAtStripe(reference)
  await webhook(stripeMessage(reference))
  const second = await begun(other.id, payer)
  expect(second.amount).toBe(10)
  await payAtStripe(second.reference)
  await webhook(stripeMessage(second.reference))
  const [carrier] = await query.select().from(educationPartResults).where(eq(educationPartResults.paymentId, id))
  await payer.fetch('PUT', resultsPath, [{ resultId: carrier?.id, userId: payer.id, canceled: true }])
  const refunds = await query.select().from(paymentRefunds).where(eq(paymentRefunds.paymentId, id))
  expect(refunds.map(({ amountMinor }) => amountMinor)).toEqual([6_000])
  expect((await begun(one.id, payer)).amount).toBe(60)
})

test('a fee that is owed although the sign-up was cancelled too late is not charged again', async () => {
  const { one, other } = await createTwoParts()
  const { member, clubId } = await createClubMember()
  const carrier = await book(member, one.id, clubId)
  await book(member, other.id, clubId)
  await query
    .update(occasions)
    .set({ lastCancelAt: inDays(-1) })
    .where(eq(occasions.id, one.id))
  expect((await setCanceled(organizer, carrier)).status).toBe(200)
  const later = await createOccasion(one.educationPartId, { feeMinor: 1_000, paymentMethods: [1] })
  expect(await readOffer(member, later.id)).toMatchObject({ fee: 10, isFeePaid: true })
})

test('a person who signed up while the education was free is not charged its later fee', async () => {
  const made = await createEducation([{}, {}])
  const [one, other] = [await createOccasion(made.firstPartId), await createOccasion(made.partIds[1] ?? 0)]
  const person = await signedIn()
  await person.fetch('PUT', resultsPath, [{ userId: person.id, occasionId: one.id }])
  await query.update(educations).set({ feeMinor: 5_000 }).where(eq(educations.id, made.id))
  expect(await readOffer(person, other.id)).toMatchObject({ fee: 0 })
})

test('a restored sign-up is not charged the fee that another one carries by now', async () => {
  const { one, other } = await createTwoParts()
  const { member, clubId } = await createClubMember()
  const first = await book(member, one.id, clubId)
  await setCanceled(member, first)
  const carrier = await book(member, other.id, clubId)
  expect(carrier.feeAtSignUp).toBe(60)
  expect((await setCanceled(organizer, first, false)).status).toBe(200)
  expect([await readFee(first), await readFee(carrier)]).toEqual([1_000, 6_000])
  await setCanceled(organizer, carrier)
  await setCanceled(organizer, carrier, false)
  expect(await readFee(carrier)).toBe(6_000)
})
