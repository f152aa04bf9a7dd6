import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { progressIntervalMs, throttle } from './throttle.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('progress is reported at once and then every 250 ms, with the latest value', () => {
  const reported: number[] = []
  const report = throttle((sent: number) => reported.push(sent))
  for (let sent = 1; sent <= 10; sent++) report(sent)
  expect(reported).toEqual([1])
  vi.advanceTimersByTime(249)
  expect(reported).toEqual([1])
  vi.advanceTimersByTime(1)
  expect(reported).toEqual([1, 10])
  vi.advanceTimersByTime(progressIntervalMs)
  report(11)
  expect(reported).toEqual([1, 10, 11])
})
