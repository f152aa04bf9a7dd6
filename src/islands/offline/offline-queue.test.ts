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
