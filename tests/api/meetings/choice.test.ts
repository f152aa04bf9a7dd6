import { env } from 'cloudflare:workers'
import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import type { SeriesOccasion } from '#api/catalogue/occasions/management/contract.ts'
import { notices } from '#api/foundation/notices/table.ts'
import { listAuditEntries } from '../../audit.ts'
import { openMeetingServices, passMinute, readManaged, saveOccasion } from '../../meetings.ts'
import { database } from '../../portal.ts'
import { drainJobs, withoutQueue } from '../../queue.ts'
import { callOccasions, createOccasionFixture, isoInDays, signUpPeople } from '../occasion-fixtures.ts'

vi.setConfig({ testTimeout: 120_000 })

const services = openMeetingServices()
const { educator, given: priced } = await createOccasionFixture()
const given = { ...priced, fee: 0 }

beforeEach(async () => {
  await env.DB.prepare('DELETE FROM occasion_meetings').run()
  services.configure()
  await services.change({ plan: [], faults: [], meetings: [], log: [] })
})

const create = async (fields: object) => {
  const { body } = await callOccasions(educator, 'POST', '', { ...given, ...fields })
  await drainJobs()
  return body
}
const live = async () => (await services.read()).meetings.filter(({ isDeleted }) => !isDeleted)
const readProviders = () => educator.json('GET', '/Meetings')

test('without its settings a service is not offered, and cannot be chosen', async () => {
  expect(await readProviders()).toEqual({ providers: ['teams', 'zoom'] })
  services.configure({ ZOOM_CLIENT_SECRET: '' })
  expect(await readProviders()).toEqual({ providers: ['teams'] })
  const refused = await callOccasions(educator, 'POST', '', { ...given, meetingProvider: 'zoom' })
  expect(refused).toMatchObject({ status: 400, body: { fields: { meetingProvider: expect.any(String) } } })
})

test('the link of the portal’s meeting is not overwritten by a form that was opened before it', async () => {
  const occasion = await create({ meetingProvider: 'zoom' })
  expect((await readManaged(educator, occasion)).onlineUrl).toContain('zoom.example')
  const input = { ...given, id: occasion.id, lastChange: occasion.lastChange, onlineUrl: null, fee: 1 }
  expect((await callOccasions(educator, 'PUT', '', input)).status).toBe(200)
  expect((await readManaged(educator, occasion)).onlineUrl).toContain('zoom.example')
})

test('another service or a link of one’s own deletes the meeting', async () => {
  const occasion = await create({ meetingProvider: 'zoom' })
  await saveOccasion(educator, occasion, { meetingProvider: 'teams' })
  await drainJobs()
  await passMinute()
  expect((await live()).map(({ id }) => id)).toEqual([expect.stringContaining('MSo')])
  expect(await readManaged(educator, occasion)).toMatchObject({ meeting: { provider: 'teams' } })
  await saveOccasion(educator, occasion, { meetingProvider: null, onlineUrl: 'https://eget.example/1' })
  await drainJobs()
  await passMinute()
  expect(await live()).toEqual([])
  expect(await readManaged(educator, occasion)).toMatchObject({ meeting: null, onlineUrl: 'https://eget.example/1' })
})

test('the link of the portal’s meeting is not written to the log, and one of the organiser’s own is', async () => {
  const occasion = await create({ meetingProvider: 'zoom' })
  await saveOccasion(educator, occasion, { title: 'Ny rubrik' })
  await saveOccasion(educator, occasion, { meetingProvider: 'teams' })
  await drainJobs()
  await saveOccasion(educator, occasion, { meetingProvider: null, onlineUrl: 'https://eget.example/1' })
  await drainJobs()
  const entries = (await listAuditEntries('occasion')).filter(({ targetId }) => targetId === String(occasion.id))
  const log = JSON.stringify(entries)
  expect(log).toContain('eget.example')
  expect(log).toContain('Ny rubrik')
  expect(log).not.toMatch(/(zoom|teams)\.example/)
})

test('a choice that ends without another link leaves none', async () => {
  const occasion = await create({ meetingProvider: 'zoom' })
  const saved = await saveOccasion(educator, occasion, { meetingProvider: null })
  expect(saved.isOnline).toBe(false)
})

