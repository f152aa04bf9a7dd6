import { and, eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditEntries } from '#api/foundation/audit/table.ts'
import type { CalendarItem } from '#api/office/calendar/contract.ts'
import type { CalendarSubscription } from '#api/office/calendar/subscriptions/contract.ts'
import { users } from '#api/people/users/table.ts'
import { education, occasion, part, partResult } from '../catalogue.ts'
import { configurePortal } from '../configuration.ts'
import { insertFederation } from '../federation.ts'
import { anonymous, call, database, type Person, signedIn } from '../portal.ts'
import { bodyOf } from '../response-body.ts'
import { inDays, inHours } from '../time.ts'
import { createExam, insertDriver } from './exams/fixtures.ts'

let admin: Person
beforeAll(async () => {
  await insertFederation()
  admin = await signedIn({ roles: { SuperAdministrator: {} } })
})

const subscribe = (person: Person, body: object) => person.fetch('POST', '/Calendar/subscriptions', body)
const subscribed = (person: Person, body: object) => bodyOf<CalendarSubscription>(subscribe(person, body))

/** Requests a feed as a calendar program does: with the address and no session. */
const open = (address: string, headers: Record<string, string> = {}) =>
  call(null)('GET', new URL(address, 'http://portal.test').pathname.replace('/api', ''), undefined, headers)

async function eventsAt(address: string) {
  const response = await open(address)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  const calendar = new ICAL.Component(ICAL.parse(await response.text()))
  return calendar.getAllSubcomponents('vevent').map((one) => {
    const { uid, summary, sequence, startDate, location, description } = new ICAL.Event(one)
    const status = String(one.getFirstPropertyValue('status'))
    return { uid: uid.split('@')[0], summary, sequence, status, start: startDate, location, description }
  })
}

async function aPlace(overrides: Partial<Parameters<typeof occasion>[0]> = {}) {
  const partId = await part({ title: 'Kursdag' })
  const educationId = await education({ title: 'Flaggvakt', partIds: [partId] })
  return { partId, educationId, id: await occasion({ educationPartId: partId, ...overrides }) }
}

const change = async (id: number, fields: object) => {
  const before = await admin.json<object>('GET', `/EducationPartOccasions/${id}/managed`)
  const answer = await admin.fetch('PUT', '/EducationPartOccasions', { ...before, ...fields })
  expect(answer.status).toBe(200)
}

describe('examinations', () => {
  test('are in the calendar of driver and examiner, and each change raises the sequence number', async () => {
    await configurePortal({ features: ['PracticalDriverExamination'] })
    const scene = await createExam({ venue: 'Banan' })
    const { exam, examiner, path } = scene
    const driver = await signedIn({ birthOn: '1990-01-01' })
    const feed = (await subscribed(driver, { kind: 'own' })).address
    expect(await eventsAt(feed)).toEqual([])
    const seen: [number, string][] = []
    const look = async () => {
      const [event] = await eventsAt(feed)
      seen.push([event?.sequence ?? 0, event?.status ?? 'none'])
      return event
    }
    const waiting = await insertDriver(scene, driver, { signedUpAt: null })
    expect(await look()).toMatchObject({ uid: `exam-${exam.id}`, location: 'Banan, Karlstad', status: 'TENTATIVE' })
    const admitted = [{ resultId: waiting.id, userId: driver.id, signUpDate: new Date() }]
    expect((await examiner.fetch('PUT', `${path}/results`, admitted)).status).toBe(200)
    await look()
    await driver.fetch('DELETE', `${path}/results/${driver.id}/${waiting.id}`)
    await look()
    await insertDriver(scene, driver)
    await look()
    const teaching = (await subscribed(examiner, { kind: 'teaching' })).address
    expect(await eventsAt(teaching)).toMatchObject([{ uid: `exam-${exam.id}`, status: 'CONFIRMED' }])
    expect((await examiner.fetch('DELETE', path)).status).toBe(204)
    await look()
    expect(seen.map(([, status]) => status)).toEqual([
      ...['TENTATIVE', 'CONFIRMED', 'CANCELLED', 'CONFIRMED', 'CANCELLED'],
    ])
    expect(seen.map(([number]) => number)).toEqual(
      [...new Set(seen.map(([number]) => number))].toSorted((a, b) => a - b),
    )
    await configurePortal({ features: [] })
    expect(await eventsAt(feed)).toEqual([])
  })
})

