const defaultMs = 5_000
const maxMs = 86_400_000

/**
 * Milliseconds to wait after 429: those of `Retry-After`, in seconds or as a date, at most a day; 5 seconds without it.
 */
export function toRetryMs(retryAfter: string | null, now: number): number {
  const text = retryAfter?.trim() ?? ''
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), maxMs) : defaultMs
}
