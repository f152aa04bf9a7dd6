import { beforeEach, expect, test, vi } from 'vitest'
import { cancelLeaving, leaveForLogin } from '#islands/client/leave-page.ts'
import { watchSession } from './session.ts'

const storage = new Map<string, string>()
let listeners: Map<string, (event: object) => void>
let destinations: string[]

beforeEach(() => {
  listeners = new Map()
  destinations = []
  cancelLeaving()
  storage.clear()
  storage.set('token', 'a-token').set('userId', '7')
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    removeItem: (key: string) => storage.delete(key),
  })
  vi.stubGlobal('location', {
    pathname: '/educations',
    search: '',
    assign: (to: string) => destinations.push(to),
    reload: () => destinations.push('reload'),
  })
  vi.stubGlobal('addEventListener', (type: string, listener: (event: object) => void) => listeners.set(type, listener))
  shownTo('7')
})

const shownTo = (user: string | undefined) =>
  vi.stubGlobal('document', { documentElement: { dataset: { user } }, addEventListener: () => undefined })

const login = '/login?again=1&returnUrl=%2Feducations'

test('a page and a stored session of the same person are consistent', () => {
  watchSession()
  expect(destinations).toEqual([])
  expect(storage.size).toBe(2)
})

test('a stored person who differs from the page’s is removed, and a sign-in is required', () => {
  storage.set('userId', '8')
  watchSession()
  expect(storage.has('userId')).toBe(false)
  expect(destinations).toEqual([login])
})

test('a page without a stored token requires a sign-in', () => {
  storage.delete('token')
  watchSession()
  expect(destinations).toEqual([login])
})

test('a page for visitors requires nothing', () => {
  shownTo(undefined)
  storage.clear()
  watchSession()
  expect(destinations).toEqual([])
})

test('signing out in another tab signs out here, and signing in there as another person reloads the page', () => {
  watchSession()
  storage.set('userId', '8')
  listeners.get('storage')?.({ key: 'userId' })
  expect(destinations).toEqual(['reload'])
  expect(storage.get('token')).toBe('a-token')
  storage.clear()
  listeners.get('storage')?.({ key: null })
  expect(destinations).toEqual(['reload', login])
})

test('a page that stayed open after a lost session follows the other tabs again after a sign-in in one of them', () => {
  watchSession()
  leaveForLogin()
  // The browser has asked about unsaved text, and the person has stayed.
  storage.set('token', 'another-token').set('userId', '7')
  listeners.get('storage')?.({ key: 'userId' })
  expect(destinations).toEqual([login])
  storage.clear()
  listeners.get('storage')?.({ key: null })
  expect(destinations).toEqual([login, login])
})

test('a page restored from the browser cache is checked when it is shown', () => {
  watchSession()
  storage.clear()
  listeners.get('pageshow')?.({ persisted: false })
  expect(destinations).toEqual([])
  listeners.get('pageshow')?.({ persisted: true })
  expect(destinations).toEqual([login])
})

test('a window that becomes visible offline does not sign out', async () => {
  vi.useFakeTimers()
  const shown = new Map<string, () => Promise<void>>()
  vi.stubGlobal('document', {
    documentElement: { dataset: { user: '7' } },
    hidden: false,
    addEventListener: (type: string, listener: () => Promise<void>) => shown.set(type, listener),
  })
  const requests: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address)
    throw new TypeError('Failed to fetch')
  })
  watchSession()
  await vi.advanceTimersByTimeAsync(6 * 60_000)
  await shown.get('visibilitychange')?.()
  expect(requests).toEqual(['/health'])
  expect(destinations).toEqual([])
  expect(storage.get('token')).toBe('a-token')
  vi.useRealTimers()
})
