import { beforeEach, expect, test, vi } from 'vitest'
import { cancelLeaving, leaveForLogin } from './leave-page.ts'
import { $filterFavoriteBranchPopup, $token, $userId, reloadOnNewFeatures, restoreSession, signOut } from './session.ts'

const anna = {
  id: 7,
  name: 'Anna Berg',
  pictureUrl: null,
  roles: {},
  organizations: { 20: 'Åre MK' },
  isExternal: false,
  passwordExpiryDate: null,
  language: null,
}

let answers: Record<string, () => Response>
let requests: string[]
let destinations: string[]
let cleared: string[]
let recorded: () => string[]

const json =
  (value: unknown, status = 200) =>
  () =>
    Response.json(value, { status })

beforeEach(async () => {
  requests = []
  destinations = []
  cleared = []
  cancelLeaving()
  answers = {
    '/api/User': json(anna),
    '/api/PortalConfiguration/public': json({ features: [] }),
    '/api/Authentication/Logout': () => new Response(null, { status: 204 }),
  }
  const storage = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    removeItem: (key: string) => storage.delete(key),
    clear: () => storage.clear(),
  })
  vi.stubGlobal('sessionStorage', { clear: () => cleared.push('session') })
  vi.stubGlobal('location', {
    pathname: '/educations',
    search: '?page=2',
    assign: (to: string) => destinations.push(to),
  })
  vi.stubGlobal(
    'Request',
    class {
      constructor(readonly url: string) {}
    },
  )
  vi.stubGlobal('fetch', async (request: string | { url: string }) => {
    const url = typeof request === 'string' ? request : request.url
    requests.push(url)
    return (answers[url] ?? json({ message: 'saknas' }, 404))()
  })
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  logged.mockClear()
  recorded = () =>
    logged.mock.calls.filter(([what]) => what === 'session restore').map(([, error]) => (error as Error).message)
  $token.set('a-token')
  $userId.set('7')
  await reloadOnNewFeatures([])
  requests = []
})

const forgotten = () => expect([$token.get(), $userId.get()]).toEqual([undefined, undefined])
const login = '/login?again=1&returnUrl=%2Feducations%3Fpage%3D2'

test('a session is unchanged while the server knows its person', async () => {
  await restoreSession()
  expect([$token.get(), $userId.get()]).toEqual(['a-token', '7'])
  expect(requests).toEqual(['/api/User'])
  expect(destinations).toEqual([])
})

test('without a person, removes the session, stores the error and redirects to the login with the page to return to', async () => {
  answers['/api/User'] = json(null)
  await restoreSession()
  expect(recorded()).toEqual(['No user found'])
  forgotten()
  expect(destinations).toEqual([login])
})

test('removes the session when the server says that it has ended', async () => {
  answers['/api/User'] = json({ message: 'Logga in.' }, 401)
  expect(await restoreSession()).toBe(true)
  forgotten()
  expect(destinations).toEqual([login])
})

const dropConnection = () => {
  throw new TypeError('Failed to fetch')
}

test.each([
  ['too many calls', json({ code: 'too_many_requests', message: 'Vänta lite.' }, 429)],
  ['a failing server', json({ message: 'Något gick fel hos oss.' }, 500)],
  ['a missing right', json({ message: 'Det får du inte.' }, 403)],
  ['a dropped network', dropConnection],
])('%s never signs a person out', async (_, answer) => {
  vi.useFakeTimers()
  answers['/api/User'] = answer
  const restored = restoreSession()
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(await restored).toBe(false)
  expect([$token.get(), $userId.get()]).toEqual(['a-token', '7'])
  expect(destinations).toEqual([])
  vi.useRealTimers()
})

test('tries again after the time that the server asks for', async () => {
  vi.useFakeTimers()
  answers['/api/User'] = () => new Response('{}', { status: 429, headers: { 'retry-after': '20' } })
  const restored = restoreSession()
  await vi.advanceTimersByTimeAsync(19_000)
  expect(requests).toHaveLength(1)
  answers['/api/User'] = json(anna)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await restored).toBe(true)
  expect(requests).toHaveLength(2)
  vi.useRealTimers()
})

test('a session that ends while the network is down is noticed when it returns', async () => {
  vi.useFakeTimers()
  answers['/api/User'] = dropConnection
  const restored = restoreSession()
  await vi.advanceTimersByTimeAsync(1000)
  answers['/api/User'] = json({ message: 'Logga in.' }, 401)
  await vi.advanceTimersByTimeAsync(60_000)
  await restored
  forgotten()
  expect(destinations).toEqual([login])
  vi.useRealTimers()
})

test('redirects to the login when the person differs from the stored one', async () => {
  $userId.set('8')
  await restoreSession()
  forgotten()
  expect(destinations).toEqual([login])
})

test.each([
  [204, '/login', 1],
  [401, '/login?again=1', 1],
  [500, '/login?again=1&signOut=failed', 2],
])('signing out removes the person even when the server responds with %i', async (status, destination, calls) => {
  $filterFavoriteBranchPopup.set('closed')
  answers['/api/Authentication/Logout'] = () => new Response(null, { status })
  await signOut()
  forgotten()
  expect($filterFavoriteBranchPopup.get()).toBeUndefined()
  expect(cleared).toEqual(['session'])
  expect(destinations).toEqual([destination])
  expect(requests.filter((path) => path === '/api/Authentication/Logout')).toHaveLength(calls)
})

test('a sign-out whose first call is lost is sent once more, and then ends as any other', async () => {
  const statuses = [503, 204]
  answers['/api/Authentication/Logout'] = () => new Response(null, { status: statuses.shift() ?? 204 })
  await signOut()
  expect(statuses).toEqual([])
  expect(destinations).toEqual(['/login'])
})

test('removes stored pages after a sign-out or a lost session', async () => {
  const deleted: string[] = []
  vi.stubGlobal('caches', { delete: async (name: string) => deleted.push(name) })
  answers['/api/Authentication/Logout'] = () => new Response(null, { status: 204 })
  await signOut()
  leaveForLogin()
  expect(deleted).toEqual(['page-copies', 'page-copies'])
})

test('a call that fails during sign-out does not redirect', async () => {
  answers['/api/Authentication/Logout'] = () => {
    leaveForLogin()
    return new Response(null, { status: 401 })
  }
  await signOut()
  expect(destinations).toEqual(['/login?again=1'])
})

test('changed features fetch the person again, unchanged ones do not', async () => {
  await reloadOnNewFeatures([])
  expect(requests).toEqual(['/api/PortalConfiguration/public'])
  answers['/api/PortalConfiguration/public'] = json({ features: ['License'] })
  await reloadOnNewFeatures([])
  expect(requests).toContain('/api/User')
})
