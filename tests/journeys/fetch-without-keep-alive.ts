/**
 * Sends a request outside the browser on a connection of its own. The runtime closes keep-alive connections after five
 * idle seconds, or later when it is busy, and a request that arrives then is lost (decision 049); a browser would
 * retry.
 */
export function fetchWithoutKeepAlive(url: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('connection', 'close')
  return fetch(url, { ...init, headers })
}
