import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { MeetingAttendance } from '#api/participation/meeting-attendance/contract.ts'
import type { Participant } from '#api/participation/sign-ups/participants/contract.ts'
import { holdOccasion, openMeetingServices, readManaged } from '../../meetings.ts'
import { signedIn } from '../../portal.ts'
import { protect } from '../../protection.ts'
import { drainJobs, runDailyJob } from '../../queue.ts'
import { inDays, inMinutes } from '../../time.ts'
import { callOccasions, createOccasionFixture, signUpPeople } from '../occasion-fixtures.ts'
import { readRefusal } from '../results/fixtures.ts'

vi.setConfig({ testTimeout: 120_000 })

const services = openMeetingServices()
const { educator, given: priced } = await createOccasionFixture()
const given = { ...priced, fee: 0 }

beforeEach(async () => {
  await env.DB.prepare('DELETE FROM meeting_attendees').run()
  await env.DB.prepare('DELETE FROM occasion_meetings').run()
  services.configure()
  await services.change({ plan: [], faults: [], meetings: [], presences: [], log: [], pageSize: 300 })
})

const pathOf = ({ id }: { id: number }) => `/EducationPartOccasions/${id}/meeting/attendance`
const read = (occasion: { id: number }) => educator.json<MeetingAttendance | null>('GET', pathOf(occasion))
const fetchAttendance = (occasion: { id: number }) => educator.json<MeetingAttendance>('POST', pathOf(occasion))
const refusalOf = async (occasion: { id: number }) => readRefusal(await educator.fetch('POST', pathOf(occasion)))

/** Creates an occasion with a meeting and two participants, as it was an hour and a half ago. */
async function createHeld(meetingProvider: 'teams' | 'zoom', minutesAgo = 90) {
  const { body: occasion } = await callOccasions(educator, 'POST', '', { ...given, onlineUrl: null, meetingProvider })
  await drainJobs()
  const people = await signUpPeople(occasion, 2)
  await drainJobs()
  const { start } = await holdOccasion(occasion, minutesAgo)
  const at = (minutes: number) => inMinutes(minutes, start).toISOString()
  const present = (name: string, email: string, from: number, to: number) => ({
    name,
    email,
    from: at(from),
    to: at(to),
  })
  return { occasion, people, present, email: (index: number) => `d${index}-${occasion.id}@test.example` }
}

