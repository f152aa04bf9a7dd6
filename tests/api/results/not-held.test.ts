import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { educationPartResults, educationResults } from '#api/participation/results/table.ts'
import { endOfDay, toPortalDay } from '#api/zone.ts'
import { createEducation, createOccasion, holdOccasion, partResult } from '../../catalogue.ts'
import { database, signedIn } from '../../portal.ts'
import { inDays } from '../../time.ts'
import { readRefusal, resultsPath } from './fixtures.ts'

const { query } = database()

async function createParticipant(attended: boolean | null = null) {
  const { id: educationId, firstPartId: educationPartId } = await createEducation()
  const occasion = await createOccasion(educationPartId)
  const [office, { id: userId }] = [await signedIn({ roles: { SuperAdministrator: {} } }), await signedIn()]
  const resultId = await partResult({ userId, educationPartId, educationId, occasionId: occasion.id, attended })
  const change = (fields: object, language = 'sv') =>
    office.fetch('PUT', resultsPath, [{ resultId, userId, ...fields }], { 'accept-language': language })
  const readResult = async () =>
    (await query.select().from(educationPartResults).where(eq(educationPartResults.id, resultId)))[0]
  const readEducations = () => query.select().from(educationResults).where(eq(educationResults.userId, userId))
  const setStart = (startsAt: Date) => query.update(occasions).set({ startsAt }).where(eq(occasions.id, occasion.id))
  return { occasion, change, readResult, readEducations, setStart }
}

test('nobody is marked as present or passed before the day of an occasion', async () => {
  const { change, readResult, readEducations } = await createParticipant()
  for (const fields of [{ attended: true }, { completed: true }, { attended: true, completed: true }])
    expect(await readRefusal(await change(fields))).toEqual([409, 'occasion_not_held'])
  expect(await (await change({ completed: true })).json()).toMatchObject({
    message: 'Tillfället har inte börjat än. Närvaro kan registreras från och med dagen det hålls.',
  })
  expect(await readResult()).toMatchObject({ attended: null, completed: false })
  expect(await readEducations()).toEqual([])
})

test('attendance is noted from the first moment of the day, also hours before the start', async () => {
  const { change, readResult, setStart } = await createParticipant()
  const lastMoment = endOfDay(toPortalDay(new Date()))
  await setStart(new Date(lastMoment.getTime() + 1))
  expect(await readRefusal(await change({ attended: true }))).toEqual([409, 'occasion_not_held'])
  await setStart(lastMoment)
  expect((await change({ attended: true })).status).toBe(200)
  expect((await change({ completed: true })).status).toBe(200)
  expect(await readResult()).toMatchObject({ attended: true, completed: true })
})

test('a wrong mark of a day ahead is taken back, and other changes of it are made', async () => {
  const { change, readResult, setStart, occasion } = await createParticipant(true)
  expect((await change({ attended: false })).status).toBe(200)
  expect(await readResult()).toMatchObject({ attended: false })
  await holdOccasion(occasion.id)
  expect((await change({ completed: true })).status).toBe(200)
  await setStart(inDays(20))
  expect((await change({ completed: false })).status).toBe(200)
  expect(await readResult()).toMatchObject({ attended: true, completed: false })
  expect(await readRefusal(await change({ completed: true }))).toEqual([409, 'occasion_not_held'])
})
