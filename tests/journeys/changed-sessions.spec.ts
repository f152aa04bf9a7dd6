import { type Session, signIn } from '../../tools/bench/page-weight.ts'
import { fetchWithoutKeepAlive } from './fetch-without-keep-alive.ts'
import { expect, test } from './fixtures.ts'

const pageOf = async (origin: string, path: string, { cookies }: Session) => {
  const cookie = cookies.join('; ')
  const response = await fetchWithoutKeepAlive(origin + path, {
    headers: { cookie, accept: 'text/html' },
    redirect: 'manual',
  })
  return { status: response.status, to: response.headers.get('location'), html: await response.text() }
}

const call = (origin: string, method: string, path: string, { token }: Session, body?: unknown) =>
  fetchWithoutKeepAlive(`${origin}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

// A page is opened first, so that the Worker has read the session. The dashboard and the profile fail in the middle of
// the page, the cookie page at its end.
for (const path of ['/', '/profile', '/cookies'])
  test(`${path} follows the row of the session from the next request on`, async ({ portal: { origin } }) => {
    const here = await signIn(origin, 'learner')
    const elsewhere = await signIn(origin, 'learner')
    expect((await pageOf(origin, path, here)).html).toContain('lang="sv"')
    const form = new URLSearchParams({ language: 'en', returnUrl: '/' })
    const headers = { cookie: elsewhere.cookies.join('; '), origin }
    await fetchWithoutKeepAlive(`${origin}/language`, { method: 'POST', body: form, headers, redirect: 'manual' })

    const changed = await pageOf(origin, path, here)
    expect(changed.status).toBe(200)
    expect(changed.html).toContain('id="menu"')

    expect((await call(origin, 'POST', '/Authentication/Logout', here)).ok).toBe(true)
    const ended = await pageOf(origin, path, here)
    expect(ended.html).not.toContain('id="menu"')
    if (path === '/cookies') expect(ended.status).toBe(200)
    else expect(ended.to).toMatch(/^\/login\?again=1&returnUrl=/)
  })
