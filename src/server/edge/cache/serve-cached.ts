import type { CacheRule } from '#api/calls.ts'
import type { Visitor } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import { createWeakEtag } from '#platform/digest.ts'
import {
  type CachedResponse,
  type FreshnessRequirement,
  isFresh,
  isUsableWhenStale,
  remainingSeconds,
} from './cached-response.ts'
import { singleFlight } from './single-flight.ts'
import { findCached, storeCached } from './store.ts'
import { getTagVersions } from './tag-versions.ts'

/** A shared response with its cache status. */
export interface CachedAnswer {
  response: CachedResponse
  /** The value of `Cache-Status` (RFC 9211). */
  status: string
}

/** Whether the upstream failed, as opposed to refused. */
const isFailure = (error: unknown) => !(error instanceof Refused) || error.code === 'upstream_unavailable'

async function loadRequirement(ctx: Visitor, { seconds, tags }: CacheRule): Promise<FreshnessRequirement> {
  const after = Math.max(0, ...tags.map((tag) => ctx.changedAt[tag] ?? 0))
  return { seconds, after, versions: await getTagVersions(ctx, tags) }
}

async function fetchOnce(
  ctx: Visitor,
  key: string,
  rule: CacheRule,
  required: FreshnessRequirement,
  produce: () => Promise<string>,
): Promise<CachedAnswer> {
  const { response, isCoalesced } = await singleFlight(
    key,
    required,
    async (startedAt) => {
      const text = await produce()
      const fetched = { text, etag: await createWeakEtag(text), startedAt, versions: required.versions }
      ctx.waitUntil(storeCached(key, fetched, rule.seconds, rule.tags.join(',')))
      return fetched
    },
    ctx.waitUntil,
  )
  return { response, status: `edge; fwd=miss; ${isCoalesced ? 'collapsed' : 'stored'}` }
}

/**
 * Returns a fresh response from the cache, or calls the upstream and stores its response after the answer.
 *
 * `key` is an absolute URL, as the Cache API requires, and names all that the response depends on, such as the
 * language: every visitor with the key gets it. `rule` has its freshness in seconds and its cache tags. `produce`
 * calls the upstream and returns JSON text; requests of this isolate that miss at the same time share one call.
 * `status` says hit or miss, for `Cache-Status`. Fresh means young enough, not invalidated since, and newer than the
 * browser's own changes of the tags.
 *
 * When the upstream fails, logs that and returns a response at most an hour past its freshness, also an invalidated
 * one, marked `detail=stale`. Other refusals than `upstream_unavailable`, and failures without such a response, are
 * thrown on.
 */
export async function serveCached(
  ctx: Visitor,
  key: string,
  rule: CacheRule,
  produce: () => Promise<string>,
): Promise<CachedAnswer> {
  const required = await loadRequirement(ctx, rule)
  const response = await findCached(key, (cached) => isFresh(cached, required, Date.now()))
  const status = () => (response ? `edge; hit; ttl=${remainingSeconds(response, rule.seconds, Date.now())}` : '')
  if (response && isFresh(response, required, Date.now())) return { response, status: status() }
  try {
    return await fetchOnce(ctx, key, rule, required, produce)
  } catch (error) {
    if (!response || !isFailure(error) || !isUsableWhenStale(response, required, Date.now())) throw error
    ctx.log.error('cache.stale', error, { address: key })
    return { response, status: `${status()}; detail=stale` }
  }
}
