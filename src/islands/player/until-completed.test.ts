import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PlayerSocket, SocketEvent } from './player-socket.ts'
import { untilCompleted } from './until-completed.ts'

/** A connection that the test controls. */
function fakeLine() {
  let hear: (news: SocketEvent) => void = () => undefined
  let isOpen = false
  const line = { isOpen: () => isOpen, check: vi.fn(), close: vi.fn() } satisfies PlayerSocket
  const brings = (news: SocketEvent) => {
    if (news !== 'message') isOpen = news === 'open'
    hear(news)
  }
  const open = (listener: typeof hear) => {
    hear = listener
    return line
  }
  return { line, brings, open }
}

const never = () => false
let stop: AbortController
let ask: ReturnType<typeof vi.fn<() => Promise<boolean>>>
let far: ReturnType<typeof fakeLine>
const begin = (pollSeconds = 30) => untilCompleted(ask, stop.signal, never, pollSeconds, far.open)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  ;[stop, ask, far] = [new AbortController(), vi.fn(async () => false), fakeLine()]
})
afterEach(async () => {
  stop.abort()
  await vi.advanceTimersByTimeAsync(0)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Returns how often `ask` was called in a number of seconds. */
async function askedIn(seconds: number): Promise<number> {
  ask.mockClear()
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  return ask.mock.calls.length
}

test('polls every two seconds without a connection', async () => {
  void begin()
  expect(await askedIn(60)).toBe(30)
})

test('polls as often beside an open connection at the specified two seconds, and checks the connection at intervals', async () => {
  void begin(2)
  far.brings('open')
  expect(await askedIn(0)).toBe(1)
  expect(await askedIn(60)).toBe(30)
  expect(far.line.check).toHaveBeenCalledTimes(2)
})

test('polls once when the connection opens, for earlier completions, and then rarely', async () => {
  void begin()
  far.brings('open')
  expect(await askedIn(0)).toBe(1)
  expect(await askedIn(29.9)).toBe(0)
  expect(await askedIn(0.1)).toBe(1)
  expect(far.line.check).toHaveBeenCalledTimes(1)
  expect(await askedIn(60)).toBe(2)
})

test('polls at once on a message, and ends when the part is completed', async () => {
  const done = begin()
  far.brings('open')
  await askedIn(10)
  ask.mockResolvedValue(true)
  far.brings('message')
  expect(await askedIn(0)).toBe(1)
  expect(await done).toBe(true)
  expect(far.line.close).toHaveBeenCalled()
})

test('polls again when a message arrives before the completion can be read', async () => {
  const done = begin()
  far.brings('open')
  await askedIn(10)
  far.brings('message')
  expect(await askedIn(0)).toBe(1)
  ask.mockResolvedValue(true)
  expect(await askedIn(2)).toBe(1)
  expect(await done).toBe(true)
})

test('polls a few times after a message about something else, and then rarely', async () => {
  void begin()
  far.brings('open')
  await askedIn(10)
  far.brings('message')
  expect(await askedIn(20)).toBe(4)
  expect(await askedIn(60)).toBe(2)
})

test('polls again when a message arrives during a request', async () => {
  let answer: (yes: boolean) => void = () => undefined
  ask.mockImplementation(() => new Promise<boolean>((resolve) => (answer = resolve)))
  void begin()
  far.brings('open')
  expect(await askedIn(1)).toBe(1)
  far.brings('message')
  expect(await askedIn(1)).toBe(0)
  answer(false)
  expect(await askedIn(0)).toBe(1)
})

test('resumes polling within two seconds of a lost connection, until it reopens', async () => {
  void begin()
  far.brings('open')
  await askedIn(7)
  far.brings('closed')
  expect(await askedIn(2)).toBe(1)
  expect(await askedIn(20)).toBe(10)
  far.brings('open')
  expect(await askedIn(0)).toBe(1)
  expect(await askedIn(29)).toBe(0)
})

test('closes the connection and stops polling on request', async () => {
  const done = begin()
  far.brings('open')
  await askedIn(1)
  stop.abort()
  expect(await done).toBe(false)
  expect(far.line.close).toHaveBeenCalled()
  expect(await askedIn(120)).toBe(0)
})
