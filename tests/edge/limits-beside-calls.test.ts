import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { app } from '#edge/app.ts'
import { createDigitalCourse, insertOpenResult } from '../course.ts'
import { signedIn } from '../portal.ts'
import { launchCourse } from '../xapi/course-launch.ts'

async function sendLimited(url: string, init: RequestInit & { headers: Record<string, string> }, perMinute: number) {
  const execution = createExecutionContext()
  const response = await app.fetch(new Request(url, init), { ...env, CALLS_PER_MINUTE: String(perMinute) }, execution)
  const answer = new Response(await response.arrayBuffer(), response)
  await waitOnExecutionContext(execution)
  return answer
}

async function aLaunch() {
  const learner = await signedIn()
  const { educationPartId } = await createDigitalCourse({ activityId: null })
  await insertOpenResult(learner.id, educationPartId)
  const { launch } = await launchCourse(learner, educationPartId)
  const address = new URLSearchParams({
    activityId: launch.activityId,
    stateId: 'place',
    agent: JSON.stringify(launch.agent),
  })
  const write = (perMinute: number, headers: Record<string, string> = {}) =>
    sendLimited(
      `http://portal.test/api/articulate/activities/state?${address}`,
      {
        method: 'PUT',
        body: JSON.stringify({ slide: 1 }),
        headers: {
          authorization: `Bearer ${launch.launchToken}`,
          'x-experience-api-version': '1.0.3',
          'content-type': 'application/json',
          ...headers,
        },
      },
      perMinute,
    )
  return { write }
}

const statusesOf = (responses: readonly Response[]) => [...new Set(responses.map(({ status }) => status))]

test('a burst of fifty and a write per second are within the default limit', async () => {
  const { write } = await aLaunch()
  const answers = await Promise.all(Array.from({ length: 110 }, () => write(Number(env.CALLS_PER_MINUTE))))
  expect(statusesOf(answers)).toEqual([204])
})

test('a launch is limited on every path, and answered with the time to wait in a form that a course can read', async () => {
  const [one, other] = [await aLaunch(), await aLaunch()]
  for (let request = 0; request < 3; request++) expect((await one.write(3)).status).toBe(204)
  const refused = await one.write(3, { 'cf-connecting-ip': '198.51.100.7' })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  expect(refused.headers.get('access-control-expose-headers')).toContain('retry-after')
  expect((await other.write(3)).status).toBe(204)
})

test('an address has room for five launches, and no more without a token', async () => {
  const headers = { 'cf-connecting-ip': '198.51.100.20' }
  const about = () => sendLimited('http://portal.test/api/articulate/about', { headers }, 2)
  const statuses = []
  for (let request = 0; request < 11; request++) statuses.push((await about()).status)
  expect(statuses).toEqual([...Array(10).fill(200), 429])
  const preflight = { method: 'OPTIONS', headers }
  expect((await sendLimited('http://portal.test/api/articulate/statements', preflight, 2)).status).toBe(204)
})

test('the payment frame is limited by address, and stays framed by the portal alone', async () => {
  const { host } = new URL(env.CONTENT_ORIGIN)
  const frame = (address: string) =>
    sendLimited(`http://payment.${host}/card`, { headers: { 'cf-connecting-ip': address } }, 2)
  expect(statusesOf([await frame('198.51.100.30'), await frame('198.51.100.30')])).toEqual([200])
  const refused = await frame('198.51.100.30')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('content-security-policy')).toContain(`frame-ancestors ${env.PORTAL_ORIGIN}`)
  expect((await frame('198.51.100.31')).status).toBe(200)
})

test('without a limit nothing is refused here either', async () => {
  const { write } = await aLaunch()
  expect(statusesOf(await Promise.all(Array.from({ length: 5 }, () => write(0))))).toEqual([204])
})