describe.each(['teams', 'zoom'] as const)('of a meeting in %s', (provider) => {
  test('attendance is fetched from all pages, matched by e-mail address, and proposed from half of the time', async () => {
    const { occasion, people, present, email } = await createHeld(provider)
    await services.change({
      pageSize: 2,
      presences: [
        present('Ett', email(0).toUpperCase(), -5, 20),
        present('Ett igen', email(0), 22, 70),
        present('Två', email(1), 0, 20),
        present('Okänd gäst', '', 10, 40),
      ],
    })
    expect(await read(occasion)).toMatchObject({ fetchedDate: null, proposals: [], unmatched: [] })
    const fetched = await fetchAttendance(occasion)
    expect(fetched).toMatchObject({
      provider,
      plannedMinutes: 60,
      proposals: [
        { userId: people[0]?.person.id, minutes: 58, isProposed: true },
        { userId: people[1]?.person.id, minutes: 20, isProposed: false },
      ],
      unmatched: [{ name: 'Okänd gäst', minutes: 30 }],
    })
    expect(await read(occasion)).toEqual(fetched)
    expect((await services.read()).faults).toEqual([])
    const participants = await educator.json<Participant[]>(
      'GET',
      `/EducationPartOccasions/${occasion.id}/participants`,
    )
    expect(participants.map(({ attended }) => attended)).toEqual([null, null])
    await services.change({ presences: [present('Två', email(1), 0, 60)] })
    expect((await fetchAttendance(occasion)).proposals).toMatchObject([{ minutes: 60 }])
  })

  test('no e-mail address is stored, and nothing is left after 30 days', async () => {
    const { occasion, present, email } = await createHeld(provider)
    await services.change({ presences: [present('Ett', email(0), 0, 60), present('Gäst', 'gast@example.org', 0, 60)] })
    await fetchAttendance(occasion)
    const { results } = await env.DB.prepare('SELECT * FROM meeting_attendees').all()
    expect(results).toHaveLength(2)
    expect(JSON.stringify(results)).not.toContain('@')
    await runDailyJob('meetingAttendance.forget')
    expect((await read(occasion))?.proposals).toHaveLength(1)
    await env.DB.prepare('UPDATE meeting_attendees SET fetched_at = ?1').bind(inDays(-31).toISOString()).run()
    await runDailyJob('meetingAttendance.forget')
    expect(await read(occasion)).toMatchObject({ proposals: [], unmatched: [] })
  })

  test('a nightly job fetches what nobody has fetched, once, and goes on after a meeting that fails', async () => {
    const first = await createHeld(provider)
    const second = await createHeld(provider)
    await services.change({
      presences: [first.present('Ett', first.email(0), 0, 60), second.present('Två', second.email(0), 0, 60)],
      plan: [{ request: 'GET', outcome: 'refused' }],
    })
    await runDailyJob('meetingAttendance.fetch')
    const fetched = await Promise.all([first, second].map(({ occasion }) => read(occasion)))
    expect(fetched.map((one) => one?.fetchedDate !== null)).toEqual([false, true])
    await runDailyJob('meetingAttendance.fetch')
    expect((await read(first.occasion))?.proposals).toMatchObject([{ minutes: 60 }])
    await services.change({ log: [] })
    await runDailyJob('meetingAttendance.fetch')
    expect((await services.read()).log).toEqual([])
  })

  test('a participant with a protected identity is matched by the real e-mail address, and no name is stored', async () => {
    const { occasion, people, present, email } = await createHeld(provider)
    const office = await signedIn({ roles: { SuperAdministrator: {} } })
    const [first, second] = people
    await protect(office, first?.person.id ?? 0)
    await protect(office, second?.person.id ?? 0)
    await services.change({
      presences: [
        present('Verkligt Namn', email(0), 0, 40),
        present(' TEST  DELTAGARE 1 ', '', 0, 30),
        present('Gäst', '', 0, 20),
      ],
    })
    expect(await fetchAttendance(occasion)).toMatchObject({
      proposals: [{ userId: first?.person.id, minutes: 40 }],
      unmatched: [
        { name: null, minutes: 30 },
        { name: 'Gäst', minutes: 20 },
      ],
    })
    const { results } = await env.DB.prepare('SELECT name FROM meeting_attendees ORDER BY minutes DESC').all()
    expect(results.map(({ name }) => name)).toEqual([null, null, 'Gäst'])
  })

  test('nobody’s presence is fetched or kept later than 30 days after the occasion', async () => {
    const { occasion, present, email } = await createHeld(provider)
    await services.change({ presences: [present('Ett', email(0), 0, 60), present('Gäst', '', 0, 60)] })
    await fetchAttendance(occasion)
    await holdOccasion(occasion, 31 * 24 * 60)
    await services.change({ log: [] })
    expect(await refusalOf(occasion)).toEqual([409, 'meeting_attendance_missing'])
    expect((await services.read()).log).toEqual([])
    await runDailyJob('meetingAttendance.forget')
    expect(await read(occasion)).toMatchObject({ proposals: [], unmatched: [] })
  })

  test('what was fetched before the occasion ended is fetched again by the nightly job', async () => {
    const { occasion, present, email } = await createHeld(provider, 30)
    await services.change({ presences: [present('Ett', email(0), 0, 10)] })
    expect((await fetchAttendance(occasion)).proposals).toMatchObject([{ minutes: 10 }])
    await env.DB.prepare('UPDATE occasions SET ends_at = ?1 WHERE id = ?2')
      .bind(inMinutes(-1).toISOString(), occasion.id)
      .run()
    await env.DB.prepare('UPDATE occasion_meetings SET attendance_fetched_at = ?1')
      .bind(inMinutes(-5).toISOString())
      .run()
    await services.change({ presences: [present('Ett', email(0), 0, 25)] })
    await runDailyJob('meetingAttendance.fetch')
    expect((await read(occasion))?.proposals).toMatchObject([{ minutes: 25 }])
  })

  test('a meeting without a report, and a service that fails, are refused with the reason', async () => {
    const { occasion } = await createHeld(provider)
    expect(await refusalOf(occasion)).toEqual([409, 'meeting_attendance_missing'])
    await services.change({ plan: [{ request: 'GET', outcome: 'unauthorized' }] })
    expect(await refusalOf(occasion)).toEqual([503, 'meeting_unavailable'])
    await services.change({ plan: [{ request: 'GET', outcome: 'limited for long' }] })
    expect(await refusalOf(occasion)).toEqual([503, 'meeting_unavailable'])
    const upcoming = await createHeld(provider, -60)
    expect(await refusalOf(upcoming.occasion)).toEqual([409, 'meeting_not_begun'])
  })
})

