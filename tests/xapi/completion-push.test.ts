import { exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { educationResponsibles } from '#api/catalogue/educations/table.ts'
import { educatorMaterials } from '#api/catalogue/educator-materials/table.ts'
import { contentPackages } from '#api/catalogue/packages/table.ts'
import type { PageLaunch, UnitAddress } from '#api/courses/xapi/contract.ts'
import type { ScormLaunch } from '#api/courses/xapi/scorm/rules.ts'
import { outcomeStatements } from '../../src/content/scorm/statements.ts'
import { createExam, insertDriver } from '../api/exams/fixtures.ts'
import { configurePortal } from '../configuration.ts'
import { createDigitalCourse, insertOpenResult } from '../course.ts'
import { openPlayerSocket } from '../player-socket.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { createSubmission } from '../submission.ts'
import { inDays } from '../time.ts'
import { openUnit } from './cmi5-unit.ts'
import { launchCourse, verb } from './course-launch.ts'

await configurePortal({ features: ['PracticalDriverExamination'] })
const { query } = database()

/** Expects that an act sends `ask`, once, over the open WebSocket of the person. */
async function expectPush(person: Person, act: () => Promise<{ status: number } | number>): Promise<void> {
  const line = await openPlayerSocket(person)
  expect(await line.receivedSoFar()).toEqual([])
  const done = await act()
  expect(typeof done === 'number' ? done : done.status).toBeLessThan(300)
  expect(await line.next()).toBe('ask')
}

async function signedUp(options: Parameters<typeof createDigitalCourse>[0] = {}) {
  const person = await signedIn()
  const course = await createDigitalCourse(options)
  return { person, ...course, resultId: await insertOpenResult(person.id, course.educationPartId) }
}

const sent = (launch: Pick<PageLaunch, 'endpoint' | 'launchToken'>, body: unknown) =>
  exports.default.fetch(`${launch.endpoint}statements`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${launch.launchToken}`,
      'x-experience-api-version': '1.0.3',
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })

test('a statement of xAPI', async () => {
  const { person, educationPartId } = await signedUp()
  const { post } = await launchCourse(person, educationPartId)
  await expectPush(person, () => post({ verb: verb('completed') }))
})

test('the last unit of cmi5', async () => {
  const { person, educationPartId } = await signedUp({ units: [{ moveOn: 'Passed' }] })
  const unit = await openUnit(person, educationPartId)
  await unit.post(unit.toStatement('initialized'))
  await expectPush(person, () => unit.post(unit.toStatement('passed')))
})

test('the translation of SCORM', async () => {
  const { person, educationPartId, packageId } = await signedUp({ units: [{}] })
  await query.update(contentPackages).set({ format: 'scorm12' }).where(eq(contentPackages.id, packageId))
  const opened = await person.fetch('POST', `/Articulate/part/${educationPartId}/units/1`)
  const { hash } = new URL((await opened.json<UnitAddress>()).url)
  const launch: ScormLaunch = JSON.parse(decodeURIComponent(hash.slice(1)))
  const statements = outcomeStatements(
    { edition: 'scorm12', launch, session: 'one' },
    { 'cmi.core.lesson_status': 'passed' },
    new Date(),
  )
  await expectPush(person, () => sent(launch, statements))
})

test('the office, by hand', async () => {
  const { person, educationPartId, educationId, resultId } = await signedUp()
  const educator = await signedIn({ roles: { Educator: {} } })
  await query.insert(educationResponsibles).values({ educationId, userId: educator.id })
  const body = [{ resultId, userId: person.id, completed: true }]
  await expectPush(person, () => educator.fetch('PUT', `/EducationParts/${educationPartId}/results`, body))
})

test('an approved examination', async () => {
  const scene = await createExam({ startsAt: inDays(-0.1) })
  const driver = await signedIn({ birthOn: '1990-01-01' })
  await insertDriver(scene, driver)
  await expectPush(driver, () => scene.examiner.fetch('POST', `${scene.path}/results/${driver.id}/approve`))
})

test('an approved submission', async () => {
  const { educator, learner, submission } = await createSubmission()
  const path = `/submissionAdmin/UpdateStatus/${submission.submissionId}/4`
  await expectPush(learner, () => educator.fetch('PUT', path))
})

test('repeated evaluation of completion', async () => {
  const { person, educationPartId } = await signedUp({ completionRule: 'passed' })
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  const { post } = await launchCourse(person, educationPartId)
  await post({ verb: verb('completed') })
  await query.update(educationParts).set({ completionRule: 'either' }).where(eq(educationParts.id, educationPartId))
  await expectPush(person, () => office.fetch('POST', '/Statements/reevaluate', { educationPartId }))
})

test('material for educators', async () => {
  const { educationPartId, packageId } = await createDigitalCourse()
  const educator = await signedIn({ roles: { SuperAdministrator: {} } })
  const stamps = { createdAt: new Date(), changedAt: new Date() }
  const [material] = await query
    .insert(educatorMaterials)
    .values({ name: 'Handledning', educationPartId, packageId, ...stamps })
    .returning()
  const launch = await (await educator.fetch('GET', `/Articulate/educatorpart/${material?.id}`)).json<PageLaunch>()
  const statement = { actor: launch.agent, verb: verb('completed'), object: { id: launch.activityId } }
  await expectPush(educator, () => sent(launch, statement))
})
