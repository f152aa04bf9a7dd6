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

test('a refusal that will be the same next time ends the item, and a lost line keeps it', async () => {
  expect(await leftAfter(new ApiError(404, { code: 'not_found' }))).toBe(0)
  expect(await leftAfter(new TypeError('Failed to fetch'))).toBe(1)
})

test('a write whose first request is still under way is kept and sent again', async () => {
  expect(await leftAfter(new ApiError(409, { code: 'write_under_way' }))).toBe(1)
})
