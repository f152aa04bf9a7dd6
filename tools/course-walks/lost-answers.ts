/** Methods of Playwright's `Route` that losing an answer needs. */
export interface LosableRoute {
  request(): { method(): string }
  continue(): Promise<void>
  fetch(): Promise<unknown>
  abort(): Promise<void>
}

/**
 * Returns a route handler that drops one in ten answers of the record store after the store has handled the request.
 */
export function createAnswerLoser(): (route: LosableRoute) => Promise<void> {
  let requestCount = 0
  return async (route) => {
    requestCount += 1
    if (requestCount % 10 !== 3 || route.request().method() === 'OPTIONS') return route.continue()
    // If the page closes first, the answer is lost anyway. Nobody awaits this call, and a rejection would end the whole
    // walk.
    await route.fetch().catch(() => undefined)
    await route.abort()
  }
}