test('a meeting that the service does not delete is shown until it is', async () => {
  const occasion = await create({ meetingProvider: 'zoom' })
  await services.change({ plan: [{ request: 'DELETE', outcome: 'refused' }] })
  await saveOccasion(educator, occasion, { meetingProvider: null, onlineUrl: null })
  await passMinute()
  expect((await readManaged(educator, occasion)).meeting).toMatchObject({ state: 'removalFailed', reason: 'rejected' })
  await educator.json('POST', `/EducationPartOccasions/${occasion.id}/meeting/retry`)
  await drainJobs()
  expect((await readManaged(educator, occasion)).meeting).toBeNull()
  expect(await live()).toEqual([])
})

test('each occasion of a repetition gets a meeting of its own, at creation and by a change of the series', async () => {
  const days = [30, 37].map((day) => ({
    ...given,
    startDate: isoInDays(day),
    endDate: isoInDays(day, 1),
    lastSignUpDate: null,
  }))
  const { body: made } = await callOccasions<Occasion[]>(educator, 'POST', '/several', days)
  const [first] = made
  if (!first) throw new Error('no occasion')
  const others = await educator.json<SeriesOccasion[]>('GET', `/EducationPartOccasions/${first.id}/series`)
  const occasion = { ...(await readManaged(educator, first)), meetingProvider: 'zoom' }
  const changed = await callOccasions(educator, 'PUT', '/series', {
    occasion,
    others: others.map(({ id, lastChange }) => ({ id, lastChange })),
  })
  expect(changed.status).toBe(200)
  await passMinute()
  expect(await live()).toHaveLength(2)
  await callOccasions(
    educator,
    'POST',
    '/several',
    days.map((day) => ({ ...day, meetingProvider: 'zoom' })),
  )
  await passMinute()
  expect(await live()).toHaveLength(4)
})

test('two saves at once give an occasion one meeting', async () => {
  const occasion = await create({})
  const input = { ...(await readManaged(educator, occasion)), meetingProvider: 'zoom' }
  const saves = await Promise.all([0, 1].map(() => callOccasions(educator, 'PUT', '', input)))
  expect(saves.map(({ status }) => status).sort()).toEqual([200, 409])
  await passMinute()
  expect(await live()).toHaveLength(1)
})

/** Counts the notices of another link that a participant has received. */
const countNotices = (userId = 0) =>
  database().query.$count(notices, and(eq(notices.userId, userId), eq(notices.kind, 'meetingLinkChanged')))

test('participants are notified of the link when the organiser wishes, once it is there', async () => {
  const occasion = await create({ onlineUrl: null })
  const [signedUp] = await signUpPeople(occasion, 1)
  await drainJobs()
  await saveOccasion(educator, occasion, { meetingProvider: 'teams', tellsParticipants: true })
  await drainJobs()
  await passMinute()
  expect(await countNotices(signedUp?.person.id)).toBe(1)
})

test('nobody is notified of a link that is gone when the job runs', async () => {
  const occasion = await create({ onlineUrl: 'https://eget.example/1' })
  const [signedUp] = await signUpPeople(occasion, 1)
  await drainJobs()
  await withoutQueue(async () => {
    await saveOccasion(educator, occasion, { onlineUrl: 'https://eget.example/2', tellsParticipants: true })
    await saveOccasion(educator, occasion, { onlineUrl: null, tellsParticipants: false })
  })
  await drainJobs()
  expect(await countNotices(signedUp?.person.id)).toBe(0)
})

test.each(['teams', 'zoom'] as const)(
  'participants are notified of the link of a meeting that is created again in %s',
  async (meetingProvider) => {
    const occasion = await create({ meetingProvider })
    const [signedUp] = await signUpPeople(occasion, 1)
    await services.change({ meetings: [] })
    await saveOccasion(educator, occasion, { title: 'Ny' })
    await passMinute()
    expect(await countNotices(signedUp?.person.id)).toBe(0)
    await educator.json('POST', `/EducationPartOccasions/${occasion.id}/meeting/retry`)
    await drainJobs()
    expect(await countNotices(signedUp?.person.id)).toBe(1)
  },
)
