import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSubmissionSender } from '../submissions/send-submission.ts'
import { api } from './api.ts'
import { repeatRateLimited, sendFile } from './send-file.ts'
import { emptyCheckpoint, uploadInParts } from './upload-in-parts.ts'

interface Answer {
  status: number
  retryAfter?: number
  body?: string
}

let answers: Answer[]
let sent: string[]

/** Sends to the list of answers instead of a server. */
class FakeRequest {
  upload = {}
  status = 0
  response: Blob | null = null
  headers = ''
  onload: () => void = () => undefined
  onabort: () => void = () => undefined
  open(method: string, url: string) {
    sent.push(`${method} ${url}`)
  }
  setRequestHeader() {}
  getAllResponseHeaders = () => this.headers
  abort() {
    this.onabort()
  }
  send() {
    const { status, retryAfter, body = '{}' } = answers.shift() ?? { status: 200 }
    this.status = status
    this.headers = `content-type: application/json${retryAfter ? `\r\nretry-after: ${retryAfter}` : ''}`
    this.response = new Blob([body])
    queueMicrotask(() => this.onload())
  }
}

const upload = { uploadId: 'u', partSize: 4, parts: 2 }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  answers = []
  sent = []
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  vi.stubGlobal('localStorage', { getItem: () => 't' })
  vi.stubGlobal(
    'Request',
    class {
      constructor(
        readonly url: string,
        readonly init: { method: string },
      ) {}
    },
  )
  vi.stubGlobal('fetch', async ({ url, init }: { url: string; init: { method: string } }) => {
    sent.push(`${init.method} ${url}`)
    const { status, retryAfter, body = JSON.stringify(upload) } = answers.shift() ?? { status: 200 }
    const headers = { 'content-type': 'application/json', ...(retryAfter && { 'retry-after': String(retryAfter) }) }
    return new Response(body, { status, headers })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Lets time pass after the responses have been read, which no fake timer waits for. */
async function pass(ms: number) {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  await vi.advanceTimersByTimeAsync(ms)
}

const file = new File(['12345678'], 'a.pdf')
const onProgress = () => undefined

test('a part that is refused for too many calls is sent again after the wait that the server asks for', async () => {
  answers = [{ status: 200 }, { status: 429, retryAfter: 30 }]
  const checkpoint = { upload, parts: 0 }
  const done = uploadInParts({ file, onProgress, checkpoint })
  await pass(29_000)
  expect(sent).toHaveLength(2)
  expect(checkpoint.parts).toBe(1)
  await pass(1000)
  expect(await done).toBe('u')
  expect(sent.at(-1)).toBe('PUT /api/Packages/uploads/u/parts/2')
})

test('the progress says that the upload waits', async () => {
  answers = [{ status: 200 }, { status: 429, retryAfter: 30 }]
  const reports: unknown[] = []
  const done = uploadInParts({ file, onProgress: (now) => reports.push(now), checkpoint: { upload, parts: 0 } })
  await pass(1000)
  expect(reports).toEqual([{ sent: 4, total: 8, isPaused: true }])
  await pass(30_000)
  await done
})

test('the begin of an upload waits as its parts do', async () => {
  answers = [{ status: 429, retryAfter: 5 }]
  const done = uploadInParts({ file, onProgress })
  await pass(5000)
  expect(await done).toBe('u')
  expect(sent.slice(0, 2)).toEqual(['POST /api/Packages/uploads', 'POST /api/Packages/uploads'])
})

test('a submission is completed after a wait, without its parts being sent again', async () => {
  answers = [{ status: 200 }, { status: 200 }, { status: 200 }, { status: 429, retryAfter: 60 }]
  const done = createSubmissionSender(7)({ file, signal: new AbortController().signal, onProgress })
  await pass(60_000)
  await done
  expect(sent.filter((one) => one.includes('/parts/'))).toHaveLength(2)
  expect(sent.filter((one) => one.includes('/Upload/'))).toHaveLength(2)
})

test('a wait of more than two minutes is the failure of an upload, which goes on from there later', async () => {
  answers = [{ status: 200 }, { status: 200 }, { status: 429, retryAfter: 900 }]
  const send = createSubmissionSender(7)
  const given = { file, signal: new AbortController().signal, onProgress }
  await expect(send(given)).rejects.toMatchObject({ status: 429 })
  await send(given)
  expect(sent.filter((one) => one.includes('/parts/1'))).toHaveLength(1)
})

test('a file that is sent as a whole waits too', async () => {
  answers = [{ status: 429 }]
  const done = sendFile({ method: 'POST', url: '/api/imports/educationResultsFile', body: new FormData(), onProgress })
  await pass(60_000)
  await done
  expect(sent).toHaveLength(2)
})

test('a picture with its form waits too', async () => {
  answers = [{ status: 429, retryAfter: 10 }]
  const done = api('POST /PortalConfiguration/logo', { body: {}, file }, { onProgress })
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  await pass(10_000)
  await done
  expect(sent).toHaveLength(2)
})

test('a failing proxy, whose answer is no JSON, is tried three times', async () => {
  answers = [1, 2, 3].map(() => ({ status: 502, body: '<html>' }))
  const checkpoint = { upload, parts: 1 }
  await expect(uploadInParts({ file, onProgress, checkpoint })).rejects.toMatchObject({ status: 502 })
  expect(sent).toHaveLength(3)
})

test('an abort ends the wait, and another refusal is final', async () => {
  answers = [{ status: 429, retryAfter: 30 }]
  const stop = new AbortController()
  const done = uploadInParts({ file, onProgress, signal: stop.signal, checkpoint: { upload, parts: 0 } })
  const outcome = expect(done).rejects.toMatchObject({ name: 'AbortError' })
  await pass(1000)
  stop.abort()
  await outcome
  answers = [{ status: 400 }]
  await expect(
    repeatRateLimited(() => api('POST /Packages/uploads', { body: { fileName: 'a.zip', size: 1 } })),
  ).rejects.toMatchObject({ status: 400 })
  expect(emptyCheckpoint()).toEqual({ upload: null, parts: 0 })
})
