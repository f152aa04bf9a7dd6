import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const portal = 'https://portal.example'

type Hear = (event: { source: unknown; origin: string; data: unknown }) => void

const parent = { postMessage: vi.fn() }
let hear: Hear[]
let sendCount: number

/** A keeper with nothing to send. */
const keeper = {
  postMessage: (_course: unknown, [port]: MessagePort[]) => {
    sendCount += 1
    port?.postMessage({ count: 0, since: null })
  },
}

const course = encodeURIComponent(JSON.stringify({ who: '7' }))

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  parent.postMessage.mockClear()
  hear = []
  sendCount = 0
  const paragraph = { style: {}, textContent: '' }
  for (const [name, value] of Object.entries({
    parent,
    window: {},
    location: { hash: `#${course}` },
    navigator: { serviceWorker: { register: async () => undefined, ready: Promise.resolve({ active: keeper }) } },
    addEventListener: (_type: string, listener: Hear) => void hear.push(listener),
    document: {
      title: '',
      body: { appendChild: () => undefined },
      createElement: () => paragraph,
      querySelector: (selector: string) => (selector === 'meta[name="portal"]' ? { content: portal } : null),
    },
  }))
    vi.stubGlobal(name, value)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const report = { kind: 'portal-kept', count: 0, since: null }

test('the page beside a course reports the size of the queue to the portal only', async () => {
  await import('./watch.ts')
  await vi.waitFor(() => expect(parent.postMessage).toHaveBeenCalledOnce())
  expect(parent.postMessage).toHaveBeenCalledWith(report, portal)
})

test('sends the queue when the portal asks, unless another page is sending it', async () => {
  await import('./watch.ts')
  await vi.waitFor(() => expect(parent.postMessage).toHaveBeenCalledOnce())
  for (const listener of hear) listener({ source: parent, origin: 'https://evil.example', data: 'portal:send' })
  for (const listener of hear) listener({ source: {}, origin: portal, data: 'portal:send' })
  expect(sendCount).toBe(1)
  for (const listener of hear) listener({ source: parent, origin: portal, data: 'portal:send' })
  await vi.waitFor(() => expect(parent.postMessage).toHaveBeenCalledTimes(2))
  expect(sendCount).toBe(2)
})

test('the page that a unit ends at reports to the portal only', async () => {
  await import('./returned.ts')
  expect(parent.postMessage.mock.calls).toEqual([['portal:returned', portal]])
})
