import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api.ts'
import { follow, pollUntil } from './poll.ts'

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

test('ends in a hidden tab when the signal aborts', async () => {
  const stop = new AbortController()
  page.visibilityState = 'hidden'
  const done = pollUntil(async () => false, stop.signal, never)
  await vi.advanceTimersByTimeAsync(5000)
  stop.abort()
  await vi.advanceTimersByTimeAsync(0)
  expect(await Promise.race([done, Promise.resolve('still polling')])).toBe(false)
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

const refusal = (status: number, retryAfter: number | null = null) =>
  new ApiError(status, { message: `${status}` }, retryAfter)

/** Follows polls that fail or answer in turn, and records how that ends. */
function followPolls(outcomes: (Error | boolean)[]) {
  const ends: string[] = []
  const ask = vi.fn(async () => {
    const outcome = outcomes.length > 1 ? outcomes.shift() : outcomes[0]
    if (outcome instanceof Error) throw outcome
    return outcome ?? false
  })
  const stop = follow({ ask, onEnd: () => ends.push('over'), onFailure: (error) => ends.push(String(error)) })
  return { ask, ends, stop }
}

test('goes on after a dropped network, a failing server and too many calls', async () => {
  const { ends } = followPolls([new TypeError('Failed to fetch'), refusal(500), refusal(503), refusal(429), true])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(ends).toEqual(['over'])
})

test('polls after a refusal for too many calls when the server accepts it again', async () => {
  const { ask, ends } = followPolls([refusal(429, 40), true])
  await vi.advanceTimersByTimeAsync(41_000)
  expect(ask).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(ends).toEqual(['over'])
})

test('reports a refusal that stays, once', async () => {
  const { ask, ends } = followPolls([false, refusal(403)])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ends).toEqual(['ApiError: 403'])
  expect(ask).toHaveBeenCalledTimes(2)
})

test('reports a server that fails for a minute', async () => {
  const { ends } = followPolls([refusal(500)])
  await vi.advanceTimersByTimeAsync(58_000)
  expect(ends).toEqual([])
  await vi.advanceTimersByTimeAsync(2000)
  expect(ends).toEqual(['ApiError: 500'])
})

test('counts only failures in a row', async () => {
  const outcomes = Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? refusal(500) : false))
  const { ends } = followPolls(outcomes)
  await vi.advanceTimersByTimeAsync(190_000)
  expect(ends).toEqual([])
})

test('reports nothing after it was stopped', async () => {
  const { ends, stop } = followPolls([refusal(403)])
  stop()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(ends).toEqual([])
})
