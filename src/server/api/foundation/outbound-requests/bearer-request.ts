import { fetchConfigured } from '#platform/outbound.ts'

const waitMs = 15_000

export interface BearerRequest {
  method: string
  token: string
  /** Sent as JSON; undefined for a request without a body. */
  body: object | undefined
}

/**
 * Sends a request with a bearer token and a JSON body to a configured service. Waits at most 15 seconds for the answer,
 * follows no redirects, and rejects as `fetch` does without an answer.
 */
export const sendWithBearer = (url: string, { method, token, body }: BearerRequest): Promise<Response> =>
  fetchConfigured(url, {
    method,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    signal: AbortSignal.timeout(waitMs),
    ...(body && { body: JSON.stringify(body) }),
  })
