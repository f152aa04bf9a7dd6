import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { notices } from '#api/foundation/notices/table.ts'
import { payments } from '#api/money/payments/table.ts'
import type { Booking, Reservation } from '#api/office/bookings/contract.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import type { SignUpOffer } from '#api/participation/sign-ups/contract.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { users } from '#api/people/users/table.ts'
import { createOccasion } from '../../catalogue.ts'
import { insertFederation } from '../../federation.ts'
import { createChild, createFamily, listNotices, toPair } from '../../guardians.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { readRefusal, resultsPath } from '../results/fixtures.ts'
import { createOccasionSet, prepareTags } from '../tags/fixtures.ts'
import {
  addPaidOccasion,
  enableCardPayments,
  outcomeOf,
  payAtStripe,
  payload,
  send,
  stripeSettings,
} from './fixtures.ts'

const { query } = database()

beforeAll(async () => {
  await insertFederation()
  await enableCardPayments()
})

/** Links a further guardian, or a further child, with a confirmed link. */
const link = (guardian: Person, child: Person) =>
  query.insert(guardianLinks).values({
    ...toPair(guardian, child),
    createdByUserId: guardian.id,
    createdAt: new Date(),
    confirmedAt: new Date(),
    relation: 'parent',
  })

const init = (person: Person, occasionId: number, userId: number, more = {}) =>
  send(person, ['POST', '/Payment/InitPayment'], { body: payload(userId, occasionId, more) })

const ask = (person: Person, occasionId: number, more = {}) =>
  send(person, ['POST', '/Payment/RequestFromGuardian'], {
    body: { signUp: { userId: person.id, occasionIds: [occasionId], ...more } },
  })

/** Signs a child up with an invoice to its club. */
const signUpByInvoice = (guardian: Person, child: Person, occasionId: number) => {
  const seat = { userId: child.id, occasionId, invoiceRecipientId: 20 }
  return send(guardian, ['PUT', resultsPath], { body: [seat], settings: stripeSettings })
}

/** Puts another person in the queue of a full occasion. */
async function waitFor(occasionId: number): Promise<Person> {
  const waiting = await signedIn()
  await waiting.json('POST', `/EducationPartOccasions/${occasionId}/waitingList`, { userIds: [waiting.id] })
  return waiting
}

const resultsOf = (person: Person) =>
  query.select().from(educationPartResults).where(eq(educationPartResults.userId, person.id))

const bookingsOf = (reader: Person, person: Person) =>
  reader.json<{ bookings: Booking[]; reservations: Reservation[] }>('GET', `/user/${person.id}/Bookings`)

