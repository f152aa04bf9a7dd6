import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { occasions } from '#api/catalogue/occasions/table.ts'
import type { OfficeHome, OpenedItem, PendingSignUp } from '#api/office/worklist/home/contract.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { category, createEducation, createOccasion, partResult } from '../catalogue.ts'
import { insertFederation } from '../federation.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { inDays } from '../time.ts'

const { query } = database()
await insertFederation()
const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
const north = await signedIn({ roles: { Administrator: { Organization: [2] } } })
const clubAdministrator = await signedIn({ roles: { OrganizationAdmin: { Organization: [20] } } })
const own = await category('Egen gren')
const ofCategory = await signedIn({ roles: { Educator: { EducationCategory: [own] } } })
const ofOccasion = await signedIn({ roles: { Educator: {} } })
const learner = await signedIn({ organizationIds: [20] })
const southerner = await signedIn({ organizationIds: [30] })

const kart = await createEducation([{}], { title: 'Kart', categoryIds: [own] })
const rally = await createEducation([{}], { title: 'Rally' })
const soon = await createOccasion(kart.firstPartId, { startsAt: inDays(3), endsAt: inDays(4) })
const led = await createOccasion(rally.firstPartId, { responsibleIds: [ofOccasion.id] })
const past = await createOccasion(kart.firstPartId, { startsAt: inDays(-90), endsAt: inDays(-89) })
const longPast = await createOccasion(kart.firstPartId, { startsAt: inDays(-500), endsAt: inDays(-499) })
const canceled = await createOccasion(kart.firstPartId)

const waiting = { signedUpAt: null }
const ofKart = { educationPartId: kart.firstPartId, educationId: kart.id }
const inNorth = await partResult({ ...ofKart, userId: learner.id, occasionId: soon.id, ...waiting })
const inSouth = await partResult({ ...ofKart, userId: southerner.id, occasionId: soon.id, ...waiting })
const onLed = await partResult({
  userId: southerner.id,
  educationPartId: rally.firstPartId,
  educationId: rally.id,
  occasionId: led.id,
  createdAt: inDays(-5),
  ...waiting,
})
for (const { id } of [past, longPast, canceled]) {
  const { id: userId } = await signedIn({ organizationIds: [20] })
  await partResult({ ...ofKart, userId, occasionId: id, ...waiting })
}

// A cancelled occasion takes no sign-ups, so it is cancelled afterwards.
await query.update(occasions).set({ canceledAt: new Date() }).where(eq(occasions.id, canceled.id))

interface Page {
  items: PendingSignUp[]
  total: number
}
const home = (person: Person) => person.json<OfficeHome>('GET', '/Worklist/home')
const approvals = async (person: Person) => {
  const { items, total } = await person.json<Page>('GET', '/Worklist/approvals')
  expect(items).toHaveLength(total)
  return items.map(({ resultId }) => resultId)
}
const queueOf = async (person: Person, kind: string) => (await home(person)).queues.find((one) => one.kind === kind)

test('each role has its own queues, and a learner has none', async () => {
  const kindsOf = async (person: Person) => (await home(person)).queues.map(({ kind }) => kind)
  expect(await kindsOf(ofOccasion)).toEqual(['approvals', 'missingResults', 'submissions'])
  expect(await kindsOf(clubAdministrator)).toEqual(['guardians', 'memberImports'])
  expect(await kindsOf(north)).toEqual(['approvals', 'missingResults', 'submissions', 'guardians', 'memberImports'])
  expect(await kindsOf(superadministrator)).toHaveLength(12)
  for (const path of ['home', 'approvals', 'missingResults', 'guardians'])
    expect((await learner.fetch('GET', `/Worklist/${path}`)).status).toBe(403)
  expect((await clubAdministrator.fetch('GET', '/Worklist/approvals')).status).toBe(403)
  expect((await ofOccasion.fetch('GET', '/Worklist/guardians')).status).toBe(403)
})

test('pending sign-ups to coming dates are listed for their approvers, the oldest first', async () => {
  expect(await approvals(superadministrator)).toEqual([onLed, inNorth, inSouth])
  expect(await approvals(north)).toEqual([inNorth])
  expect(await approvals(ofCategory)).toEqual([inNorth, inSouth])
  expect(await approvals(ofOccasion)).toEqual([onLed])
  expect(await queueOf(ofOccasion, 'approvals')).toMatchObject({ count: 1, oldest: expect.any(String) })
  const { items } = await ofCategory.json<Page>('GET', '/Worklist/approvals?pageSize=1')
  expect(items).toMatchObject([{ educationTitle: 'Kart', occasionId: soon.id, organizationNames: ['Åre MK'] }])
})

