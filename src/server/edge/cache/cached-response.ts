import { isAtLeast } from './tag-versions.ts'

/** A shared response in the cache. Plain data: it may cross requests, which nothing with I/O behind it may. */
export interface CachedResponse {
  /** JSON text. */
  text: string
  etag: string
  /** Epoch milliseconds at which the upstream was called: the response knows nothing that happened later. */
  startedAt: number
  /** The versions of its tags that were known then. */
  versions: string
}

/** The requirements of a reader for a cached response to count as fresh. */
export interface FreshnessRequirement {
  seconds: number
  /** The versions of its tags that the reader knows; later ones will do too. */
  versions: string
  /** Epoch milliseconds: the reader changed something then, and must see it. */
  after: number
}

/** How long a response stays in the cache beyond its freshness, for the case that the upstream fails. */
export const staleSeconds = 3600

export const secondsLeft = (cached: CachedResponse, seconds: number, now: number) =>
  Math.ceil((cached.startedAt + seconds * 1000 - now) / 1000)

export const isFresh = (cached: CachedResponse, { seconds, versions, after }: FreshnessRequirement, now: number) =>
  secondsLeft(cached, seconds, now) > 0 && isAtLeast(cached.versions, versions) && cached.startedAt > after

/** Outdated or invalidated, but not too old to be sent when the upstream fails. */
export const isUsableWhenStale = (cached: CachedResponse, { seconds }: FreshnessRequirement, now: number) =>
  secondsLeft(cached, seconds + staleSeconds, now) > 0
