import { z } from 'zod'
import { sendWithBearer } from '#api/foundation/outbound-requests/bearer-request.ts'
import { toNamedRetryMs } from '#api/foundation/outbound-requests/retry-after.ts'
import { getAccessToken, type TokenRequest } from './access-token.ts'
import { MeetingError } from './meeting-error.ts'

/** Longest wait after 429 within a call. A time that the service does not name is not waited for. */
const maxPauseMs = 5_000
/** Number of times that a request is sent again after 429. */
const maxRetries = 2

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Sends a request to a service and returns the JSON of its answer; null for an answer without a body. */
export type MeetingClient = (method: Method, path: string, body?: object) => Promise<unknown>

async function sendOnce(url: string, method: Method, token: string, body: object | undefined): Promise<Response> {
  try {
    return await sendWithBearer(url, { method, token, body })
  } catch (error) {
    throw new MeetingError('unavailable', error instanceof Error ? error.name : 'unknown')
  }
}

/**
 * Sends a request, again after a short time that the service names when there were too many.
 * @throws MeetingError 'busy' after a longer time or the last repeat, and at once when the service names no time.
 */
async function sendInTurn(url: string, method: Method, token: string, body: object | undefined): Promise<Response> {
  for (let retry = 0; ; retry += 1) {
    const response = await sendOnce(url, method, token, body)
    if (response.status !== 429) return response
    await response.body?.cancel()
    const ms = toNamedRetryMs(response.headers.get('retry-after'), Date.now())
    if (!ms) throw new MeetingError('busy', 'answered 429')
    if (ms > maxPauseMs || retry === maxRetries)
      throw new MeetingError('busy', 'answered 429', new Date(Date.now() + ms))
    await pause(ms)
  }
}

/** Zoom has the text of an error at the top, Graph below `error`. */
const Failure = z.object({
  message: z.string().optional(),
  error: z.object({ message: z.string().optional() }).optional().catch(undefined),
})

const maxErrorText = 300

/** Returns the service's own text about a refused request, without web links; null when the answer has none. */
function toErrorText(text: string): string | null {
  try {
    const { message, error } = Failure.parse(JSON.parse(text))
    const own = (error?.message ?? message ?? '').replace(/https?:\S+/g, '…').trim()
    return own.slice(0, maxErrorText) || null
  } catch {
    return null
  }
}

async function readAnswer({ status, ok, ...response }: { status: number; ok: boolean; text: () => Promise<string> }) {
  let text: string
  try {
    text = await response.text()
  } catch {
    throw new MeetingError('unavailable', 'the answer broke off')
  }
  const reason = toErrorText(text) ?? `answered ${status}`
  if (status >= 500 || status === 408) throw new MeetingError('unavailable', reason)
  if (status === 404) throw new MeetingError('gone', reason)
  if (status === 401 || status === 403) throw new MeetingError('unauthorized', reason)
  if (!ok) throw new MeetingError('rejected', reason)
  if (text === '') return null
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new MeetingError('unavailable', 'the answer is no JSON')
  }
}

/**
 * Creates the client of a service. It waits out short 429, and asks once for another token when one is refused.
 *
 * @throws MeetingError in each call: 'unauthorized', 'busy', 'gone', 'rejected', or 'unavailable' for an answer that is
 * lost or unreadable.
 */
export const createClient =
  (apiOrigin: string, request: TokenRequest): MeetingClient =>
  async (method, path, body) => {
    const url = `${apiOrigin}${path}`
    const read = (response: Response) =>
      readAnswer({ status: response.status, ok: response.ok, text: () => response.text() })
    const token = await getAccessToken(request)
    const response = await sendInTurn(url, method, token, body)
    if (response.status !== 401) return read(response)
    await response.body?.cancel()
    return read(await sendInTurn(url, method, await getAccessToken(request, token), body))
  }

/**
 * Returns the answer of a request that names the host of the portal's meetings, but no meeting.
 * @throws MeetingError 'unauthorized' when the service knows no such host; others as they are.
 */
export const ofKnownHost = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((error: unknown) => {
    if (error instanceof MeetingError && error.kind === 'gone') throw new MeetingError('unauthorized', error.message)
    throw error
  })

/**
 * Checks an answer of a service.
 * @throws MeetingError 'unavailable' for one without the fields, such as that of a proxy.
 */
export function parseAnswer<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const parsed = schema.safeParse(answer)
  if (!parsed.success) throw new MeetingError('unavailable', 'the answer lacks fields')
  return parsed.data
}
