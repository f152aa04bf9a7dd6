import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFaviconAlert } from './favicon-alert.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function alertIn(tab: { hidden: boolean; still?: boolean }) {
  const shown: string[] = []
  const alert = createFaviconAlert({
    isHidden: () => tab.hidden,
    prefersStillness: () => tab.still ?? false,
    show: (icon) => shown.push(icon),
  })
  return { alert, shown }
}

test('the icon alternates every 500 ms while notices are unread and the tab is hidden', () => {
  const { alert, shown } = alertIn({ hidden: true })
  alert.setUnread(2)
  vi.advanceTimersByTime(499)
  expect(shown).toEqual([])
  vi.advanceTimersByTime(1001)
  expect(shown).toEqual(['alert', 'plain', 'alert'])
})

test('the plain icon returns when the tab is shown', () => {
  const tab = { hidden: true }
  const { alert, shown } = alertIn(tab)
  alert.setUnread(1)
  vi.advanceTimersByTime(500)
  tab.hidden = false
  alert.update()
  vi.advanceTimersByTime(5000)
  expect(shown).toEqual(['alert', 'plain'])
})

test('the icon is still without unread notices or with reduced motion', () => {
  const read = alertIn({ hidden: true })
  read.alert.setUnread(0)
  const still = alertIn({ hidden: true, still: true })
  still.alert.setUnread(3)
  vi.advanceTimersByTime(5000)
  expect([...read.shown, ...still.shown]).toEqual([])
})
