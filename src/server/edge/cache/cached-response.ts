import { isAtLeast } from './tag-versions.ts'

/** A shared response in the cache. Plain data, since Workers forbid I/O objects of another request. */
export interface CachedResponse {
  /** JSON text. */
  text: string
  etag: string
  /** Epoch milliseconds at which the upstream was called. The response may lack later changes. */
  startedAt: number
  /** The versions of its cache tags at that time. */
  versions: string
}

/** The requirements of a request for a cached response to count as fresh. */
export interface FreshnessRequirement {
  seconds: number
  /** The lowest versions of its cache tags that the request accepts. */
  versions: string
  /** Epoch milliseconds of the latest change by the requesting browser, which the response must be newer than. */
  after: number
}

/** Seconds that a response stays in the cache beyond its freshness, in case the upstream fails. */
export const staleSeconds = 3600

/**
 * Returns the seconds until a cached response reaches the age `seconds`, rounded up; zero or negative afterwards. Its
 * age counts from the call to the upstream. `now` is epoch milliseconds.
 */
export const remainingSeconds = (cached: CachedResponse, seconds: number, now: number) =>
  Math.ceil((cached.startedAt + seconds * 1000 - now) / 1000)

/**
 * Returns whether a cached response meets a request's requirements at `now` (epoch milliseconds). It must be younger
 * than `seconds`, counted from its call to the upstream, and no tag version may be lower than in `versions`. The call
 * must have begun later than `after`, the latest change by the browser itself, 0 without one. Both lists of versions
 * are for the same tags in the same order.
 */
export const isFresh = (cached: CachedResponse, { seconds, versions, after }: FreshnessRequirement, now: number) =>
  remainingSeconds(cached, seconds, now) > 0 && isAtLeast(cached.versions, versions) && cached.startedAt > after

/**
 * Whether a stale response may still be sent when the upstream fails: until an hour (`staleSeconds`) beyond its
 * freshness of `seconds`. Ignores tag versions and the browser's own changes. `now` is epoch milliseconds.
 */
export const isUsableWhenStale = (cached: CachedResponse, { seconds }: FreshnessRequirement, now: number) =>
  remainingSeconds(cached, seconds + staleSeconds, now) > 0
