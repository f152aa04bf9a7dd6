import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../client/api.ts'
import { createOfflineQueue } from './offline-queue.ts'
import type { Queue, QueuedMutation } from './queue.ts'

const queue: Queue<QueuedMutation> = {
  nextBatch: (mutations) => (mutations.length > 0 ? { items: mutations, batch: 'key' } : null),
  marked: (mutations) => [...mutations],
  answered: () => [],
  refused: () => [],
  readyAt: (mutations) => (mutations.length > 0 ? 0 : null),
  enqueue: (mutations) => [...mutations],
  enqueueUndo: (mutations) => [...mutations],
}

beforeEach(() => {
  // A queued item starts a timer for the next attempt.
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  vi.stubGlobal('navigator', {})
  const session = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => session.get(key) ?? null,
    setItem: (key: string, value: string) => session.set(key, value),
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function leftAfter(error: Error): Promise<number> {
  const { $queued, send } = createOfflineQueue({ name: 'list', queue, write: () => Promise.reject(error) })
  $queued.set([{ id: 'a', at: 0, sendFrom: 0 }])
  await send()
  return $queued.get().length
}

test('a permanent refusal ends the item, and a lost connection leaves it in the queue', async () => {
  expect(await leftAfter(new ApiError(404, { code: 'not_found' }))).toBe(0)
  expect(await leftAfter(new TypeError('Failed to fetch'))).toBe(1)
})

test('a write that is still being made remains in the queue and is retried', async () => {
  expect(await leftAfter(new ApiError(409, { code: 'write_under_way' }))).toBe(1)
})

test('a page that was requested before the page before it had its answer reads again', async () => {
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('document', { addEventListener: () => undefined })
  const refresh = vi.fn(async () => undefined)
  const open = () => createOfflineQueue({ name: 'list', queue, write: async () => undefined, refresh })
  const requestedAt = Date.now()
  const earlier = open()
  earlier.keepSending()
  expect(refresh).not.toHaveBeenCalled()
  vi.setSystemTime(requestedAt + 100)
  earlier.$queued.set([{ id: 'a', at: 0, sendFrom: 0 }])
  await earlier.send()
  expect(earlier.$queued.get()).toEqual([])

  vi.setSystemTime(requestedAt + 300)
  vi.spyOn(performance, 'now').mockReturnValue(300)
  open().keepSending()
  expect(refresh).toHaveBeenCalledTimes(1)

  // A page that was requested after the answer shows the change.
  vi.spyOn(performance, 'now').mockReturnValue(150)
  open().keepSending()
  expect(refresh).toHaveBeenCalledTimes(1)
})
