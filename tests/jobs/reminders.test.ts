import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { declinedMails, outboxMails } from '#api/foundation/mails/table.ts'
import { notices } from '#api/foundation/notices/table.ts'
import { createExam, insertDriver, linkGuardian } from '../api/exams/fixtures.ts'
import { createEducation, createOccasion, partResult } from '../catalogue.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { contextAt, runHandler } from '../run-handler.ts'

const { query } = database()
/** A Monday in June, at noon in Stockholm. */
const noon = new Date('2031-06-16T10:00:00Z')

const remind = (now = noon, payload = {}) => runHandler('results.remind', contextAt(now), payload)

const toldTo = async (person: Person) =>
  (await query.select().from(notices).where(eq(notices.userId, person.id))).map(({ kind, path }) => [kind, path])
const mailsTo = async (person: Person) =>
  (await query.select().from(outboxMails).where(eq(outboxMails.userId, person.id))).map(({ subject }) => subject)

const course = await createEducation([{ title: 'Kursdag' }])
const on = (startsAt: string, more = {}) =>
  createOccasion(course.firstPartId, {
    startsAt: new Date(startsAt),
    endsAt: new Date('2031-06-30T15:00:00Z'),
    ...more,
  })
let addresses = 0
const learner = (more: Parameters<typeof signedIn>[0] = {}) => {
  addresses += 1
  return signedIn({ firstName: 'Anna', email: `paminn${addresses}@prov.example`, language: 'sv', ...more })
}
const signUp = (person: Person, occasionId: number, more = {}) =>
  partResult({
    userId: person.id,
    educationPartId: course.firstPartId,
    educationId: course.id,
    occasionId,
    signedUpAt: new Date('2031-06-01T10:00:00Z'),
    ...more,
  })

test('everybody with a seat within two days is reminded of it once, when and where', async () => {
  const [soon, later] = [await on('2031-06-18T21:30:00Z', { venue: 'Klubbhuset' }), await on('2031-06-18T22:30:00Z')]
  const [anna, bo] = [await learner(), await learner()]
  await signUp(anna, soon.id)
  await signUp(bo, later.id)
  expect(await remind()).toBeUndefined()
  await Promise.all([remind(), remind()])
  expect(await toldTo(anna)).toEqual([['occasionSoon', `/education/${course.id}?occasion=${soon.id}`]])
  expect(await mailsTo(anna)).toEqual(['Snart dags: Kursdag'])
  const [mail] = await query.select().from(outboxMails).where(eq(outboxMails.userId, anna.id))
  expect(mail?.body).toContain('onsdag 18 juni 2031 kl. 23:30, Klubbhuset, Karlstad')
  expect(mail?.invitesTo).toEqual([{ kind: 'occasion', id: soon.id }])
  expect(await toldTo(bo)).toEqual([])
  await remind(new Date('2031-06-17T10:00:00Z'))
  expect([(await toldTo(anna)).length, (await toldTo(bo)).length]).toEqual([1, 1])
})

test('sends no reminder without a seat, or for a cancelled, past or started occasion', async () => {
  const day = await on('2031-06-17T08:00:00Z')
  const canceled = await on('2031-06-17T08:00:00Z')
  const begun = await on('2031-06-16T09:00:00Z')
  const people = await Promise.all(Array.from({ length: 6 }, () => learner()))
  const [off, waiting, done, called, late, booked] = people as [Person, Person, Person, Person, Person, Person]
  await signUp(off, day.id, { canceled: true })
  await signUp(waiting, day.id, { signedUpAt: null })
  await signUp(done, day.id, { completed: true, completedAt: noon })
  await signUp(called, canceled.id)
  await query.update(occasions).set({ canceledAt: noon }).where(eq(occasions.id, canceled.id))
  await signUp(late, begun.id)
  const inactive = await signedIn({ inactiveAt: noon })
  await signUp(inactive, day.id)
  await signUp(booked, day.id)
  await remind()
  const noticeCounts = await Promise.all([...people, inactive].map(async (person) => (await toldTo(person)).length))
  expect(noticeCounts).toEqual([0, 0, 0, 0, 0, 1, 0])
})

test('a person who has declined reminders gets the notice but no mail', async () => {
  const [day, anna] = [await on('2031-06-17T08:00:00Z'), await learner()]
  await query.insert(declinedMails).values({ userId: anna.id, topic: 'reminders' })
  await signUp(anna, day.id)
  await remind()
  expect([await mailsTo(anna), (await toldTo(anna)).length]).toEqual([[], 1])
})

test('the driver and the accompanying adult are reminded of a practical exam', async () => {
  const scene = await createExam({ startsAt: new Date('2031-06-17T08:00:00Z') })
  const [driver, adult] = [await learner({ birthOn: '2015-05-01' }), await learner({ birthOn: '1980-05-01' })]
  await linkGuardian(adult, driver)
  await insertDriver(scene, driver, { guardianUserId: adult.id, signedUpAt: new Date('2031-06-01T10:00:00Z') })
  await remind()
  const path = `/education/${scene.education.id}?exam=${scene.exam.id}`
  expect([await toldTo(driver), await toldTo(adult)]).toEqual([[['occasionSoon', path]], [['occasionSoon', path]]])
  const invited = async ({ id }: Person) =>
    (await query.select().from(outboxMails).where(eq(outboxMails.userId, id)))[0]
  expect([(await invited(driver))?.invitesTo, (await invited(adult))?.invitesTo]).toEqual([
    [{ kind: 'exam', id: scene.exam.id }],
    [],
  ])
})

test('the nightly run waits for the morning, and sends forty reminders at a time', async () => {
  const day = await on('2031-06-17T08:00:00Z')
  const people = await Promise.all(Array.from({ length: 45 }, () => learner()))
  for (const person of people) await signUp(person, day.id)
  const midnight = new Date('2031-06-15T22:00:20Z')
  const morning = { rest: { isMorning: true }, runAt: new Date('2031-06-16T05:00:00Z') }
  expect(await remind(midnight)).toEqual(morning)
  expect(await remind(midnight, { isMorning: true })).toEqual({ rest: { isMorning: true } })
  expect(await remind(noon)).toBeUndefined()
  const noticeCounts = await Promise.all(people.map(async (person) => (await toldTo(person)).length))
  expect(noticeCounts.every((count) => count === 1)).toBe(true)
})
