/** Seconds to wait after a 429 without a `Retry-After`, as one from a proxy in front of the portal. */
const defaultSeconds = 60

/**
 * Returns the seconds that the server asks to wait before the same request, by its `Retry-After` in seconds. A 429
 * without one gives 60; null for any other response that does not ask for a wait.
 */
export function retryAfterSeconds({ status, headers }: Pick<Response, 'status' | 'headers'>): number | null {
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10)
  if (seconds > 0) return seconds
  return status === 429 ? defaultSeconds : null
}

/** Waits `ms` milliseconds, and rejects with an AbortError as soon as the signal aborts, or at once when it has. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(new DOMException('The wait was cancelled', 'AbortError'))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    if (signal?.aborted) return end()
    signal?.addEventListener('abort', end, { once: true })
  })
}
