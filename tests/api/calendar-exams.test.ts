import { expect, test } from 'vitest'
import type { CalendarItem } from '#api/office/calendar/contract.ts'
import { occasion } from '../catalogue.ts'
import { configurePortal } from '../configuration.ts'
import { invalidateCache, type Person, signedIn } from '../portal.ts'
import { inDays } from '../time.ts'
import { createExam, insertDriver } from './exams/fixtures.ts'

await configurePortal({ features: ['PracticalDriverExamination'] })

const items = (person: Person, body: object) => person.json<CalendarItem[]>('POST', '/Calendar/CalendarFiltered', body)
const booked = (person: Person) => person.json<CalendarItem[]>('GET', '/Calendar/FutureBookedCalendarItems')

test('practical exams are listed among the occasions, in order of time and within the same limit', async () => {
  const scene = await createExam({ maxParticipants: 4, feeMinor: 50_000 })
  const { exam, education } = scene
  const person = await signedIn({ birthOn: '1990-01-01' })
  await insertDriver(scene, person, { signedUpAt: null })
  const place = { educationPartId: education.firstPartId, educationId: education.id }
  const [before, after] = [
    await occasion({ ...place, startsAt: inDays(13) }),
    await occasion({ ...place, startsAt: inDays(15) }),
  ]
  const found = await items(person, { educationId: [education.id] })
  expect(found.map(({ id }) => id)).toEqual([`occasion-${before}`, `exam-${exam.id}`, `occasion-${after}`])
  expect(found[1]).toMatchObject({
    kind: 2,
    referenceId: exam.id,
    educationId: education.id,
    title: 'Förarprov',
    city: 'Karlstad',
    fee: 500,
    booked: true,
    pending: true,
    canceled: false,
    availableSpots: 3,
    hasFreeSpots: true,
    invitationUrl: expect.stringContaining(`-exam${exam.id}-`),
  })
  expect(await booked(person)).toMatchObject([{ id: `exam-${exam.id}` }])
  expect(await booked(await signedIn())).toEqual([])
})

test('an exam outside the window, cancelled or of a draft is not listed', async () => {
  const person = await signedIn({ birthOn: '1990-01-01' })
  const cases = [
    await createExam({ startsAt: inDays(60) }),
    await createExam({ canceledAt: new Date() }),
    await createExam({}, { publishedAt: null }),
  ]
  for (const { education } of cases) expect(await items(person, { educationId: [education.id] })).toEqual([])
  const own = cases[2]
  if (own) await insertDriver(own, person)
  expect(await items(person, { educationId: [own?.education.id] })).toHaveLength(1)
})

test('without the feature there are no examinations in the calendar', async () => {
  const scene = await createExam()
  const person = await signedIn({ birthOn: '1990-01-01' })
  await insertDriver(scene, person)
  await configurePortal({ features: [] })
  await invalidateCache()
  expect(await items(person, { educationId: [scene.education.id] })).toEqual([])
  expect(await booked(person)).toEqual([])
})
