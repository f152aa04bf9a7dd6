/** What of Playwright's `Route` it takes to lose an answer. */
export interface Losable {
  request(): { method(): string }
  continue(): Promise<void>
  fetch(): Promise<unknown>
  abort(): Promise<void>
}

/** Of ten answers of the record store one never comes, though the store has taken what it was told. */
export function answerLoser(): (route: Losable) => Promise<void> {
  let asked = 0
  return async (route) => {
    asked += 1
    if (asked % 10 !== 3 || route.request().method() === 'OPTIONS') return route.continue()
    // When its page goes meanwhile it is lost all the same; nobody waits for this, and a failure would end the whole tour.
    await route.fetch().catch(() => undefined)
    await route.abort()
  }
}
