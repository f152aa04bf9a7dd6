import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPlayerSocket, type Socket, type SocketEvent } from './player-socket.ts'

class FakeSocket implements Socket {
  onopen: Socket['onopen'] = null
  onmessage: Socket['onmessage'] = null
  onclose: Socket['onclose'] = null
  send = vi.fn()
  close = vi.fn()
  // The handlers use nothing of a real socket.
  opens = () => this.onopen?.call(this as never, new Event('open'))
  says = (data: string) => this.onmessage?.call(this as never, new MessageEvent('message', { data }))
  breaks = () => this.onclose?.call(this as never, new Event('close') as CloseEvent)
}

class Page extends EventTarget {
  visibilityState: 'visible' | 'hidden' = 'visible'
}

let page: Page
let browser: EventTarget
let onLine: boolean
let dialed: FakeSocket[]
let events: SocketEvent[]
const dial = () => {
  const socket = new FakeSocket()
  dialed.push(socket)
  return socket
}
const newest = () => dialed.at(-1) ?? new FakeSocket()
const begin = () => openPlayerSocket((news) => events.push(news), dial)

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1)
  ;[page, browser, onLine, dialed, events] = [new Page(), new EventTarget(), true, [], []]
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  vi.stubGlobal('navigator', {
    get onLine() {
      return onLine
    },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('reports that it is open, that there is news, and that it has closed', () => {
  const line = begin()
  expect(line.isOpen()).toBe(false)
  newest().opens()
  expect(line.isOpen()).toBe(true)
  newest().says('ask')
  newest().breaks()
  expect(line.isOpen()).toBe(false)
  expect(events).toEqual(['open', 'message', 'closed'])
})

test('retries a refused connection with increasing delays and without an error', async () => {
  begin()
  const moments: number[] = []
  const begun = Date.now()
  for (let n = 0; n < 9; n++) {
    moments.push(Math.round((Date.now() - begun) / 1000))
    newest().breaks()
    await vi.advanceTimersToNextTimerAsync()
  }
  expect(moments).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183])
  expect(events).toEqual([])
})

test('delays the next try after a connection without messages, but not after one with messages', async () => {
  begin()
  for (const pause of [1000, 2000, 4000]) {
    newest().opens()
    newest().breaks()
    const before = dialed.length
    await vi.advanceTimersByTimeAsync(pause - 1)
    expect(dialed.length).toBe(before)
    await vi.advanceTimersByTimeAsync(1)
    expect(dialed.length).toBe(before + 1)
  }
  newest().opens()
  newest().says('pong')
  newest().breaks()
  await vi.advanceTimersByTimeAsync(1000)
  expect(dialed.length).toBe(5)
})

test('treats a connection that never opens, or no longer answers, as closed', async () => {
  const line = begin()
  await vi.advanceTimersByTimeAsync(5000)
  expect(newest().close).toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  expect(dialed.length).toBe(2)
  newest().opens()
  line.check()
  expect(newest().send).toHaveBeenCalledWith('ping')
  newest().says('pong')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(line.isOpen()).toBe(true)
  line.check()
  await vi.advanceTimersByTimeAsync(5000)
  expect(line.isOpen()).toBe(false)
  expect(events).toEqual(['open', 'closed'])
})

test('closes the connection of a hidden page, and opens it when the page is shown', async () => {
  const line = begin()
  newest().opens()
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(newest().close).toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(dialed.length).toBe(1)
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(dialed.length).toBe(2)
  newest().opens()
  expect(line.isOpen()).toBe(true)
})

test('has no connection in the back/forward cache or offline', () => {
  begin()
  newest().opens()
  browser.dispatchEvent(new Event('pagehide'))
  expect(newest().close).toHaveBeenCalled()
  browser.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(dialed.length).toBe(2)
  newest().opens()
  onLine = false
  browser.dispatchEvent(new Event('offline'))
  expect(newest().close).toHaveBeenCalled()
  onLine = true
  browser.dispatchEvent(new Event('online'))
  expect(dialed.length).toBe(3)
})

test('works without WebSocket support', async () => {
  const refusing = vi.fn(() => {
    throw new DOMException('', 'SecurityError')
  })
  const line = openPlayerSocket((news) => events.push(news), refusing)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(refusing.mock.calls.length).toBeGreaterThan(1)
  expect(line.isOpen()).toBe(false)
  expect(events).toEqual([])
})

test('makes no connection and reports nothing after it is closed', async () => {
  const line = begin()
  const socket = newest()
  socket.opens()
  line.close()
  events.length = 0
  socket.says('ask')
  page.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(600_000)
  expect(dialed.length).toBe(1)
  expect(events).toEqual([])
  expect(socket.close).toHaveBeenCalledTimes(1)
})
