import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../client/api.ts'
import { createOfflineQueue } from './offline-queue.ts'
import type { Queue, QueuedMutation } from './queue.ts'

const queue: Queue<QueuedMutation> = {
  nextBatch: (said) => (said.length > 0 ? { items: said, batch: 'key' } : null),
  marked: (said) => [...said],
  answered: () => [],
  refused: () => [],
  readyAt: (said) => (said.length > 0 ? 0 : null),
  withSaid: (said) => [...said],
  withoutSaid: (said) => [...said],
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
  const { $said, send } = createOfflineQueue({ name: 'list', queue, write: () => Promise.reject(error) })
  $said.set([{ id: 'a', at: 0, sendFrom: 0 }])
  await send()
  return $said.get().length
}

test('a permanent refusal ends the item, and a lost connection leaves it in the queue', async () => {
  expect(await leftAfter(new ApiError(404, { code: 'not_found' }))).toBe(0)
  expect(await leftAfter(new TypeError('Failed to fetch'))).toBe(1)
})

test('a write that is still being made remains in the queue and is retried', async () => {
  expect(await leftAfter(new ApiError(409, { code: 'write_under_way' }))).toBe(1)
})
