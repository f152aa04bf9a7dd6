import { beforeEach, expect, test, vi } from 'vitest'
import { cancelLeaving } from '#islands/client/leave-page.ts'
import { watchSession } from './session.ts'

const kept = new Map<string, string>()
let listeners: Map<string, (event: object) => void>
let gone: string[]

beforeEach(() => {
  listeners = new Map()
  gone = []
  cancelLeaving()
  kept.clear()
  kept.set('token', 'a-token').set('userId', '7')
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('location', {
    pathname: '/educations',
    search: '',
    assign: (to: string) => gone.push(to),
    reload: () => gone.push('reload'),
  })
  vi.stubGlobal('addEventListener', (type: string, listener: (event: object) => void) => listeners.set(type, listener))
  shownTo('7')
})

const shownTo = (user: string | undefined) =>
  vi.stubGlobal('document', { documentElement: { dataset: { user } }, addEventListener: () => undefined })

const login = '/login?again=1&returnUrl=%2Feducations'

test('a page and a stored session of the same person are consistent', () => {
  watchSession()
  expect(gone).toEqual([])
  expect(kept.size).toBe(2)
})

test('a stored person who differs from the page’s is removed, and a sign-in is required', () => {
  kept.set('userId', '8')
  watchSession()
  expect(kept.has('userId')).toBe(false)
  expect(gone).toEqual([login])
})

test('a page without a stored token requires a sign-in', () => {
  kept.delete('token')
  watchSession()
  expect(gone).toEqual([login])
})

test('a page for visitors requires nothing', () => {
  shownTo(undefined)
  kept.clear()
  watchSession()
  expect(gone).toEqual([])
})

test('signing out in another tab signs out here, and signing in there as another person reloads the page', () => {
  watchSession()
  kept.set('userId', '8')
  listeners.get('storage')?.({ key: 'userId' })
  expect(gone).toEqual(['reload'])
  expect(kept.get('token')).toBe('a-token')
  kept.clear()
  listeners.get('storage')?.({ key: null })
  expect(gone).toEqual(['reload', login])
})

test('a page restored from the browser cache is checked when it is shown', () => {
  watchSession()
  kept.clear()
  listeners.get('pageshow')?.({ persisted: false })
  expect(gone).toEqual([])
  listeners.get('pageshow')?.({ persisted: true })
  expect(gone).toEqual([login])
})

test('a window that becomes visible offline does not sign out', async () => {
  vi.useFakeTimers()
  const shown = new Map<string, () => Promise<void>>()
  vi.stubGlobal('document', {
    documentElement: { dataset: { user: '7' } },
    hidden: false,
    addEventListener: (type: string, listener: () => Promise<void>) => shown.set(type, listener),
  })
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    throw new TypeError('Failed to fetch')
  })
  watchSession()
  await vi.advanceTimersByTimeAsync(6 * 60_000)
  await shown.get('visibilitychange')?.()
  expect(asked).toEqual(['/health'])
  expect(gone).toEqual([])
  expect(kept.get('token')).toBe('a-token')
  vi.useRealTimers()
})
