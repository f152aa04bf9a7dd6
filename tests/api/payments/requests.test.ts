import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import type { PaymentRequest } from '#api/money/payments/contract.ts'
import { paymentHolds, payments } from '#api/money/payments/table.ts'
import type { ChildOverview, Dashboard } from '#api/office/dashboard/contract.ts'
import type { OwnProgress } from '#api/office/education-list/contract.ts'
import type { PartStanding } from '#api/participation/next-steps/contract.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import type { SignUpOffer } from '#api/participation/sign-ups/contract.ts'
import { createOccasion } from '../../catalogue.ts'
import { insertFederation } from '../../federation.ts'
import { createFamily } from '../../guardians.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { createActors } from '../../scope/actors.ts'
import { insertCourse } from '../../scope/federation.ts'
import { inDays } from '../../time.ts'
import { addPaidOccasion, enableCardPayments, send } from './fixtures.ts'

const { query } = database()

beforeAll(async () => {
  await insertFederation()
  await enableCardPayments()
})

/** Creates a family whose child has asked for a seat, with an answer to the part's question. */
async function createRequest() {
  const family = await createFamily()
  const paid = await addPaidOccasion()
  const { occasion, firstPartId } = paid
  const customQuestions = [{ id: 1, text: 'Har du egen hjälm?', type: 'yesno' as const, required: true, options: [] }]
  await query.update(educationParts).set({ customQuestions }).where(eq(educationParts.id, firstPartId))
  const customAnswers = [{ questionId: 1, answer: 'yes' }]
  const signUp = { userId: family.milo.id, occasionIds: [occasion.id], customAnswers }
  const response = await send(family.milo, ['POST', '/Payment/RequestFromGuardian'], { body: { signUp } })
  const { paymentId } = await response.json<{ paymentId: string }>()
  return { ...family, ...paid, educationId: paid.id, paymentId }
}

const show = (person: Person, paymentId: string) => send(person, ['GET', `/Payment/GetRequest/${paymentId}`])

test('a guardian pays for exactly the seat that the child has asked for, with its answers', async () => {
  const { helena, milo, occasion, paymentId } = await createRequest()
  const shown = await (await show(helena, paymentId)).json<PaymentRequest>()
  expect(shown).toMatchObject({
    userId: milo.id,
    occasionId: occasion.id,
    city: occasion.city,
    isOpen: true,
    paymentId: null,
    signUp: { userId: milo.id, occasionIds: [occasion.id], customAnswers: [{ questionId: 1, answer: 'yes' }] },
  })
  const body = { signUp: shown.signUp, termsAccepted: true }
  const begun = await send(helena, ['POST', '/Payment/InitPayment'], { body })
  const { paymentId: own } = await begun.json<{ paymentId: string }>()
  expect(begun.status).toBe(200)
  expect(await (await show(helena, paymentId)).json()).toMatchObject({ isOpen: false, paymentId: own })
  expect(await query.select().from(paymentHolds).where(eq(paymentHolds.userId, milo.id))).toMatchObject([
    { paymentId: own, occasionId: occasion.id },
  ])
  expect(await query.select().from(educationPartResults).where(eq(educationPartResults.userId, milo.id))).toEqual([])
})

test('a request is shown to the child and its guardians, and to nobody else', async () => {
  const { milo, paymentId } = await createRequest()
  expect((await show(milo, paymentId)).status).toBe(200)
  const actors = await createActors(await insertCourse('Begäran'))
  for (const { name, person } of [...actors, { name: 'a stranger', person: await signedIn() }])
    expect([name, (await show(person, paymentId)).status]).toEqual([name, 404])
  expect((await show((await createFamily()).helena, paymentId)).status).toBe(404)
})

test('a payment of one’s own is no request', async () => {
  const person = await signedIn()
  const { occasion } = await addPaidOccasion()
  const signUp = { userId: person.id, occasionIds: [occasion.id] }
  const begun = await send(person, ['POST', '/Payment/InitPayment'], { body: { signUp, termsAccepted: true } })
  const { paymentId } = await begun.json<{ paymentId: string }>()
  expect((await show(person, paymentId)).status).toBe(404)
})

test('the sign-up of another date says that a seat is reserved, to the child and to the guardian', async () => {
  const { helena, milo, firstPartId, occasion, paymentId } = await createRequest()
  const other = await createOccasion(firstPartId, { paymentMethods: [0, 1] })
  const path = `/user/${milo.id}/canUserSignUpToEducationForOccasion/${other.id}`
  const reservation = { paymentId, isRequested: true, occasionId: occasion.id, city: occasion.city }
  const offers = await Promise.all([milo, helena].map((one) => send(one, ['GET', path])))
  const [own, guardians] = await Promise.all(offers.map((one) => one.json<SignUpOffer>()))
  expect(own).toMatchObject({ allowed: false, reason: 'payment_under_way', reservation })
  expect(guardians).toMatchObject({ allowed: true, reservation })
})

