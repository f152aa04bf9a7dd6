import { type BrowserContext, type Page, type TestInfo, test } from '@playwright/test'
import { consentCookie, offerCookie, optOutCookie } from '#layouts/consent.ts'
import { type CastName, cast, password } from '#story/people.ts'
import { expect } from './fixtures.ts'

/** Signs in as the named person through the form; ends on the page that the portal redirects to. */
export async function signInByForm(page: Page, name: CastName): Promise<void> {
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Användarnamn' }).fill(cast[name].userName)
  await page.getByRole('textbox', { name: 'Lösenord' }).fill(password)
  await page.getByRole('button', { name: 'Logga in' }).click()
  await expect(page).not.toHaveURL(/\/login/)
}

/** A little less than the five minutes during which a sign-in counts as recent. */
const freshMs = 4 * 60_000

interface Session {
  token: string
  since: number
  userId: number
  cookies: Awaited<ReturnType<BrowserContext['cookies']>>
}

const sessions = new Map<CastName, Session>()
const signedIn = new WeakMap<TestInfo, Set<CastName>>()

const answerCookies: readonly string[] = [consentCookie, optOutCookie, offerCookie]

async function login(page: Page, name: CastName): Promise<Session> {
  const data = { username: cast[name].userName, password }
  // Signing in ends the session in the browser, which another journey may still use.
  await page.context().clearCookies({ name: /session$/ })
  const answer = await page.request.post('/api/Authentication/Login', { data })
  expect(answer.ok()).toBe(true)
  const { token, userId } = await answer.json()
  const cookies = await page.context().cookies()
  // An answer to the cookie question belongs to one journey.
  const ofSession = cookies.filter((cookie) => !answerCookies.includes(cookie.name))
  return { token, since: Date.now(), userId, cookies: ofSession }
}

/** Returns the session of an earlier journey on the same portal when it is still valid and recent; null otherwise. */
async function sessionBefore(page: Page, name: CastName): Promise<Session | null> {
  const before = sessions.get(name)
  if (!before || Date.now() - before.since > freshMs) return null
  const headers = { authorization: `Bearer ${before.token}` }
  const answer = await page.request.get('/api/Events/latest', { headers, params: { limit: 1 } })
  if (!answer.ok()) return null
  await page.context().addCookies(before.cookies)
  return before
}

/**
 * Returns a session of the person. Journeys share sessions, because checking a password is deliberately slow. A second
 * sign-in in one journey gets a session of its own, as on a second machine.
 */
async function sessionOf(page: Page, name: CastName): Promise<Session> {
  const names = signedIn.get(test.info()) ?? new Set()
  const session = (names.has(name) ? null : await sessionBefore(page, name)) ?? (await login(page, name))
  signedIn.set(test.info(), names.add(name))
  sessions.set(name, session)
  return session
}

/** Signs in without the form: the session is stored in the browser, and the page is opened. */
export async function signIn(page: Page, name: CastName, path = '/'): Promise<void> {
  const { token, userId } = await sessionOf(page, name)
  await page.goto('/favicon.svg')
  await page.evaluate(
    ([key, id]) => {
      localStorage.setItem('token', key)
      localStorage.setItem('userId', id)
    },
    [token, String(userId)] as [string, string],
  )
  await page.goto(path)
}
