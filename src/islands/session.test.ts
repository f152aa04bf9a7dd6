import { beforeEach, expect, test, vi } from 'vitest'
import { leaveForLogin, stay } from './leave.ts'
import {
  $filterFavoriteBranchPopup,
  $token,
  $user,
  $userId,
  reloadOnNewFeatures,
  restoreSession,
  setLoginData,
  signOut,
} from './session.ts'

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
const clubs = [{ id: 20, name: 'Åre MK' }]

let answers: Record<string, () => Response>
let asked: string[]
let gone: string[]
let cleared: string[]

const json =
  (value: unknown, status = 200) =>
  () =>
    Response.json(value, { status })

beforeEach(async () => {
  asked = []
  gone = []
  cleared = []
  stay()
  answers = {
    '/api/User': json(anna),
    '/api/PortalConfiguration/public': json({ features: [] }),
    '/api/user/7/organizations?includeParents=true': json(clubs),
    '/api/user/7/LicenseGoals': json([{ id: 1 }]),
    '/api/Authentication/Logout': () => new Response(null, { status: 204 }),
  }
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => kept.delete(key),
    clear: () => kept.clear(),
  })
  vi.stubGlobal('sessionStorage', { clear: () => cleared.push('session') })
  vi.stubGlobal('location', { pathname: '/educations', search: '?page=2', assign: (to: string) => gone.push(to) })
  vi.stubGlobal(
    'Request',
    class {
      constructor(readonly url: string) {}
    },
  )
  vi.stubGlobal('fetch', async (given: string | { url: string }) => {
    const url = typeof given === 'string' ? given : given.url
    asked.push(url)
    return (answers[url] ?? json({ message: 'saknas' }, 404))()
  })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  $token.set('a-token')
  $userId.set('7')
  await reloadOnNewFeatures([])
  asked = []
})

const forgotten = () => expect([$token.get(), $userId.get()]).toEqual([undefined, undefined])
const login = '/login?again=1&returnUrl=%2Feducations%3Fpage%3D2'

test('a session is restored from the person and the organisations, and goes on to the given address', async () => {
  await restoreSession('/profile')
  expect($user.get()).toEqual({ loading: false, currentUser: anna, organizations: clubs, licenseGoals: [], errors: [] })
  expect(asked).toEqual([
    '/api/User',
    '/api/PortalConfiguration/public',
    '/api/user/7/organizations?includeParents=true',
  ])
  expect(gone).toEqual(['/profile'])
})

test('licence goals are fetched only when the feature is on', async () => {
  answers['/api/PortalConfiguration/public'] = json({ features: ['License'] })
  await restoreSession()
  expect($user.get().licenseGoals).toEqual([{ id: 1 }])
  expect(gone).toEqual([])
})

test('without a person the session is forgotten with its error, and the login remembers the page', async () => {
  answers['/api/User'] = json(null)
  await restoreSession('/profile')
  expect($user.get()).toMatchObject({ loading: false, currentUser: null, errors: ['No user found'] })
  forgotten()
  expect(gone).toEqual([login])
})

test.each(['/api/User', '/api/PortalConfiguration/public', '/api/user/7/organizations?includeParents=true'])(
  'when %s fails, the session is forgotten and the error recorded',
  async (url) => {
    answers[url] = json({ message: 'Något gick fel hos oss.' }, 500)
    await restoreSession()
    expect($user.get().errors).toEqual(['Något gick fel hos oss.'])
    forgotten()
    expect(gone).toEqual([login])
  },
)

test('a call that is cut off while the page is left forgets nobody', async () => {
  vi.useFakeTimers()
  answers['/api/User'] = () => {
    throw new TypeError('Failed to fetch')
  }
  $token.set('t')
  const restored = restoreSession()
  await vi.advanceTimersByTimeAsync(900)
  expect([$token.get(), gone]).toEqual(['t', []])
  await vi.advanceTimersByTimeAsync(200)
  await restored
  expect($token.get()).toBeUndefined()
  expect(gone).toHaveLength(1)
  vi.useRealTimers()
})

test('another person than the stored one goes to the login', async () => {
  $userId.set('8')
  await restoreSession('/profile')
  forgotten()
  expect($user.get().currentUser).toBeNull()
  expect(gone).toEqual([login])
})

test('login data is stored, the person loaded, and the visitor sent on', async () => {
  await setLoginData({ token: 'new', userId: 7 }, '/educations')
  expect([$token.get(), $userId.get()]).toEqual(['new', '7'])
  expect($user.get().currentUser).toEqual(anna)
  expect(gone).toEqual(['/educations'])
})

test.each([204, 401, 500])('signing out forgets the person even when the server answers %i', async (status) => {
  $filterFavoriteBranchPopup.set('closed')
  answers['/api/Authentication/Logout'] = () => new Response(null, { status })
  await signOut()
  forgotten()
  expect($filterFavoriteBranchPopup.get()).toBeUndefined()
  expect(cleared).toEqual(['session'])
  expect(gone).toEqual(['/login'])
})

test('no page stays behind for whoever comes next: not at sign-out, at a lost session or at a sign-in', async () => {
  const deleted: string[] = []
  vi.stubGlobal('caches', { delete: async (name: string) => deleted.push(name) })
  answers['/api/Authentication/Logout'] = () => new Response(null, { status: 204 })
  await signOut()
  leaveForLogin()
  await setLoginData({ token: 'new', userId: 7 }, '/educations')
  expect(deleted).toEqual(['page-copies', 'page-copies', 'page-copies'])
})

test('a call that fails while signing out leads nowhere else', async () => {
  answers['/api/Authentication/Logout'] = () => {
    leaveForLogin()
    return new Response(null, { status: 401 })
  }
  await signOut()
  expect(gone).toEqual(['/login'])
})

test('new features load the person anew, the same ones do not', async () => {
  await reloadOnNewFeatures([])
  expect(asked).toEqual(['/api/PortalConfiguration/public'])
  answers['/api/PortalConfiguration/public'] = json({ features: ['License'] })
  await reloadOnNewFeatures([])
  expect(asked).toContain('/api/User')
  expect($user.get().licenseGoals).toEqual([{ id: 1 }])
})
