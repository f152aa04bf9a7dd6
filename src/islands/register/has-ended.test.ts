import { expect, test } from 'vitest'
import type { RegisterStatus } from '#api/people/register/contract.ts'
import { hasEnded } from './has-ended.ts'

const [earlier, later] = [new Date('2026-11-26T03:00:00Z'), new Date('2026-11-27T03:00:00Z')]
const statusOf = (state: string, started: Date) =>
  // The function reads the state and the start only.
  ({ isConnected: true, run: { state, started } }) as RegisterStatus

test('a read that waits for its turn is followed, although the latest one has ended', () => {
  const awaited = { before: earlier, since: 0 }
  expect(hasEnded(statusOf('done', earlier), awaited, 10_000)).toBe(false)
  expect(hasEnded(statusOf('reading', later), awaited, 20_000)).toBe(false)
  expect(hasEnded(statusOf('done', later), awaited, 30_000)).toBe(true)
  expect(hasEnded(statusOf('done', earlier), awaited, 130_000)).toBe(true)
  expect(hasEnded({ isConnected: true, run: null }, { before: null, since: 0 }, 1_000)).toBe(false)
})

test('a read that was found under way is followed to its end', () => {
  expect(hasEnded(statusOf('applying', later), null, 0)).toBe(false)
  expect(hasEnded(statusOf('done', later), null, 0)).toBe(true)
})
