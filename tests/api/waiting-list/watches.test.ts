import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { notices } from '#api/foundation/notices/table.ts'
import { createEducation, createOccasion, education } from '../../catalogue.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { contextAt, runHandler } from '../../run-handler.ts'
import { inHours } from '../../time.ts'

const { query } = database()

const tell = (now = inHours(1)) => runHandler('educationWatches.tell', contextAt(now))

const watch = (person: Person, id: number, watching = true) =>
  person.fetch('PUT', `/Educations/${id}/watch`, { watching })
const noticesOf = async ({ id }: Person) =>
  (await query.select().from(notices).where(eq(notices.userId, id))).map(({ kind }) => kind)

test('a batch of new dates is notified once, to people who may book', async () => {
  const course = await createEducation([{}], { minAge: 18 })
  await createOccasion(course.firstPartId, { maxParticipants: 0 })
  const [anna, young, bo] = [await signedIn(), await signedIn({ birthOn: '2016-01-01' }), await signedIn()]
  for (const person of [anna, young, bo]) await watch(person, course.id)
  await watch(bo, course.id, false)
  await tell()
  expect(await noticesOf(anna)).toEqual([])
  await createOccasion(course.firstPartId)
  await createOccasion(course.firstPartId)
  // The batch may still grow.
  await tell(new Date())
  expect(await noticesOf(anna)).toEqual([])
  await tell()
  await tell()
  expect([await noticesOf(anna), await noticesOf(young), await noticesOf(bo)]).toEqual([['datesPublished'], [], []])
})

test('a person watches for themself, and published educations only', async () => {
  const course = await createEducation([{}])
  const [anna, bo] = [await signedIn(), await signedIn()]
  expect(await (await watch(anna, course.id)).json()).toEqual({ watching: true })
  expect((await watch(anna, course.id)).status).toBe(200)
  expect(await bo.json('GET', `/Educations/${course.id}/watch`)).toEqual({ watching: false })
  expect((await watch(anna, await education({ published: false }))).status).toBe(404)
})