test('a service that does not answer is left alone for the run, and the other one is asked', async () => {
  for (let count = 0; count < 4; count++) await createHeld('zoom')
  const { occasion, present, email } = await createHeld('teams')
  const plan = Array.from({ length: 9 }, () => ({ request: 'GET /v2', outcome: 'unavailable' as const }))
  await services.change({ presences: [present('Ett', email(0), 0, 60)], plan })
  await runDailyJob('meetingAttendance.fetch')
  expect((await services.read()).plan).toHaveLength(7)
  expect((await read(occasion))?.proposals).toMatchObject([{ minutes: 60 }])
})

test('more meetings than one run takes are fetched by the next one', async () => {
  const { occasion, present, email } = await createHeld('zoom')
  const names = (
    await env.DB.prepare('SELECT name FROM pragma_table_info(?1)').bind('occasions').all<{ name: string }>()
  ).results
    .map(({ name }) => name)
    .filter((name) => name !== 'id')
    .join(', ')
  await env.DB.prepare(
    `WITH RECURSIVE many (n) AS (SELECT 90000 UNION ALL SELECT n + 1 FROM many WHERE n < 90100)
     INSERT INTO occasions (id, ${names}) SELECT n, ${names} FROM many, occasions WHERE occasions.id = ?1`,
  )
    .bind(occasion.id)
    .run()
  await env.DB.prepare(
    `INSERT INTO occasion_meetings (occasion_id, provider, key, external_id, requested_by_user_id, requested_at)
     SELECT occasions.id, 'zoom', 'key-' || occasions.id, '1', requested_by_user_id, requested_at
     FROM occasions, occasion_meetings WHERE occasions.id >= 90000 AND occasion_id = ?1`,
  )
    .bind(occasion.id)
    .run()
  await env.DB.prepare('UPDATE occasion_meetings SET id = 1000000 WHERE occasion_id = ?1').bind(occasion.id).run()
  await services.change({ presences: [present('Ett', email(0), 0, 60)] })
  await runDailyJob('meetingAttendance.fetch')
  expect((await read(occasion))?.proposals).toMatchObject([{ minutes: 60 }])
})

test('Zoom’s waiting room is no attendance, and an id with slashes is encoded twice', async () => {
  const { occasion, present, email } = await createHeld('zoom')
  await services.change({
    uuid: '/ab//cd==',
    presences: [{ ...present('Väntade', email(0), 0, 40), isWaiting: true }, present('Var med', email(1), 0, 30)],
  })
  expect((await fetchAttendance(occasion)).proposals).toMatchObject([{ minutes: 30, isProposed: true }])
  expect((await services.read()).faults).toEqual([])
})

test('an occasion with a link of the organiser’s own has no attendance to fetch', async () => {
  const { body: occasion } = await callOccasions(educator, 'POST', '', given)
  await holdOccasion(occasion)
  expect(await read(occasion)).toBeNull()
  expect(await refusalOf(occasion)).toEqual([404, 'not_found'])
  expect((await readManaged(educator, occasion)).meeting).toBeNull()
})
