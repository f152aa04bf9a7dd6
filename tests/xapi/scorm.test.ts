import { exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { contentPackages } from '#api/packages/table.ts'
import { educationPartResults } from '#api/results/table.ts'
import type { UnitAddress } from '#api/xapi/contract.ts'
import type { ScormLaunch } from '#api/xapi/scorm/rules.ts'
import { outcomeStatements } from '../../src/content/scorm/statements.ts'
import { digitalCourse, openResult } from '../course.ts'
import { database, type Person, signedIn } from '../portal.ts'

const { query } = database()

async function launched(person: Person, educationPartId: number, position: number): Promise<ScormLaunch> {
  const opened = await person.fetch('POST', `/Articulate/part/${educationPartId}/units/${position}`)
  expect(opened.status).toBe(200)
  const address = new URL((await opened.json<UnitAddress>()).url)
  expect(address.pathname).toBe('/_portal/scorm12.html')
  expect(address.search).toBe('')
  return JSON.parse(decodeURIComponent(address.hash.slice(1)))
}

const isCompleted = async (resultId: number) =>
  (await query.select().from(educationPartResults).where(eq(educationPartResults.id, resultId)))[0]?.completedAt !==
  null

test('a course of two SCOs is done when each has told that it is', async () => {
  const person = await signedIn()
  const scormTerms = { maxTime: '00:30:00', timeLimitAction: 'exit,message', completionThreshold: null, objectives: [] }
  const units = [{ masteryScore: 0.8, launchParameters: 'level=2', scormTerms }, {}]
  const { educationPartId, packageId } = await digitalCourse({ units })
  await query.update(contentPackages).set({ format: 'scorm12' }).where(eq(contentPackages.id, packageId))
  const resultId = await openResult(person.id, educationPartId)
  const launches = [await launched(person, educationPartId, 1), await launched(person, educationPartId, 2)] as const
  expect(launches[0]).toMatchObject({
    learnerId: String(person.id),
    learnerName: expect.stringMatching(/^Person \d+, Test$/),
    launchData: 'level=2',
    masteryScore: 0.8,
    maxTime: '00:30:00',
    timeLimitAction: 'exit,message',
    entry: '/index.html',
  })
  expect(launches[1].registration).toBe(launches[0].registration)
  for (const [at, launch] of launches.entries()) {
    expect(await isCompleted(resultId), `after ${at} of 2`).toBe(false)
    const told = outcomeStatements(
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
      body: JSON.stringify(told),
    })
    expect(sent.status).toBe(200)
  }
  expect(await isCompleted(resultId)).toBe(true)
})
