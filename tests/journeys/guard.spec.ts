import { accessMatrix, type Outcome, type Visitor } from '#story/access-matrix.ts'
import { type CastName, cast, password } from '#story/people.ts'
import { fetchWithoutKeepAlive } from './fetch-without-keep-alive.ts'
import { expect, test } from './fixtures.ts'

const playedBy: Record<Exclude<Visitor, 'visitor'>, CastName> = {
  learner: 'learner',
  educator: 'educator',
  administrator: 'administrator',
  superadministrator: 'superadmin',
  'organisation administrator': 'orgadmin',
  'external user': 'external',
}

async function cookieOf(origin: string, name: CastName): Promise<string> {
  const response = await fetchWithoutKeepAlive(`${origin}/api/Authentication/Login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: cast[name].userName, password }),
  })
  const session = response.headers.getSetCookie().find((line) => line.startsWith('session='))
  return session?.split(';')[0] ?? ''
}

const get = (url: string, cookie: string) => fetchWithoutKeepAlive(url, { headers: { cookie }, redirect: 'manual' })

async function outcomeAt(origin: string, address: string, cookie: string): Promise<string> {
  const response = await get(origin + encodeURI(address), cookie)
  const page = await response.text()
  if (response.status < 300 || response.status >= 400) {
    // A page that fails while it is streamed has sent its status already: it only ends early.
    const isWhole = page.includes('</main>') || page.includes('</body>')
    return response.status < 500 && isWhole ? 'allow' : `broken ${response.status}`
  }
  const to = response.headers.get('location') ?? ''
  const [, returnUrl] = /^\/login\?(?:again=1&)?returnUrl=(.*)$/.exec(to) ?? []
  if (returnUrl !== undefined) return `login ${decodeURIComponent(returnUrl)}`
  // A page may add a query to its own address, or lead to the only page below it.
  if (to.split('?')[0] === address || to.startsWith(`${address}/`)) return 'allow'
  return to === '/' || to === '/?closed=licenses' ? 'dashboard' : to
}

const expectedOf = (outcome: Outcome, address: string) =>
  outcome === 'login' ? `login ${encodeURI(address)}` : outcome

test('a visitor is let in, or asked to sign in and returned, at every path', async ({ portal }) => {
  for (const { address, outcomes } of accessMatrix)
    expect.soft(await outcomeAt(portal.origin, address, ''), address).toBe(expectedOf(outcomes.visitor, address))
})

for (const [visitor, name] of Object.entries(playedBy) as [keyof typeof playedBy, CastName][]) {
  test(`${visitor}: let in or sent to the dashboard at every path`, async ({ portal }) => {
    const cookie = await cookieOf(portal.origin, name)
    for (const { address, outcomes } of accessMatrix) {
      // A signed-in person is redirected from the login page and its second step.
      const expected = ['/login', '/login/secondfactor'].includes(address) ? 'dashboard' : outcomes[visitor]
      expect.soft(await outcomeAt(portal.origin, address, cookie), address).toBe(expected)
    }
  })
}

test('a person who must change the password is redirected there from every page that is not public', async ({
  portal,
}) => {
  const cookie = await cookieOf(portal.origin, 'expired')
  for (const { address, outcomes } of accessMatrix) {
    const isOpen = outcomes.visitor === 'allow' || address === '/changepassword'
    const forced =
      address === '/' ? '/changepassword' : `/changepassword?returnUrl=${encodeURIComponent(encodeURI(address))}`
    const expected = address === '/login' ? 'dashboard' : isOpen ? 'allow' : forced
    expect.soft(await outcomeAt(portal.origin, address, cookie), address).toBe(expected)
  }
})

test('a cookie of an ended session is refused and removed', async ({ portal }) => {
  const cookie = await cookieOf(portal.origin, 'learner')
  expect(await outcomeAt(portal.origin, '/educations', cookie)).toBe('allow')
  const token = cookie.replace('session=', '').split('.')[0]
  const headers = { authorization: `Bearer ${token}` }
  await fetchWithoutKeepAlive(`${portal.origin}/api/Authentication/Logout`, { method: 'POST', headers })
  const response = await get(`${portal.origin}/educations`, cookie)
  expect(response.headers.get('location')).toBe('/login?again=1&returnUrl=%2Feducations')
  expect(response.headers.getSetCookie().find((line) => line.startsWith('session=;'))).toContain('Max-Age=0')
})

test('a cookie with an invalid signature is refused', async ({ portal }) => {
  const cookie = await cookieOf(portal.origin, 'superadmin')
  expect(await outcomeAt(portal.origin, '/config', `${cookie.slice(0, -2)}AA`)).toBe('login /config')
})

test.describe('any spelling of a path', () => {
  const spellings = [
    '/USERS',
    '//users',
    '/users/',
    '/%75sers',
    '/Config',
    '/skapaexternanva%CC%88ndare',
    '/SkapaExternAnv%C3%84ndare',
  ]
  for (const spelling of spellings) {
    test(`${spelling} is guarded`, async ({ portal }) => {
      const cookie = await cookieOf(portal.origin, 'learner')
      const ask = (given: string) => get(portal.origin + spelling, given)
      expect((await ask('')).headers.get('location')).toMatch(/^\/login\?returnUrl=/)
      expect((await ask(cookie)).headers.get('location')).toBe('/')
    })
  }

  test('malformed paths are not found', async ({ portal }) => {
    const cookie = await cookieOf(portal.origin, 'superadmin')
    for (const path of ['/users%2F', '/profile/7%2Fedit', '/%2575sers']) {
      const response = await get(portal.origin + path, cookie)
      expect(response.status, path).toBe(404)
    }
  })
})

test('a URL that cannot be decoded is not found, without an error', async ({ portal }) => {
  const cookies = ['', await cookieOf(portal.origin, 'superadmin')]
  const broken = ['%F0%28', '%', '%zz', '%C3', '%00', '%2e%2e%2f', '%E0%A4%A', '%25', '%ED%A0%80', 'a%FFb']
  const places = [
    '',
    'education/',
    'profile/',
    'education/manageOccasion/',
    'certificate/',
    'theme/',
    '_astro/',
    'media/',
  ]
  for (const path of places.flatMap((place) => broken.map((end) => `/${place}${end}`)))
    for (const cookie of cookies) {
      const { status } = await get(portal.origin + path, cookie)
      expect.soft([400, 404], `${path} ${status}`).toContain(status)
    }
})
