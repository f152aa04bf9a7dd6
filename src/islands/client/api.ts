import { addressOf, pathOf } from '#api/address.ts'
import type { CallName, ReplyOf, RestOf } from '#api/calls.ts'
import type { Calls } from '#api/contracts.ts'
import { revived, withDates } from '#api/dates.ts'
import type { RefusalBody } from '#api/refusals.ts'
import { unchecked } from '../../unchecked.ts'
import type { Sent } from '../ui/ChosenFiles.tsx'
import { leaveForLogin, leaveForSecondFactor, leaves } from './leave.ts'
import { unreachable } from './unreachable.ts'

/** The server's "no", with its text in the reader's language and the reason for each field. */
export class ApiError extends Error {
  readonly status: number
  readonly body: Partial<RefusalBody>

  constructor(status: number, body: Partial<RefusalBody>) {
    super(body.message ?? 'An unknown error occured.')
    this.name = 'ApiError'
    this.status = status
    this.body = body
  }
}

/** The same write was made before, and its answer never came: it stands, and is to be looked at. */
export const isAlreadyDone = (error: unknown) => error instanceof ApiError && error.body.code === 'already_done'

interface Given {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
  file?: File | Blob | null
}

interface Options {
  signal?: AbortSignal
  /** Makes a repeated write harmless; the same key is the same write. */
  idempotencyKey?: string
  /** Hears how far a file has come, every 250 ms at most. */
  onProgress?: (sent: Sent) => void
}

/** Names of what a write made stale; stores that hold it refresh themselves. */
export const changed = new EventTarget()

function bodyOf(given: Given): { body: BodyInit | null; headers: Record<string, string> } {
  if ('file' in given) {
    const form = new FormData()
    form.set('json', JSON.stringify(given.body))
    if (given.file) form.set('file', given.file)
    return { body: form, headers: {} }
  }
  if (given.body === undefined) return { body: null, headers: {} }
  return { body: JSON.stringify(given.body), headers: { 'content-type': 'application/json' } }
}

function partsOf(name: CallName, given: Given, options: Options) {
  const [method = 'GET', template = ''] = name.split(' ')
  const { body, headers } = bodyOf(given)
  const token = localStorage.getItem('token')
  if (token) headers['authorization'] = `Bearer ${token}`
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
  const url = `/api${addressOf(pathOf(template, given.params ?? {}), given.query ?? {})}`
  return { method, url, body, headers }
}

/** By `fetch`, or with its progress, which `fetch` does not tell. */
async function sent(name: CallName, given: Given, options: Options): Promise<Response> {
  const { method, url, body, headers } = partsOf(name, given, options)
  const { signal, onProgress } = options
  if (onProgress && body instanceof FormData && (method === 'POST' || method === 'PUT')) {
    const { upload } = await import('./upload.ts')
    return upload({ method, url, body, headers, signal, onProgress })
  }
  return fetch(new Request(url, { method, body, headers, credentials: 'include', signal: signal ?? null }))
}

async function answered(response: Response): Promise<unknown> {
  for (const tag of response.headers.get('changes')?.split(' ') ?? []) changed.dispatchEvent(new Event(tag))
  if (!response.headers.get('content-type')?.includes('json')) return response.status === 204 ? undefined : response
  const text = await response.text()
  const dates = response.headers.get('dates')
  if (dates === null) return JSON.parse(text, revived)
  return withDates(JSON.parse(text), dates === '-' ? [] : dates.split(' '))
}

async function call(name: CallName, given: Given = {}, options: Options = {}): Promise<unknown> {
  let response: Response
  try {
    response = await sent(name, given, options)
  } catch (error) {
    if (options.signal?.aborted) return null
    console.error(name, error)
    throw unreachable(error)
  }
  const answer = await answered(response)
  if (response.ok) return answer
  const failure = new ApiError(response.status, (answer ?? {}) as Partial<RefusalBody>)
  const isExpected = (response.status === 401 && leaves()) || failure.body.code === 'proof_required'
  if (!isExpected) console.error(name, failure)
  if (response.status === 401 && !name.includes('/Authentication/')) leaveForLogin()
  if (failure.body.code?.startsWith('second_factor_')) leaveForSecondFactor()
  throw failure
}

/** Makes a call by its own name; a cancelled request answers null, any other failure is logged and thrown as `ApiError`. */
export const api =
  unchecked<
    <Name extends keyof Calls & CallName>(
      name: Name,
      // The server validates by the same contract row that types these, so the reply has the row's type.
      ...given: [...RestOf<Name, Calls[Name]>, options?: Options]
    ) => Promise<ReplyOf<Calls[Name]>>
  >(call)