describe('one payment for two children', () => {
  test('gives each a seat, and the receipt names them', async () => {
    const { helena, milo } = await createFamily()
    const alva = await createChild()
    await link(helena, alva)
    const { occasion } = await addPaidOccasion()
    const begun = await init(helena, occasion.id, milo.id, { others: [{ userId: alva.id }] })
    const { paymentId, amount } = await begun.json<{ paymentId: string; amount: number }>()
    expect(amount).toBe(900)
    expect(await outcomeOf(paymentId, occasion.id)).toMatchObject({ holds: 2, reserved: 2, places: 0 })
    const [stored] = await query.select().from(payments).where(eq(payments.id, paymentId))
    await payAtStripe(stored?.providerReference ?? null)
    await send(helena, ['POST', `/Payment/OnPaid/${paymentId}`])
    expect(await outcomeOf(paymentId, occasion.id)).toMatchObject({ status: 2, holds: 0, places: 2, booked: 2 })
    expect(stored?.rows.map(({ text }) => text).join()).toContain('Milo')
    const [receipt] = await query
      .select()
      .from(notices)
      .where(and(eq(notices.userId, helena.id), eq(notices.kind, 'paymentReceived')))
    expect(receipt?.values['title']?.match(/\(/g)).toHaveLength(2)
  })

  test('is all or none: with one seat left, none is signed up', async () => {
    const { helena, milo } = await createFamily()
    const alva = await createChild()
    await link(helena, alva)
    const { occasion } = await addPaidOccasion({ maxParticipants: 1 })
    const refused = await init(helena, occasion.id, milo.id, { others: [{ userId: alva.id }] })
    expect(await readRefusal(refused)).toEqual([409, 'occasion_full'])
    expect(await query.select().from(payments).where(eq(payments.userId, helena.id))).toEqual([])
  })

  test('is refused for a person twice, or for another person’s child', async () => {
    const { helena, milo } = await createFamily()
    const { milo: stranger } = await createFamily()
    const { occasion } = await addPaidOccasion()
    expect((await init(helena, occasion.id, milo.id, { others: [{ userId: milo.id }] })).status).toBe(400)
    const others = { others: [{ userId: stranger.id }] }
    expect(await readRefusal(await init(helena, occasion.id, milo.id, others))).toEqual([403, 'not_allowed'])
  })
})

describe('a child that signs itself up', () => {
  test('needs neither card nor invoice, and each guardian is asked to pay', async () => {
    const { helena, milo } = await createFamily()
    const father = await signedIn({
      firstName: 'Per',
      birthOn: '1980-01-01',
      email: `per-${crypto.randomUUID()}@prov.example`,
    })
    await link(father, milo)
    const { occasion } = await addPaidOccasion()
    const path = `/user/${milo.id}/canUserSignUpToEducationForOccasion/${occasion.id}`
    expect(await (await send(milo, ['GET', path])).json<SignUpOffer>()).toMatchObject({
      allowed: true,
      isPaidByGuardian: true,
      mayBeInvoiced: false,
      mayPayByCard: false,
    })
    expect(await readRefusal(await init(milo, occasion.id, milo.id))).toEqual([409, 'guardian_pays'])
    const response = await ask(milo, occasion.id)
    expect(response.status).toBe(200)
    const { paymentId } = await response.json<{ paymentId: string }>()
    expect(await outcomeOf(paymentId, occasion.id)).toMatchObject({ holds: 1, reserved: 1 })
    expect((await bookingsOf(milo, milo)).reservations).toMatchObject([{ isRequested: true, userId: milo.id }])
    expect((await bookingsOf(helena, milo)).reservations).toMatchObject([{ isRequested: true, amount: 450 }])
    for (const guardian of [helena, father]) {
      const [[kind, values] = []] = await listNotices(guardian)
      expect([kind, values]).toEqual([
        'paymentRequested',
        expect.objectContaining({ places: expect.stringContaining(occasion.city), amountMinor: '45000' }),
      ])
    }
    const [english] = await father.json<{ text: string; url: string }[]>('GET', '/Notices?language=en')
    expect(english?.url).toBe(`/betalning/begaran/${paymentId}`)
    const [mail] = await query.select().from(outboxMails).where(eq(outboxMails.userId, father.id))
    expect(mail?.body).toContain(occasion.city)
  })

  test('can withdraw its request, as can its guardian, but nobody else', async () => {
    const { helena, milo } = await createFamily()
    const { occasion } = await addPaidOccasion()
    const { paymentId } = await (await ask(milo, occasion.id)).json<{ paymentId: string }>()
    const cancel = (person: Person) => send(person, ['POST', `/Payment/Cancel/${paymentId}`])
    expect((await cancel(await signedIn())).status).toBe(404)
    expect((await cancel((await createFamily()).helena)).status).toBe(404)
    expect((await cancel(helena)).status).toBe(200)
    expect(await outcomeOf(paymentId, occasion.id)).toMatchObject({ status: 4, holds: 0, reserved: 0 })
    expect((await send(helena, ['GET', `/Payment/GetStatus/${paymentId}`])).status).toBe(404)
  })

  test('retains its seat while a guardian pays: by card, in the commit that ends the request', async () => {
    const { helena, milo } = await createFamily()
    const { occasion } = await addPaidOccasion({ maxParticipants: 1 })
    const { paymentId: requestId } = await (await ask(milo, occasion.id)).json<{ paymentId: string }>()
    const begun = await init(helena, occasion.id, milo.id)
    expect(begun.status).toBe(200)
    expect(await outcomeOf(requestId, occasion.id)).toMatchObject({ status: 4, holds: 0, reserved: 1 })
  })

  test('keeps its seat when others wait for one', async () => {
    const { helena, milo } = await createFamily()
    const { occasion } = await addPaidOccasion({ maxParticipants: 1 })
    await ask(milo, occasion.id)
    await waitFor(occasion.id)
    const begun = await init(helena, occasion.id, milo.id)
    const { paymentId } = await begun.json<{ paymentId: string }>()
    expect(await outcomeOf(paymentId, occasion.id)).toMatchObject({ holds: 1, reserved: 1 })
  })

  test('keeps its seats on tied occasions when others wait for them', async () => {
    const { helena, milo } = await createFamily()
    await prepareTags()
    await enableCardPayments()
    const priced = { feeMinor: 10_000, paymentMethods: [0, 1] as (0 | 1)[] }
    const { ids } = await createOccasionSet([priced, { ...priced, maxParticipants: 1 }])
    const [first = 0, last = 0] = ids
    expect((await ask(milo, first, { occasionIds: ids })).status).toBe(200)
    await waitFor(last)
    const begun = await init(helena, first, milo.id, { occasionIds: ids })
    const { paymentId } = await begun.json<{ paymentId: string }>()
    expect(await outcomeOf(paymentId, last)).toMatchObject({ holds: 2, reserved: 1 })
  })

  test('or by invoice', async () => {
    const { helena, milo } = await createFamily()
    await query.update(organizations).set({ canBeInvoiced: true }).where(eq(organizations.id, 20))
    const { occasion } = await addPaidOccasion({ maxParticipants: 1 })
    await ask(milo, occasion.id)
    expect((await signUpByInvoice(helena, milo, occasion.id)).status).toBe(200)
    expect(await resultsOf(milo)).toMatchObject([{ canceled: false, invoiceRecipientId: 20 }])
  })

  test('keeps its seat by invoice too when others wait for one', async () => {
    const { helena, milo } = await createFamily()
    await query.update(organizations).set({ canBeInvoiced: true }).where(eq(organizations.id, 20))
    const { occasion } = await addPaidOccasion({ maxParticipants: 1 })
    const { paymentId } = await (await ask(milo, occasion.id)).json<{ paymentId: string }>()
    const waiting = await waitFor(occasion.id)
    expect((await signUpByInvoice(helena, milo, occasion.id)).status).toBe(200)
    expect(await outcomeOf(paymentId, occasion.id)).toMatchObject({ status: 4, holds: 0, reserved: 0, booked: 1 })
    expect((await waiting.json<{ position: number }[]>('GET', '/WaitingList')).map(({ position }) => position)).toEqual(
      [1],
    )
  })

  test('takes no seat of the queue by invoice where the request holds another one', async () => {
    const { helena, milo } = await createFamily()
    await query.update(organizations).set({ canBeInvoiced: true }).where(eq(organizations.id, 20))
    const { occasion, firstPartId } = await addPaidOccasion({ maxParticipants: 1 })
    const other = await createOccasion(firstPartId, { maxParticipants: 0, paymentMethods: [0, 1] })
    const { paymentId } = await (await ask(milo, occasion.id)).json<{ paymentId: string }>()
    await waitFor(other.id)
    await query.update(occasions).set({ maxParticipants: 1 }).where(eq(occasions.id, other.id))
    expect(await readRefusal(await signUpByInvoice(helena, milo, other.id))).toEqual([409, 'occasion_full'])
    expect(await outcomeOf(paymentId, occasion.id)).toMatchObject({ status: 0, holds: 1, reserved: 1 })
  })

  test('keeps its seats on tied occasions by invoice when others wait for them', async () => {
    const { helena, milo } = await createFamily()
    await prepareTags()
    await enableCardPayments()
    await query.update(organizations).set({ canBeInvoiced: true }).where(eq(organizations.id, 20))
    const priced = { feeMinor: 10_000, paymentMethods: [0, 1] as (0 | 1)[] }
    const { ids } = await createOccasionSet([priced, { ...priced, maxParticipants: 1 }])
    const [first = 0, last = 0] = ids
    const { paymentId } = await (await ask(milo, first, { occasionIds: ids })).json<{ paymentId: string }>()
    await waitFor(last)
    expect((await signUpByInvoice(helena, milo, first)).status).toBe(200)
    expect(await outcomeOf(paymentId, last)).toMatchObject({ status: 4, holds: 0, reserved: 0, booked: 1 })
  })

  test('gets one seat when two guardians pay concurrently', async () => {
    const { helena, milo } = await createFamily()
    const father = await signedIn({ birthOn: '1980-01-01' })
    await link(father, milo)
    const { occasion } = await addPaidOccasion()
    await ask(milo, occasion.id)
    const pressed = await Promise.all([helena, father].map((guardian) => init(guardian, occasion.id, milo.id)))
    expect(pressed.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = pressed.find(({ status }) => status === 409)
    expect(await refused?.json()).toMatchObject({ code: 'payment_under_way' })
  })

  test('pays as others do without a guardian, and when it is of age', async () => {
    const { occasion } = await addPaidOccasion()
    const alone = await createChild()
    expect(await readRefusal(await ask(alone, occasion.id))).toEqual([403, 'not_allowed'])
    expect((await init(alone, occasion.id, alone.id)).status).toBe(200)
    const { helena, milo } = await createFamily()
    await query.update(users).set({ birthOn: '2000-01-01' }).where(eq(users.id, milo.id))
    expect((await init(milo, occasion.id, milo.id)).status).toBe(200)
    expect(await readRefusal(await init(helena, occasion.id, milo.id))).toEqual([403, 'not_allowed'])
  })
})