describe('bookings in a person’s calendar program', () => {
  test('are listed, pending ones as tentative, with the meeting link for people with a seat', async () => {
    const person = await signedIn()
    const { partId, id } = await aPlace({ venue: 'Klubbstugan', city: 'Åmål', onlineUrl: 'https://meet.example/room' })
    const { address } = await subscribed(person, { kind: 'own' })
    expect(await eventsAt(address)).toEqual([])
    const resultId = await partResult({ userId: person.id, educationPartId: partId, occasionId: id, signedUpAt: null })
    const [waiting] = await eventsAt(address)
    expect(waiting).toMatchObject({ uid: `occasion-${id}`, summary: 'Flaggvakt', status: 'TENTATIVE' })
    expect(waiting?.location).toBe('Klubbstugan, Åmål')
    expect(waiting?.description).not.toContain('meet.example')
    const approved = [{ resultId, userId: person.id, signUpDate: new Date().toISOString() }]
    expect((await admin.fetch('PUT', '/EducationPartOccasions/results', approved)).status).toBe(200)
    const [sure] = await eventsAt(address)
    expect(sure?.status).toBe('CONFIRMED')
    expect(sure?.description).toContain('https://meet.example/room')
    expect(sure?.sequence).toBeGreaterThan(waiting?.sequence ?? 0)
  })

  test('raise the sequence number with every change, and only then', async () => {
    const person = await signedIn()
    const { partId, id } = await aPlace()
    await partResult({ userId: person.id, educationPartId: partId, occasionId: id })
    const { address } = await subscribed(person, { kind: 'own' })
    const now = async () => (await eventsAt(address))[0]
    const first = await now()
    await change(id, { description: '<p>Ny text</p>' })
    expect((await now())?.sequence).toBe(first?.sequence)
    const startDate = new Date(inDays(20).setUTCMinutes(0, 0, 0))
    await change(id, { startDate, endDate: inHours(1, startDate), lastSignUpDate: null })
    const moved = await now()
    expect(moved?.start.toJSDate()).toEqual(startDate)
    expect(moved?.sequence).toBeGreaterThan(first?.sequence ?? 0)
    await admin.fetch('PUT', `/EducationPartOccasions/${id}/CancelOccasion`, {})
    const canceled = await now()
    expect([canceled?.uid, canceled?.status]).toEqual([first?.uid, 'CANCELLED'])
    expect(canceled?.sequence).toBeGreaterThan(moved?.sequence ?? 0)
  })

  test('never reuse a sequence number, for any changes of sign-ups', async () => {
    const person = await signedIn()
    const { partId, id } = await aPlace()
    const { address } = await subscribed(person, { kind: 'own' })
    const seen: [number, string][] = []
    const look = async () => {
      const [event] = await eventsAt(address)
      if (event) seen.push([event.sequence, event.status])
    }
    const sign = () => partResult({ userId: person.id, educationPartId: partId, occasionId: id })
    const write = (resultId: number, fields: object) =>
      admin.fetch('PUT', '/EducationPartOccasions/results', [{ resultId, userId: person.id, ...fields }])
    const first = await sign()
    await look()
    await write(first, { canceled: true })
    await look()
    await write(first, { canceled: false })
    await look()
    await write(first, { canceled: true })
    await look()
    const second = await sign()
    await look()
    await admin.fetch('DELETE', `/EducationPartOccasions/${id}/results/${person.id}/${second}`)
    await look()
    const third = await sign()
    await look()
    const other = await occasion({ educationPartId: partId, startsAt: inDays(15) })
    const move = (from: number, to: number) =>
      admin.fetch('PUT', `/EducationPartOccasions/${from}/participants/move`, { resultIds: [third], occasionId: to })
    expect((await move(id, other)).status).toBe(200)
    expect((await move(other, id)).status).toBe(200)
    await look()
    const [on, off] = ['CONFIRMED', 'CANCELLED']
    expect(seen.map(([, status]) => status)).toEqual([on, off, on, off, on, off, on, on])
    const numbers = seen.map(([sequence]) => sequence)
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  })

  test('of several days are one event per day', async () => {
    const person = await signedIn()
    const day = (from: string, to: string) => ({ start: `2027-03-${from}:00.000Z`, end: `2027-03-${to}:00.000Z` })
    const sessions = [day('27T08:00', '27T15:00'), day('28T07:00', '28T14:00')]
    const span = { startsAt: new Date('2027-03-27T08:00:00Z'), endsAt: new Date('2027-03-28T14:00:00Z') }
    const { partId, id } = await aPlace({ ...span, sessions })
    await partResult({ userId: person.id, educationPartId: partId, occasionId: id })
    const events = await eventsAt((await subscribed(person, { kind: 'own' })).address)
    expect(events.map(({ uid, start }) => [uid, start.hour])).toEqual([
      [`occasion-${id}`, 9],
      [`occasion-${id}-2`, 9],
    ])
  })

  test('are revalidated without being sent again', async () => {
    const { address } = await subscribed(await signedIn(), { kind: 'own' })
    const etag = (await open(address)).headers.get('etag') ?? ''
    expect((await open(address, { 'if-none-match': etag })).status).toBe(304)
    expect((await open(address, { 'if-none-match': '"other"' })).status).toBe(200)
  })
})

