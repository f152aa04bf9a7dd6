import { env, exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { configurePortal } from '../configuration.ts'
import { createDigitalCourse, insertOpenResult } from '../course.ts'
import { localLoginSettings, openBrowser } from '../external-login.ts'
import { signedIn } from '../portal.ts'

const hostile = 'http://evil.example'

const askHostile = (token: string | null, method: string, path: string, body?: unknown) =>
  exports.default.fetch(`${hostile}/api${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

async function answerTo(...request: Parameters<typeof askHostile>): Promise<string> {
  const response = await askHostile(...request)
  expect(response.status).toBe(200)
  return response.text()
}

test('a course reports to the portal’s own origin, for any requested host', async () => {
  const learner = await signedIn()
  const { educationPartId } = await createDigitalCourse()
  await insertOpenResult(learner.id, educationPartId)
  const text = await answerTo(learner.token, 'GET', `/Articulate/part/${educationPartId}`)
  expect(JSON.parse(text)).toMatchObject({ endpoint: `${env.PORTAL_ORIGIN}/api/articulate/` })
  expect(text).not.toContain('evil.example')
})

test('a calendar’s address is on the portal’s own origin, when it is made and when it is listed', async () => {
  const person = await signedIn()
  const made = await answerTo(person.token, 'POST', '/Calendar/subscriptions', { kind: 'own' })
  const listed = await answerTo(person.token, 'GET', '/Calendar/subscriptions')
  for (const text of [made, listed]) {
    expect(text).toContain(`${env.PORTAL_ORIGIN}/api/calendar/feeds/`)
    expect(text).not.toContain('evil.example')
  }
})

test('a QR code leads to the portal’s own origin', async () => {
  await configurePortal({ features: ['UseExternalLogin'] })
  const { qrData } = await openBrowser(localLoginSettings).read('/startauthentication/local')
  expect(new URL(`${qrData}`).origin).toBe(env.PORTAL_ORIGIN)
})