test('several sign-ups on several occasions are approved in one call, and leave the queue', async () => {
  const { items } = await superadministrator.json<Page>('GET', '/Worklist/approvals')
  const body = items.map(({ resultId, userId }) => ({ resultId, userId, signUpDate: new Date().toISOString() }))
  await superadministrator.json('PUT', '/EducationPartOccasions/results', body)
  expect(await approvals(superadministrator)).toEqual([])
  expect(await queueOf(superadministrator, 'approvals')).toMatchObject({ count: 0, oldest: null })
})

test('an educator may not approve their own sign-up', async () => {
  const other = await createOccasion(kart.firstPartId)
  const resultId = await partResult({ ...ofKart, userId: ofCategory.id, occasionId: other.id, ...waiting })
  expect(await approvals(ofCategory)).not.toContain(resultId)
  expect(await approvals(superadministrator)).toContain(resultId)
})

test('occasions of the last year without results are listed by scope', async () => {
  const missing = (person: Person) =>
    person.json<{ items: { id: number }[]; total: number }>('GET', '/Worklist/missingResults')
  for (const person of [superadministrator, north, ofCategory]) {
    expect(await missing(person)).toMatchObject({ items: [{ id: past.id, missingCount: 1 }], total: 1 })
    expect(await queueOf(person, 'missingResults')).toMatchObject({ count: 1 })
  }
  const south = await signedIn({ roles: { Administrator: { Organization: [3] } } })
  for (const person of [ofOccasion, south]) expect((await missing(person)).total).toBe(0)
})

test('the week lists what the caller manages; for a club, its members’ bookings', async () => {
  const agendaOf = async (person: Person) => (await home(person)).agenda
  expect(await agendaOf(ofCategory)).toMatchObject([{ id: soon.id, bookedCount: 2, managed: true }])
  expect(await agendaOf(ofOccasion)).toEqual([])
  expect(await agendaOf(clubAdministrator)).toMatchObject([
    { id: soon.id, bookedCount: 1, managed: false, maxParticipants: null, educationId: kart.id },
  ])
  const elsewhere = await signedIn({ roles: { OrganizationAdmin: { Organization: [21] } } })
  expect(await agendaOf(elsewhere)).toEqual([])
})

test('names of opened pages are returned to people who may manage them', async () => {
  const search = `?occasionIds=${soon.id},${led.id}&educationIds=${kart.id},${rally.id}`
  const opened = async (person: Person) =>
    (await person.json<OpenedItem[]>('GET', `/Worklist/opened${search}`)).map(({ kind, id }) => `${kind} ${id}`).sort()
  expect(await opened(ofOccasion)).toEqual([`occasion ${led.id}`])
  expect(await opened(ofCategory)).toEqual([`education ${kart.id}`, `occasion ${soon.id}`])
  expect(await opened(superadministrator)).toHaveLength(4)
  expect((await learner.fetch('GET', `/Worklist/opened${search}`)).status).toBe(403)
})

test('guardian requests are in the queue of the child’s office only', async () => {
  const child = await signedIn({ organizationIds: [20], birthOn: `${new Date().getFullYear() - 10}-01-01` })
  const adult = await signedIn({ firstName: 'Helena', birthOn: '1983-05-01' })
  const link = { adultUserId: adult.id, childUserId: child.id, createdByUserId: adult.id, createdAt: inDays(-2) }
  await query.insert(guardianLinks).values(link)
  const linksOf = (person: Person) => person.json<{ items: object[]; total: number }>('GET', '/Worklist/guardians')
  for (const person of [superadministrator, north, clubAdministrator]) {
    expect(await linksOf(person)).toMatchObject({ items: [{ childUserId: child.id, adultUserId: adult.id }], total: 1 })
    expect(await queueOf(person, 'guardians')).toMatchObject({ count: 1 })
  }
  const elsewhere = await signedIn({ roles: { OrganizationAdmin: { Organization: [21] } } })
  expect((await linksOf(elsewhere)).total).toBe(0)
  await clubAdministrator.json('PUT', `/User/${child.id}/guardian`, { adultUserId: adult.id, childUserId: child.id })
  expect(await queueOf(clubAdministrator, 'guardians')).toMatchObject({ count: 0 })
})