describe('the address', () => {
  test('is one per kind, also for two concurrent requests, and is listed again', async () => {
    const person = await signedIn()
    const [one, other] = await Promise.all([subscribed(person, { kind: 'own' }), subscribed(person, { kind: 'own' })])
    expect(other).toEqual(one)
    const club = await subscribed(person, { kind: 'club', organizationId: 20 })
    expect(club).toMatchObject({ kind: 'club', organizationId: 20 })
    const listed = await person.json<CalendarSubscription[]>('GET', '/Calendar/subscriptions')
    expect(listed).toEqual([one, club])
    const made = and(eq(auditEntries.action, 'calendar.subscribed'), eq(auditEntries.targetId, String(person.id)))
    expect(await database().query.select().from(auditEntries).where(made)).toHaveLength(2)
  })

  test('opens nothing after it is revoked, and a new one differs', async () => {
    const person = await signedIn()
    const { id, address } = await subscribed(person, { kind: 'own' })
    expect((await (await signedIn()).fetch('DELETE', `/Calendar/subscriptions/${id}`)).status).toBe(404)
    expect((await open(address)).status).toBe(200)
    expect((await person.fetch('DELETE', `/Calendar/subscriptions/${id}`)).status).toBe(204)
    expect((await open(address)).status).toBe(404)
    expect((await person.fetch('DELETE', `/Calendar/subscriptions/${id}`)).status).toBe(404)
    const next = await subscribed(person, { kind: 'own' })
    expect(next.address).not.toBe(address)
    expect((await open(next.address)).status).toBe(200)
  })

  test('opens nothing when a character of it is changed, nor when its owner no longer has an account', async () => {
    const person = await signedIn()
    const { address, id } = await subscribed(person, { kind: 'own' })
    const [last] = address.slice(-8)
    expect((await open(address.replace(new RegExp(`${last}(.{7})$`), `${last === 'A' ? 'B' : 'A'}$1`))).status).toBe(
      404,
    )
    expect((await open(address.replace(`/${id}-`, `/${id + 1}-`))).status).toBe(404)
    for (const wrong of ['x.ics', `${id}.ics`, `${id}-${'A'.repeat(43)}.ics`])
      expect((await anonymous('GET', `/Calendar/feeds/${wrong}`)).status).toBe(404)
    await database().query.update(users).set({ inactiveAt: new Date() }).where(eq(users.id, person.id))
    expect((await open(address)).status).toBe(404)
  })

  test('is refused to visitors, for led occasions to people who lead none, and for an unknown club', async () => {
    const person = await signedIn()
    expect((await anonymous('POST', '/Calendar/subscriptions', { kind: 'own' })).status).toBe(401)
    expect((await subscribe(person, { kind: 'teaching' })).status).toBe(403)
    expect((await subscribe(person, { kind: 'club' })).status).toBe(400)
    expect((await subscribe(person, { kind: 'own', organizationId: 20 })).status).toBe(400)
    const unknown = await subscribe(person, { kind: 'club', organizationId: 999_999 })
    expect(unknown.status).toBe(400)
    expect(await unknown.json()).toMatchObject({ fields: { organizationId: expect.any(String) } })
  })
})

