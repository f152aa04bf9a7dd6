/**
 * A question from outside the browser, over a connection of its own: the runtime closes kept ones after five idle seconds, late when it
 * is busy, and a question that arrives meanwhile is lost (decision 049). A browser would ask again.
 */
export function fetchAnew(url: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('connection', 'close')
  return fetch(url, { ...init, headers })
}
