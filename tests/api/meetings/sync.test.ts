import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import type { OccasionMeeting } from '#api/catalogue/occasions/meetings/contract.ts'
import type { MeetingProviderName } from '#api/catalogue/occasions/meetings/rules.ts'
import { listAuditEntries } from '../../audit.ts'
import { runBeforeWrite } from '../../before-write.ts'
import { openMeetingServices, passMinute, readManaged, saveOccasion } from '../../meetings.ts'
import { drainJobs, withoutQueue } from '../../queue.ts'
import { callOccasions, createOccasionFixture, isoInDays } from '../occasion-fixtures.ts'

vi.setConfig({ testTimeout: 120_000 })

const services = openMeetingServices()
const { educator, given } = await createOccasionFixture()

const healthy = { plan: [], faults: [], meetings: [], presences: [], log: [], refusesClient: false, pageSize: 300 }

beforeEach(async () => {
  await env.DB.prepare('DELETE FROM occasion_meetings').run()
  services.configure()
  await services.change(healthy)
})

const choose = async (meetingProvider: MeetingProviderName, fields: object = {}) => {
  const { body } = await callOccasions(educator, 'POST', '', { ...given, onlineUrl: null, meetingProvider, ...fields })
  return body
}
const create = async (meetingProvider: MeetingProviderName, fields: object = {}) => {
  const occasion = await choose(meetingProvider, fields)
  await drainJobs()
  return occasion
}
const retry = ({ id }: Occasion) =>
  educator.json<OccasionMeeting>('POST', `/EducationPartOccasions/${id}/meeting/retry`)
const live = async () => (await services.read()).meetings.filter(({ isDeleted }) => !isDeleted)
const links = { teams: 'https://teams.example/l/MSo0=', zoom: 'https://zoom.example/j/90000000000' }
const creation = { teams: 'POST /v1.0/users', zoom: 'POST /v2/users' }
const searching = { teams: creation.teams, zoom: 'GET /v2/users' }

