type Target = string | URL | Request
type Send = (request: Target, init: RequestInit) => Promise<Response>

const redirects = [301, 302, 303, 307, 308]

/** A configured server answered with a redirect. */
export class RedirectRefused extends Error {
  override name = 'RedirectRefused'
}

/**
 * Sends a request to a URL from the configuration. Body and credentials are for that URL only, so a redirect is an
 * error.
 *
 * `send` is the platform's `fetch`, or the `fetch` of a binding with a client certificate. Any other status is
 * returned, 4xx and 5xx too. Sets no time limit: pass `init.signal`. Rejects as `send` does when the server cannot be
 * reached.
 *
 * @throws RedirectRefused when the server answers with a redirect.
 */
export async function fetchConfigured(request: Target, init: RequestInit = {}, send: Send = fetch): Promise<Response> {
  const response = await send(request, { ...init, redirect: 'manual' })
  if (!redirects.includes(response.status)) return response
  await response.body?.cancel()
  const { origin } = new URL(request instanceof Request ? request.url : request)
  throw new RedirectRefused(`${origin} answered ${response.status}, and redirects are not followed`)
}