test('a request that has expired counts no more, also before it is cancelled', async () => {
  const { helena, milo, educationId, firstPartId, occasion, paymentId } = await createRequest()
  await query
    .update(payments)
    .set({ expiresAt: inDays(-1) })
    .where(eq(payments.id, paymentId))
  await query
    .update(paymentHolds)
    .set({ expiresAt: inDays(-1) })
    .where(eq(paymentHolds.paymentId, paymentId))
  const path = `/user/${milo.id}/canUserSignUpToEducationForOccasion/${occasion.id}`
  for (const person of [milo, helena])
    expect(await person.json<SignUpOffer>('GET', path)).toMatchObject({ allowed: true, reservation: null })
  expect(await (await show(helena, paymentId)).json()).toMatchObject({ isOpen: false })
  const [child] = await helena.json<ChildOverview[]>('GET', '/Dashboard/children')
  expect(child?.reservations).toEqual([])
  expect((await stepOf(helena, educationId, milo.id)).kind).not.toBe('awaitPayment')
  const customAnswers = [{ questionId: 1, answer: 'yes' }]
  const signUp = { userId: milo.id, occasionIds: [occasion.id], customAnswers }
  const again = await send(milo, ['POST', '/Payment/RequestFromGuardian'], { body: { signUp } })
  const { paymentId: renewed } = await again.json<{ paymentId: string }>()
  expect(renewed).not.toBe(paymentId)
  expect(await query.select().from(paymentHolds).where(eq(paymentHolds.userId, milo.id))).toMatchObject([
    { paymentId: renewed, educationPartId: firstPartId },
  ])
})

test('a seat of an expired request is not in the way when the office signs the child up, before any job has run', async () => {
  const { milo, occasion, educationId, firstPartId, paymentId } = await createRequest()
  const free = { feeMinor: 0 }
  await query.update(educations).set(free).where(eq(educations.id, educationId))
  await query.update(educationParts).set(free).where(eq(educationParts.id, firstPartId))
  await query.update(occasions).set(free).where(eq(occasions.id, occasion.id))
  const isOfRequest = eq(paymentHolds.paymentId, paymentId)
  await query
    .update(paymentHolds)
    .set({ expiresAt: inDays(-1) })
    .where(isOfRequest)
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  const answer = await office.fetch('PUT', '/EducationPartOccasions/results', [
    { userId: milo.id, occasionId: occasion.id },
  ])
  expect(answer.status).toBe(200)
  expect(await query.select().from(paymentHolds).where(isOfRequest)).toEqual([])
})

const stepOf = async (reader: Person, educationId: number, userId: number) =>
  (await reader.json<OwnProgress>('GET', `/Educations/${educationId}/own?userId=${userId}`)).step

test('while a request waits, every screen says so, and none offers the part', async () => {
  const { helena, milo, educationId, firstPartId } = await createRequest()
  await query
    .update(educations)
    .set({ publishedAt: inDays(-1) })
    .where(eq(educations.id, educationId))
  const waitingStep = { kind: 'awaitPayment', part: { id: firstPartId }, paymentId: null }
  expect((await milo.json<OwnProgress>('GET', `/Educations/${educationId}/own`)).step).toMatchObject(waitingStep)
  expect(await stepOf(helena, educationId, milo.id)).toMatchObject(waitingStep)
  const home = await milo.json<Dashboard>('GET', '/Dashboard')
  expect(home.next).toMatchObject({ kind: 'education', education: { educationId, step: waitingStep } })
  expect(home.recommended.map((one) => one.educationId)).not.toContain(educationId)
  const [child] = await helena.json<ChildOverview[]>('GET', '/Dashboard/children')
  expect(child?.next).toMatchObject({ kind: 'education', education: { educationId, step: waitingStep } })
  expect(child?.reservations).toMatchObject([{ isRequested: true, educationPartId: firstPartId }])
  const standings = await milo.json<PartStanding[]>('GET', `/Calendar/Standings?educationIds=${educationId}`)
  expect(standings.find((one) => one.educationPartId === firstPartId)).toMatchObject({
    kind: 'awaitPayment',
    paymentId: null,
  })
})

test('while an own seat is reserved, the start page leads with its payment and recommends the education no more', async () => {
  const person = await signedIn()
  const { occasion, id: educationId, firstPartId } = await addPaidOccasion()
  await query
    .update(educations)
    .set({ publishedAt: inDays(-1) })
    .where(eq(educations.id, educationId))
  const signUp = { userId: person.id, occasionIds: [occasion.id] }
  const begun = await send(person, ['POST', '/Payment/InitPayment'], { body: { signUp, termsAccepted: true } })
  const { paymentId } = await begun.json<{ paymentId: string }>()
  const read = () => person.json<Dashboard>('GET', '/Dashboard')
  const home = await read()
  expect(home.next).toMatchObject({
    kind: 'education',
    education: { educationId, step: { kind: 'pay', part: { id: firstPartId }, paymentId } },
  })
  expect(home.recommended.map((one) => one.educationId)).not.toContain(educationId)
  // A reservation that has run out reserves nothing, also before it is cleared away.
  await query
    .update(paymentHolds)
    .set({ expiresAt: inDays(-1) })
    .where(eq(paymentHolds.paymentId, paymentId))
  expect((await read()).next.kind).not.toBe('education')
})
