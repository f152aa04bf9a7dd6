import { readFileSync, writeFileSync } from 'node:fs'
import { screens } from '#screens/screens.ts'
import { type CastName, cast, password } from '#story/people.ts'
import { fetchWithoutKeepAlive } from './fetch-without-keep-alive.ts'
import { expect, test } from './fixtures.ts'

/**
 * Expected round trips of each page. `ROUND_TRIPS=write` measures them; a page that needs another number changes the
 * file in the same commit.
 */
const file = 'tests/round-trips.json'
const maxRoundTrips = 2

/** The cast member that opens a screen; null is a visitor without a session. */
const readers: Record<(typeof screens)[number]['who'], CastName | null> = {
  anyone: null,
  signedIn: 'learner',
  educatorsUp: 'educator',
  usersOffice: 'superadmin',
  staff: 'superadmin',
  administratorsUp: 'superadmin',
  superadministrators: 'superadmin',
}

/** Addresses at which a screen has content; for all other screens every parameter of the path is 1. */
const addresses: Partial<Record<(typeof screens)[number]['path'], string[]>> = {
  '/educations': ['/educations?category=1&category=3'],
  '/education/{educationId}/courseFigures/{educationPartId}': ['/education/1/courseFigures/2'],
  '/education/{educationId}/courseFigures/{educationPartId}/{userId}': ['/education/1/courseFigures/2/5'],
  '/profile/{profileId}': ['/profile/5'],
  '/users': ['/users', '/users?text=anders', '/users?role=Educator'],
  '/users/merge': ['/users/merge?from=3', '/users/merge?from=3&into=5'],
  '/config': ['/config', '/config?tab=organizations', '/config?tab=audit'],
  '/organization/{organizationId}': [
    '/organization/25',
    '/organization/25?tab=bookings',
    '/organization/25?tab=licenses',
    '/organization/25?tab=invoices',
  ],
  '/myeducations': ['/myeducations', '/myeducations?all=1', '/myeducations?view=occasions'],
  '/print/certificate/{userId}/education/{educationId}': ['/print/certificate/5/education/2'],
  '/print/certificate/{userId}/education/{educationId}/pdf': ['/print/certificate/5/education/2/pdf'],
  '/print/cv/{userId}': ['/print/cv/5'],
}

async function cookieOf(origin: string, name: CastName): Promise<string> {
  const response = await fetchWithoutKeepAlive(`${origin}/api/Authentication/Login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: cast[name].userName, password }),
  })
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/**
 * Counts the round trips of a page that its reader has opened before, so that shared answers are cached.
 *
 * Takes the smaller number of two opens. The message about a disturbance is shared for ten seconds and the
 * configuration for a minute: the open that finds one of them expired reads it again, in round trips of its own, and
 * the next open does not.
 */
async function roundTripsOf(url: string, cookie: string): Promise<number> {
  const open = async () => {
    const response = await fetchWithoutKeepAlive(url, { headers: { cookie, accept: 'text/html' }, redirect: 'manual' })
    await response.text()
    return Number(/desc="(\d+)/.exec(response.headers.get('server-timing') ?? '')?.[1])
  }
  await open()
  return Math.min(await open(), await open())
}

test('every page makes the listed number of round trips, and at most two', async ({ portal }) => {
  const cookies = new Map<CastName | null, string>([[null, '']])
  const measured: Record<string, number> = {}
  for (const { path, who } of screens) {
    const reader = readers[who]
    const cookie = cookies.get(reader) ?? (reader ? await cookieOf(portal.origin, reader) : '')
    cookies.set(reader, cookie)
    for (const address of addresses[path] ?? [path.replace(/\{\w+\}/g, '1')])
      measured[`${address} as ${reader ?? 'visitor'}`] = await roundTripsOf(portal.origin + encodeURI(address), cookie)
  }
  if (process.env['ROUND_TRIPS'] === 'write') writeFileSync(file, `${JSON.stringify(measured, null, 2)}\n`)
  expect(measured).toEqual(JSON.parse(readFileSync(file, 'utf8')))
  expect(Object.entries(measured).filter(([, trips]) => !(trips <= maxRoundTrips))).toEqual([])
})
