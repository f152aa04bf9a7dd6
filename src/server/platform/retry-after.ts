const defaultMs = 5_000
/** Longest wait that the portal believes: a limit is over within minutes, and an earlier request only learns it again. */
const maxMs = 900_000

/**
 * Milliseconds to wait after 429: those of `Retry-After`, in seconds or as a date, at most a quarter of an hour; 0 for a
 * date that has passed. Without a readable value it is 5 seconds. `now` is in epoch milliseconds.
 */
export function toRetryMs(retryAfter: string | null, now: number): number {
  const text = retryAfter?.trim() ?? ''
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), maxMs) : defaultMs
}
