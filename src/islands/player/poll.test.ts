import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pollUntil } from './poll.ts'

class Page extends EventTarget {
  visibilityState: 'visible' | 'hidden' = 'visible'
}

let page: Page
beforeEach(() => {
  vi.useFakeTimers()
  page = new Page()
  vi.stubGlobal('document', page)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const never = () => false

test('polls every two seconds until the part is completed', async () => {
  const answers = [false, false, true]
  const ask = vi.fn(async () => answers.shift() ?? false)
  const done = pollUntil(ask, new AbortController().signal, never)
  await vi.advanceTimersByTimeAsync(1999)
  expect(ask).toHaveBeenCalledTimes(0)
  await vi.advanceTimersByTimeAsync(4001)
  expect(await done).toBe(true)
  expect(ask).toHaveBeenCalledTimes(3)
})

test('waits for each response before the next request', async () => {
  let answer: (yes: boolean) => void = () => undefined
  const ask = vi.fn(() => new Promise<boolean>((resolve) => (answer = resolve)))
  void pollUntil(ask, new AbortController().signal, never)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(ask).toHaveBeenCalledTimes(1)
  answer(false)
  await vi.advanceTimersByTimeAsync(2000)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('pauses while the tab is hidden', async () => {
  const ask = vi.fn(async () => false)
  page.visibilityState = 'hidden'
  void pollUntil(ask, new AbortController().signal, never)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(ask).not.toHaveBeenCalled()
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(ask).toHaveBeenCalledTimes(1)
})

test('continues after a network error, and ends with a lost session', async () => {
  const failures: unknown[] = [new TypeError('Failed to fetch'), 'signed out']
  const ask = vi.fn(async () => {
    throw failures.shift()
  })
  const done = pollUntil(ask, new AbortController().signal, (error) => error === 'signed out')
  const outcome = expect(done).rejects.toBe('signed out')
  await vi.advanceTimersByTimeAsync(4000)
  await outcome
})

test('stops on request', async () => {
  const ask = vi.fn(async () => false)
  const stop = new AbortController()
  const done = pollUntil(ask, stop.signal, never)
  stop.abort()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await done).toBe(false)
  expect(ask).not.toHaveBeenCalled()
})