test('an educator’s calendar contains the led occasions, with the number of participants', async () => {
  const educator = await signedIn({ roles: { Educator: {} } })
  const { partId, id } = await aPlace({ responsibleIds: [educator.id], maxParticipants: 12 })
  await aPlace()
  await partResult({ userId: (await signedIn()).id, educationPartId: partId, occasionId: id })
  const events = await eventsAt((await subscribed(educator, { kind: 'teaching' })).address)
  expect(events).toMatchObject([{ uid: `occasion-${id}`, status: 'CONFIRMED' }])
  expect(events[0]?.description).toContain('1 av 12 anmälda.')
})

test('a club’s calendar contains the published occasions of its branch, without names', async () => {
  const own = await aPlace({ organizerOrganizationId: 2, onlineUrl: 'https://meet.example/secret' })
  const below = await aPlace({ organizerOrganizationId: 20, startsAt: inDays(30) })
  await aPlace({ organizerOrganizationId: 3 })
  const draft = await part()
  await education({ published: false, partIds: [draft] })
  await occasion({ educationPartId: draft, organizerOrganizationId: 2 })
  const { address } = await subscribed(await signedIn(), { kind: 'club', organizationId: 2 })
  const events = await eventsAt(address)
  expect(events.map(({ uid }) => uid)).toEqual([`occasion-${own.id}`, `occasion-${below.id}`])
  expect(JSON.stringify(events)).not.toMatch(/meet\.example|anmälda/)
})

describe('an invitation', () => {
  const bookings = (person: Person) => person.json<CalendarItem[]>('GET', '/Calendar/FutureBookedCalendarItems')

  test('opens without a session, and opened after a cancellation it cancels the event', async () => {
    const person = await signedIn()
    const { partId, id } = await aPlace()
    await partResult({ userId: person.id, educationPartId: partId, occasionId: id })
    const address = (await bookings(person))[0]?.invitationUrl ?? ''
    const text = await (await open(address)).text()
    expect(text).toContain('METHOD:PUBLISH')
    const [first] = await eventsAt(address)
    await admin.fetch('PUT', `/EducationPartOccasions/${id}/CancelOccasion`, {})
    expect(await (await open(address)).text()).toContain('METHOD:CANCEL')
    const [canceled] = await eventsAt(address)
    expect([canceled?.uid, canceled?.status]).toEqual([first?.uid, 'CANCELLED'])
    expect(canceled?.sequence).toBeGreaterThan(first?.sequence ?? 0)
  })

  test('is valid for one person and one occasion, for some hours', async () => {
    const person = await signedIn()
    const { partId, id } = await aPlace()
    await partResult({ userId: person.id, educationPartId: partId, occasionId: id })
    const address = (await bookings(person))[0]?.invitationUrl ?? ''
    expect((await open(address)).status).toBe(200)
    expect((await open(address.replace(`/${person.id}-`, `/${admin.id}-`))).status).toBe(404)
    expect((await open(address.replace(`-${id}-`, `-${id + 1}-`))).status).toBe(404)
    const until = Number(/-(\d+)-[\w-]{43}\.ics$/.exec(address)?.[1])
    expect((await open(address.replace(`-${until}-`, `-${until + 4}-`))).status).toBe(404)
    expect(until * 6).toBeLessThanOrEqual(Date.now() / 3_600_000 + 12)
    expect((await anonymous('GET', '/Calendar/invitations/x.ics')).status).toBe(404)
  })
})
