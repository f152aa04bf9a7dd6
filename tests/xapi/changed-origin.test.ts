import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { PageLaunch } from '#api/courses/xapi/contract.ts'
import { xapiStatements } from '#api/courses/xapi/table.ts'
import { app } from '#edge/app.ts'
import { createDigitalCourse, insertOpenResult } from '../course.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { bodyOf } from '../response-body.ts'
import { launchCourse, verb } from './course-launch.ts'

/** The same portal at another port, with the original naming origin. */
const moved = { PORTAL_ORIGIN: 'http://localhost:9911', NAMING_ORIGIN: env.PORTAL_ORIGIN }

async function afterMoving(method: string, path: string, token: string, body?: unknown): Promise<Response> {
  const execution = createExecutionContext()
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'x-experience-api-version': '1.0.3',
  }
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  const request = new Request(`${moved.PORTAL_ORIGIN}/api${path}`, init)
  const response = await app.fetch(request, { ...env, ...moved }, execution)
  // The body is read before the execution context ends.
  const answer = new Response(await response.arrayBuffer(), response)
  await waitOnExecutionContext(execution)
  return answer
}

const toldOf = async ({ id }: Person) => {
  const rows = await database().query.select().from(xapiStatements).where(eq(xapiStatements.userId, id))
  return rows.map(({ statement }) => statement)
}

test('a new origin preserves people and courses: progress is found, and erasure covers both origins', async () => {
  const [anna, office] = [await signedIn(), await signedIn({ roles: { SuperAdministrator: {} } })]
  const { educationPartId } = await createDigitalCourse({ activityId: null })
  await insertOpenResult(anna.id, educationPartId)
  const before = await launchCourse(anna, educationPartId)
  await before.post({ verb: verb('initialized') })
  const state = (activityId: string) =>
    `activities/state?${new URLSearchParams({ activityId, stateId: 'place', agent: JSON.stringify(before.launch.agent) })}`
  await before.send('PUT', state(before.launch.activityId), { slide: 7 })

  const opened = await afterMoving('GET', `/Articulate/part/${educationPartId}`, anna.token)
  const launch = await bodyOf<PageLaunch>(opened)
  expect(launch.agent.account).toEqual(before.launch.agent.account)
  expect(launch.activityId).toBe(before.launch.activityId)
  // Requests go to the present address.
  expect(launch.endpoint).toBe('http://localhost:9911/api/articulate/')
  const response = await afterMoving('GET', `/articulate/${state(launch.activityId)}`, launch.launchToken)
  expect(await response.json()).toEqual({ slide: 7 })
  const sentStatement = { actor: before.launch.agent, verb: verb('passed'), object: { id: launch.activityId } }
  expect((await afterMoving('POST', '/articulate/statements', launch.launchToken, sentStatement)).status).toBe(200)
  expect(await toldOf(anna)).toHaveLength(2)

  const forgotten = await afterMoving('POST', '/Statements/forget', office.token, { userId: anna.id })
  expect(await forgotten.json()).toEqual({ statements: 2, documents: 1 })
  expect(await toldOf(anna)).toEqual([])
})
