const defaultMs = 5_000
/**
 * Longest wait that the portal believes: a limit is over within minutes, and an earlier request only learns it again.
 */
const maxMs = 900_000

/**
 * Milliseconds that `Retry-After` names after 429, in seconds or as a date, at most a quarter of an hour; 0 for a date
 * that has passed, and null without a readable value. `now` is in epoch milliseconds.
 */
export function toNamedRetryMs(retryAfter: string | null, now: number): number | null {
  const text = retryAfter?.trim() ?? ''
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), maxMs) : null
}

/** Milliseconds to wait after 429: those of `toNamedRetryMs`, and 5 seconds without a readable value. */
export const toRetryMs = (retryAfter: string | null, now: number): number =>
  toNamedRetryMs(retryAfter, now) ?? defaultMs