describe.each(['teams', 'zoom'] as const)('in %s', (provider) => {
  test('a saved occasion gets a meeting with its title and time, and the link where participants find it', async () => {
    const occasion = await create(provider, { title: 'Flaggteori' })
    const managed = await readManaged(educator, occasion)
    expect(managed).toMatchObject({
      onlineUrl: links[provider],
      isOnline: true,
      lastChange: occasion.lastChange,
      meeting: { provider, state: 'created', reason: null, message: null },
    })
    const { meetings, faults } = await services.read()
    expect(faults).toEqual([])
    expect(meetings).toHaveLength(1)
    expect(meetings[0]?.title).toContain('Flaggteori')
    const actions = (await listAuditEntries('occasion')).filter(({ targetId }) => targetId === String(occasion.id))
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['occasion.meetingChosen', 'occasion.meetingCreated']),
    )
    expect(JSON.stringify(actions)).not.toContain(links[provider])
  })

  test('a meeting whose creation was never answered is found again, and not created twice', async () => {
    await services.change({ plan: [{ request: creation[provider], outcome: 'lost' }] })
    const occasion = await create(provider)
    expect((await readManaged(educator, occasion)).meeting?.state).toBe('creating')
    await passMinute()
    expect((await readManaged(educator, occasion)).onlineUrl).toBe(links[provider])
    expect(await live()).toHaveLength(1)
    expect((await services.read()).faults).toEqual([])
  })

  test('another time or title changes the meeting, and a save of anything else calls nobody', async () => {
    const occasion = await create(provider)
    await services.change({ log: [] })
    await saveOccasion(educator, occasion, { fee: 100 })
    await drainJobs()
    expect((await services.read()).log).toEqual([])
    await saveOccasion(educator, occasion, { title: 'Ny rubrik', startDate: isoInDays(31), endDate: isoInDays(31, 2) })
    await drainJobs()
    await passMinute()
    const [meeting] = await live()
    expect(meeting?.title).toContain('Ny rubrik')
    expect((await services.read()).faults).toEqual([])
    expect((await readManaged(educator, occasion)).onlineUrl).toBe(links[provider])
  })

  test('a cancelled occasion deletes its meeting, also one that is gone already', async () => {
    const occasion = await create(provider)
    await callOccasions(educator, 'PUT', `/${occasion.id}/CancelOccasion`, {})
    await passMinute()
    expect(await live()).toEqual([])
    expect(await readManaged(educator, occasion)).toMatchObject({ meeting: null, onlineUrl: null, canceled: true })
    const other = await create(provider)
    await services.change({ meetings: [] })
    await callOccasions(educator, 'PUT', `/${other.id}/CancelOccasion`, {})
    await passMinute()
    expect((await readManaged(educator, other)).meeting).toBeNull()
  })

  test('a cancelled occasion deletes a meeting that was created without an answer', async () => {
    await services.change({ plan: [{ request: creation[provider], outcome: 'lost' }] })
    const occasion = await create(provider)
    await callOccasions(educator, 'PUT', `/${occasion.id}/CancelOccasion`, {})
    await passMinute()
    expect(await live()).toEqual([])
  })

  test('a short 429 is waited out, a long one postpones the meeting, and an old token is replaced', async () => {
    await services.change({ plan: [{ request: creation[provider], outcome: 'limited' }], accessToken: 'another' })
    expect(await readManaged(educator, await create(provider))).toMatchObject({ meeting: { state: 'created' } })
    await services.change({ plan: [{ request: creation[provider], outcome: 'limited for long' }] })
    const occasion = await create(provider)
    const waiting = await env.DB.prepare('SELECT due_at, attempts FROM occasion_meetings WHERE occasion_id = ?1')
      .bind(occasion.id)
      .first<{ due_at: string; attempts: number }>()
    expect(Date.parse(waiting?.due_at ?? '')).toBeGreaterThan(Date.now() + 800_000)
    expect(waiting?.attempts).toBe(0)
    await passMinute()
    expect(await readManaged(educator, occasion)).toMatchObject({ meeting: { state: 'created' } })
  })

  test.each(['limited silently', 'limited for nothing'] as const)(
    'a 429 that is %s counts as an attempt, waits a minute, and leaves the others of the service alone',
    async (outcome) => {
      const plan = Array.from({ length: 20 }, () => ({ request: creation[provider], outcome }))
      await services.change({ plan })
      const occasions = await withoutQueue(async () => [await choose(provider), await choose(provider)])
      const began = Date.now()
      await drainJobs()
      const { results } = await env.DB.prepare('SELECT due_at, attempts FROM occasion_meetings ORDER BY id').all<{
        due_at: string
        attempts: number
      }>()
      expect(results.map(({ attempts }) => attempts)).toEqual([1, 0])
      for (const { due_at: dueAt } of results) expect(Date.parse(dueAt)).toBeGreaterThanOrEqual(began + 60_000)
      expect((await services.read()).plan).toHaveLength(19)
      for (let attempt = 0; attempt < 10; attempt++) await passMinute()
      for (const occasion of occasions)
        expect((await readManaged(educator, occasion)).meeting).toMatchObject({
          state: 'failed',
          reason: 'unavailable',
        })
    },
  )

  test.each([
    ['refused', 'rejected'],
    ['unauthorized', 'unauthorized'],
  ] as const)(
    'a request that is %s is shown with the words of the service, and tried again by a press',
    async (outcome, reason) => {
      await services.change({ plan: [{ request: creation[provider], outcome }] })
      const occasion = await create(provider)
      const { meeting } = await readManaged(educator, occasion)
      expect(meeting).toMatchObject({ state: 'failed', reason, message: expect.any(String) })
      expect(meeting?.message).not.toContain('https:')
      await passMinute()
      expect((await readManaged(educator, occasion)).meeting?.state).toBe('failed')
      expect((await retry(occasion)).state).toBe('creating')
      await drainJobs()
      expect(await readManaged(educator, occasion)).toMatchObject({ meeting: { state: 'created' } })
      expect((await retry(occasion)).state).toBe('created')
      expect(await live()).toHaveLength(1)
    },
  )

  test('credentials that the service refuses are a failure, and a redirect is followed nowhere', async () => {
    await services.change({ refusesClient: true, accessToken: 'another' })
    const refused = await create(provider)
    expect((await readManaged(educator, refused)).meeting).toMatchObject({ state: 'failed', reason: 'unauthorized' })
    await services.change({ refusesClient: false, plan: [{ request: creation[provider], outcome: 'redirected' }] })
    const redirected = await create(provider)
    expect((await readManaged(educator, redirected)).meeting?.state).toBe('creating')
    await passMinute()
    expect((await readManaged(educator, redirected)).meeting?.state).toBe('created')
  })

  test('a service without an answer is given up after five attempts', async () => {
    const plan = Array.from({ length: 20 }, () => ({ request: '', outcome: 'unavailable' as const }))
    await services.change({ plan })
    const occasion = await create(provider)
    for (let attempt = 0; attempt < 5; attempt++) await passMinute()
    expect((await readManaged(educator, occasion)).meeting).toMatchObject({ state: 'failed', reason: 'unavailable' })
  })

  test('a host that the service does not know is a failure of the settings, and loses no meeting', async () => {
    await services.change({ plan: [{ request: creation[provider], outcome: 'lost' }] })
    const occasion = await create(provider)
    await services.change({ plan: [{ request: searching[provider], outcome: 'missing' }] })
    await passMinute()
    expect((await readManaged(educator, occasion)).meeting).toMatchObject({ state: 'failed', reason: 'unauthorized' })
    await retry(occasion)
    await drainJobs()
    expect((await readManaged(educator, occasion)).meeting?.state).toBe('created')
    expect(await live()).toHaveLength(1)
  })

  test('two meetings of an occasion that are gone are tried again by one press', async () => {
    const occasion = await create(provider)
    await saveOccasion(educator, occasion, { meetingProvider: null })
    await saveOccasion(educator, occasion, { meetingProvider: provider })
    await env.DB.prepare("UPDATE occasion_meetings SET reason = 'gone', removed_at = NULL, due_at = NULL").run()
    expect((await retry(occasion)).state).toBe('creating')
    await drainJobs()
    expect((await readManaged(educator, occasion)).meeting?.state).toBe('created')
    expect((await services.read()).faults).toEqual([])
  })

  test('a worker with an old list searches for the meeting that another one has created', async () => {
    const occasion = await withoutQueue(() => choose(provider))
    await services.change({ plan: [{ request: creation[provider], outcome: 'lost' }] })
    const createByOther = async () => {
      // The other worker, whose creation was never answered, has given the meeting back.
      const { results } = await env.DB.prepare('SELECT key FROM occasion_meetings').all<{ key: string }>()
      const id = provider === 'zoom' ? '90000000000' : 'MSo0='
      const meeting = { id, key: results[0]?.key ?? '', title: 'Annan', fields: {}, isDeleted: false }
      await services.change({ plan: [], meetings: [meeting] })
      await env.DB.prepare('UPDATE occasion_meetings SET may_exist = 1, attempts = 1').run()
    }
    await runBeforeWrite(/update "occasion_meetings" set .*"claimed_until"/, createByOther, drainJobs)
    expect((await readManaged(educator, occasion)).meeting?.state).toBe('created')
    expect(await live()).toHaveLength(1)
  })

  test('a meeting that somebody has deleted in the service is created again by a press', async () => {
    const occasion = await create(provider)
    await services.change({ meetings: [] })
    await saveOccasion(educator, occasion, { title: 'Ny' })
    await passMinute()
    expect((await readManaged(educator, occasion)).meeting).toMatchObject({ state: 'failed', reason: 'gone' })
    await retry(occasion)
    await drainJobs()
    expect((await readManaged(educator, occasion)).meeting?.state).toBe('created')
    expect(await live()).toHaveLength(1)
  })
})

test('Zoom’s meeting of several days has no fixed time, and is found on a later page', async () => {
  const sessions = [0, 1].map((day) => ({ start: isoInDays(30 + day), end: isoInDays(30 + day, 2) }))
  await create('zoom')
  await services.change({ plan: [{ request: creation.zoom, outcome: 'lost' }], pageSize: 1 })
  await create('zoom', { endDate: isoInDays(31, 2), sessions })
  await passMinute()
  const { meetings, faults } = await services.read()
  expect(meetings.map(({ fields }) => fields['type'])).toEqual([2, 3])
  expect(faults).toEqual([])
})
