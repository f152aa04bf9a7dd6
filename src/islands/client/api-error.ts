import type { RefusalBody } from '#api/refusals.ts'
import { retryAfterSeconds } from './retry-after.ts'

/** Refusal of the server, with its text in the reader's language and the error of each field. */
export class ApiError extends Error {
  readonly status: number
  readonly body: Partial<RefusalBody>
  /** Seconds after which the server accepts the same call; null when it does not say. */
  readonly retryAfter: number | null

  constructor(status: number, body: Partial<RefusalBody>, retryAfter: number | null = null) {
    super(body.message ?? 'An unknown error occured.')
    this.name = 'ApiError'
    this.status = status
    this.body = body
    this.retryAfter = retryAfter
  }

  /** Creates the error of a response that is not ok. A body that is no JSON, as that of a proxy, has no text. */
  static async from(response: Response): Promise<ApiError> {
    const body: unknown = await response.json().catch(() => ({}))
    // Every refusal of the server has this body; a proxy's answer has none of its fields.
    return new ApiError(response.status, body as Partial<RefusalBody>, retryAfterSeconds(response))
  }
}

/**
 * Whether the same call may succeed later: the connection is down, the caller makes too many calls, or the server
 * fails. Any other refusal stays.
 */
export const isTransient = (error: unknown) =>
  error instanceof ApiError ? error.status === 429 || error.status >= 500 : error instanceof TypeError
