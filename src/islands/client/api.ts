import { fillPath, formatUrl } from '#api/address.ts'
import type { CallName, CallParameters, CallReply } from '#api/calls.ts'
import type { Calls } from '#api/contracts.ts'
import { reviveDate, reviveDates } from '#api/dates.ts'
import type { RefusalBody } from '#api/refusals.ts'
import { unchecked } from '../../unchecked.ts'
import type { UploadProgress } from '../ui/ChosenFiles.tsx'
import { ApiError, isTransient } from './api-error.ts'
import { isLeavingPage, leaveForLogin, leaveForSecondFactor } from './leave-page.ts'
import { toNetworkError } from './network-error.ts'
import { retryAfterSeconds } from './retry-after.ts'

export { ApiError, isTransient }

/** Whether the server refused a repeated write because the first one, whose answer was lost, has succeeded. */
export const isAlreadyDone = (error: unknown) => error instanceof ApiError && error.body.code === 'already_done'

interface CallInput {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
  file?: File | Blob | null
}

interface Options {
  signal?: AbortSignal
  /** Makes a retried write harmless: requests with the same key are the same write. */
  idempotencyKey?: string
  /** Called with the progress of a file, at most every 250 ms. */
  onProgress?: (sent: UploadProgress) => void
}

/** Dispatches an event for each cache tag that a write invalidated; stores with such data fetch it again. */
export const invalidatedTags = new EventTarget()

function bodyOf(input: CallInput): { body: BodyInit | null; headers: Record<string, string> } {
  if ('file' in input) {
    const form = new FormData()
    form.set('json', JSON.stringify(input.body))
    if (input.file) form.set('file', input.file)
    return { body: form, headers: {} }
  }
  if (input.body === undefined) return { body: null, headers: {} }
  return { body: JSON.stringify(input.body), headers: { 'content-type': 'application/json' } }
}

function toRequestParts(name: CallName, input: CallInput, options: Options) {
  const [method = 'GET', template = ''] = name.split(' ')
  const { body, headers } = bodyOf(input)
  const token = localStorage.getItem('token')
  if (token) headers['authorization'] = `Bearer ${token}`
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
  const url = `/api${formatUrl(fillPath(template, input.params ?? {}), input.query ?? {})}`
  return { method, url, body, headers }
}

/** Sends by `fetch`, or by `XMLHttpRequest` where the progress is needed, which `fetch` does not report. */
async function send(name: CallName, input: CallInput, options: Options): Promise<Response> {
  const { method, url, body, headers } = toRequestParts(name, input, options)
  const { signal, onProgress } = options
  if (onProgress && body instanceof FormData && (method === 'POST' || method === 'PUT')) {
    const { upload } = await import('./upload.ts')
    return upload({ method, url, body, headers, signal, onProgress })
  }
  return fetch(new Request(url, { method, body, headers, credentials: 'include', signal: signal ?? null }))
}

async function readAnswer(response: Response): Promise<unknown> {
  for (const tag of response.headers.get('changes')?.split(' ') ?? []) invalidatedTags.dispatchEvent(new Event(tag))
  if (!response.headers.get('content-type')?.includes('json')) return response.status === 204 ? undefined : response
  const text = await response.text()
  const dates = response.headers.get('dates')
  if (dates === null) return JSON.parse(text, reviveDate)
  return reviveDates(JSON.parse(text), dates === '-' ? [] : dates.split(' '))
}

async function callOnce(name: CallName, input: CallInput, options: Options): Promise<unknown> {
  let response: Response
  try {
    response = await send(name, input, options)
  } catch (error) {
    if (options.signal?.aborted) return null
    console.error(name, error)
    throw toNetworkError(error)
  }
  const answer = await readAnswer(response)
  if (response.ok) return answer
  const failure = new ApiError(response.status, (answer ?? {}) as Partial<RefusalBody>, retryAfterSeconds(response))
  const isExpected = (response.status === 401 && isLeavingPage()) || failure.body.code === 'proof_required'
  if (!isExpected) console.error(name, failure)
  if (response.status === 401 && !name.includes('/Authentication/')) leaveForLogin()
  if (failure.body.code?.startsWith('second_factor_')) leaveForSecondFactor()
  throw failure
}

/** A file that is refused with 429 is sent again after the wait that the server asks for. */
async function call(name: CallName, input: CallInput = {}, options: Options = {}): Promise<unknown> {
  const { signal, onProgress } = options
  if (!onProgress) return callOnce(name, input, options)
  const { repeatRateLimited } = await import('./send-file.ts')
  const onWait = () => onProgress({ sent: 0, total: input.file?.size ?? 0, isPaused: true })
  return repeatRateLimited(() => callOnce(name, input, options), { signal, onWait })
}

/**
 * Makes a call by its name and returns its reply: undefined without content, a `Response` for a file, null for a
 * cancelled request. A request that is cancelled while its reply is read rejects with an AbortError. Dispatches the
 * cache tags that a write invalidated. Except on sign-in calls a missing session leads to the sign-in page; a missing
 * second factor always leads to its page. A file with `onProgress` is sent again after a 429; nothing else is repeated.
 * @throws ApiError when the server refuses.
 * @throws TypeError without a connection.
 */
export const api =
  // `call` takes the name and the input of any call; the signature ties them and the reply to one contract row.
  unchecked<
    <Name extends keyof Calls & CallName>(
      name: Name,
      // The server validates by the same contract row that types these, so the reply has the row's type.
      ...parameters: [...CallParameters<Name, Calls[Name]>, options?: Options]
    ) => Promise<CallReply<Calls[Name]>>
  >(call)
