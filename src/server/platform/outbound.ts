type Asked = string | URL | Request
type Send = (request: Asked, init: RequestInit) => Promise<Response>

const redirects = [301, 302, 303, 307, 308]

export class RedirectRefused extends Error {
  override name = 'RedirectRefused'
}

/**
 * Asks an address that a setting names. Body and credentials are meant for that address alone, so a redirect is an error.
 * `send` is the platform's `fetch` unless a binding with a client certificate stands in for it.
 * @throws RedirectRefused
 */
export async function fetchConfigured(request: Asked, init: RequestInit = {}, send: Send = fetch): Promise<Response> {
  const response = await send(request, { ...init, redirect: 'manual' })
  if (!redirects.includes(response.status)) return response
  await response.body?.cancel()
  const { origin } = new URL(request instanceof Request ? request.url : request)
  throw new RedirectRefused(`${origin} answered ${response.status}, and redirects are not followed`)
}
