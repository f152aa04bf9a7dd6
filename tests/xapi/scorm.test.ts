import { exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { contentPackages } from '#api/catalogue/packages/table.ts'
import type { UnitAddress } from '#api/courses/xapi/contract.ts'
import type { ScormEdition, ScormLaunch } from '#api/courses/xapi/scorm/rules.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { recordStore } from '../../src/content/scorm/record-store.ts'
import { outcomeStatements } from '../../src/content/scorm/statements.ts'
import { createDigitalCourse, insertOpenResult } from '../course.ts'
import { database, type Person, signedIn } from '../portal.ts'

const { query } = database()

async function launched(
  person: Person,
  educationPartId: number,
  position: number,
  edition: ScormEdition = 'scorm12',
): Promise<ScormLaunch> {
  const opened = await person.fetch('POST', `/Articulate/part/${educationPartId}/units/${position}`)
  expect(opened.status).toBe(200)
  const address = new URL((await opened.json<UnitAddress>()).url)
  expect(address.pathname).toBe(`/_portal/${edition}.html`)
  expect(address.search).toBe('')
  return JSON.parse(decodeURIComponent(address.hash.slice(1)))
}

const isCompleted = async (resultId: number) =>
  (await query.select().from(educationPartResults).where(eq(educationPartResults.id, resultId)))[0]?.completedAt !==
  null

test('a course of two SCOs is completed when each has reported completion', async () => {
  const person = await signedIn()
  const scormTerms = { maxTime: '00:30:00', timeLimitAction: 'exit,message', completionThreshold: null, objectives: [] }
  const units = [{ masteryScore: 0.8, launchParameters: 'level=2', scormTerms }, {}]
  const { educationPartId, packageId } = await createDigitalCourse({ units })
  await query.update(contentPackages).set({ format: 'scorm12' }).where(eq(contentPackages.id, packageId))
  const resultId = await insertOpenResult(person.id, educationPartId)
  const launches = [await launched(person, educationPartId, 1), await launched(person, educationPartId, 2)] as const
  expect(launches[0]).toMatchObject({
    learnerId: String(person.id),
    learnerName: expect.stringMatching(/^Person \d+, Test$/),
    launchData: 'level=2',
    masteryScore: 0.8,
    maxTime: '00:30:00',
    timeLimitAction: 'exit,message',
    entry: expect.stringMatching(/^http:[^?#]+\/_portal\/enter\/[^/]+\/index\.html$/),
  })
  expect(launches[1].registration).toBe(launches[0].registration)
  for (const [at, launch] of launches.entries()) {
    expect(await isCompleted(resultId), `after ${at} of 2`).toBe(false)
    const statements = outcomeStatements(
      { edition: 'scorm12', launch, session: 'one' },
      { 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '90', 'cmi.student_data.mastery_score': '80' },
      new Date(),
    )
    const sent = await exports.default.fetch(`${launch.endpoint}statements`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${launch.launchToken}`,
        'x-experience-api-version': '1.0.3',
        'content-type': 'application/json',
      },
      body: JSON.stringify(statements),
    })
    expect(sent.status).toBe(200)
  }
  expect(await isCompleted(resultId)).toBe(true)
})

test('the only scored quiz completes a course, and shares its objectives with the pages', async () => {
  const person = await signedIn()
  const map = { objective: 'o', isPrimary: true, target: 'flags', readsSatisfied: true, readsMeasure: true }
  const terms = { maxTime: null, timeLimitAction: null, completionThreshold: null, objectives: ['o'] }
  const sharing = (writes: boolean) => ({
    scormTerms: { ...terms, objectiveMaps: [{ ...map, writesSatisfied: writes, writesMeasure: writes }] },
  })
  const units = [
    { moveOn: 'NotApplicable' as const, ...sharing(false) },
    { moveOn: 'Passed' as const, ...sharing(true) },
  ]
  const { educationPartId, packageId } = await createDigitalCourse({ units })
  await query.update(contentPackages).set({ format: 'scorm2004' }).where(eq(contentPackages.id, packageId))
  const resultId = await insertOpenResult(person.id, educationPartId)
  const [page, quiz] = [
    await launched(person, educationPartId, 1, 'scorm2004'),
    await launched(person, educationPartId, 2, 'scorm2004'),
  ]
  expect(quiz.objectiveMaps).toEqual(units[1]?.scormTerms.objectiveMaps)
  const store = (launch: ScormLaunch) =>
    recordStore(launch, (address, init) => exports.default.fetch(new Request(address, init)))
  expect(await store(page).shared()).toBeNull()
  expect(await store(quiz).share({ 'satisfied flags': true })).toBe('done')
  expect(await store(quiz).share({ 'measure flags': 0.9 })).toBe('done')
  expect(await store(page).shared()).toEqual({ 'satisfied flags': true, 'measure flags': 0.9 })
  expect(await isCompleted(resultId)).toBe(false)
  const passed = { 'cmi.success_status': 'passed', 'cmi.score.scaled': '0.9' }
  const statements = outcomeStatements({ edition: 'scorm2004', launch: quiz, session: 'one' }, passed, new Date())
  expect(await store(quiz).tell(statements)).toBe('done')
  expect(await isCompleted(resultId)).toBe(true)
})
