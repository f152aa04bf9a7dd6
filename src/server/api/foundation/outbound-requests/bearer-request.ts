import { fetchConfigured } from '#platform/outbound.ts'

const waitMs = 15_000

export interface BearerRequest {
  method: string
  token: string
  /** Sent as JSON; undefined for a request without a body. */
  body: object | undefined
}

/**
 * Sends a request with a bearer token to a configured service, with `body` as JSON or, for undefined, without a body.
 * Every status but a redirect is returned, 4xx and 5xx too. Does not retry. The limit of 15 seconds includes the time
 * in which the caller reads the answer. Without an answer, the promise rejects as that of `fetch` does.
 *
 * @throws RedirectRefused when the service answers with a redirect.
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
