import { dataCentreCache } from '#platform/cache.ts'
import { type CachedResponse, staleSeconds } from './cached-response.ts'

/**
 * The two levels of the cache: this isolate's memory, and the data centre's Cache API, shared by its isolates. In
 * memory, a response is text and, after the first read, also bytes and a parsed value: several times its characters.
 */
const maxCharacters = 8_000_000

const memory = new Map<string, CachedResponse>()
let characters = 0

function removeFromMemory(key: string): void {
  const cached = memory.get(key)
  if (!cached) return
  characters -= cached.text.length
  memory.delete(key)
}

function storeInMemory(key: string, cached: CachedResponse): void {
  removeFromMemory(key)
  if (cached.text.length > maxCharacters / 8) return
  memory.set(key, cached)
  characters += cached.text.length
  for (const oldest of memory.keys()) {
    if (characters <= maxCharacters) break
    removeFromMemory(oldest)
  }
}

async function readDataCentre(key: string): Promise<CachedResponse | null> {
  const stored = await dataCentreCache().match(key)
  if (!stored) return null
  return {
    text: await stored.text(),
    etag: stored.headers.get('x-etag') ?? '',
    startedAt: Number(stored.headers.get('x-started-at')),
    versions: stored.headers.get('x-versions') ?? '',
  }
}

/**
 * Returns a cached response under `key`: one that `satisfies` accepts, or else the newest by `startedAt`. Null when
 * neither this isolate's memory nor the data centre's cache has one.
 *
 * The result may fail `satisfies`, so the caller checks it again. The data centre's cache is read only when memory does
 * not satisfy; a newer response there is copied to memory. Rejects when the Cache API fails.
 */
export async function findCached(
  key: string,
  satisfies: (cached: CachedResponse) => boolean,
): Promise<CachedResponse | null> {
  const inMemory = memory.get(key) ?? null
  if (inMemory && satisfies(inMemory)) return inMemory
  const shared = await readDataCentre(key)
  // Another request may have stored one while this one waited.
  const latest = memory.get(key) ?? inMemory
  if (!shared || (latest && latest.startedAt >= shared.startedAt)) return latest
  storeInMemory(key, shared)
  return shared
}

/**
 * Stores a response under `key` in memory at once, and in the data centre's cache for an hour beyond `seconds`.
 *
 * Memory holds 8 million characters and drops the oldest first; a response of more than an eighth of that is not held.
 * The promise is that of the Cache API, which may finish after the response is sent. It rejects when the Cache API
 * fails. `cacheTag` may name several tags, separated by commas.
 */
export function storeCached(key: string, cached: CachedResponse, seconds: number, cacheTag: string): Promise<void> {
  storeInMemory(key, cached)
  const headers = {
    'content-type': 'application/json',
    'cache-control': `public, max-age=${seconds + staleSeconds}`,
    'cache-tag': cacheTag,
    'x-etag': cached.etag,
    'x-started-at': String(cached.startedAt),
    'x-versions': cached.versions,
  }
  return dataCentreCache().put(key, new Response(cached.text, { headers }))
}

/** Empties this isolate's memory, as in a new isolate. The data centre's cache stays. */
export function clearMemory(): void {
  memory.clear()
  characters = 0
}
