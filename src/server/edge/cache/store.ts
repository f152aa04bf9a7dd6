import { dataCentreCache } from '#platform/cache.ts'
import { type CachedResponse, staleSeconds } from './cached-response.ts'

/**
 * The two levels of the cache: this isolate's memory, and the data centre's Cache API, which all its isolates share. In memory a
 * response is text, and once it has been read also bytes and a value: several times its characters.
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
  const found = await dataCentreCache().match(key)
  if (!found) return null
  return {
    text: await found.text(),
    etag: found.headers.get('x-etag') ?? '',
    startedAt: Number(found.headers.get('x-started-at')),
    versions: found.headers.get('x-versions') ?? '',
  }
}

/** The response that satisfies the reader, or else the latest one there is. */
export async function findCached(
  key: string,
  satisfies: (cached: CachedResponse) => boolean,
): Promise<CachedResponse | null> {
  const near = memory.get(key) ?? null
  if (near && satisfies(near)) return near
  const shared = await readDataCentre(key)
  // Another request may have stored one while this one waited.
  const nearer = memory.get(key) ?? near
  if (!shared || (nearer && nearer.startedAt >= shared.startedAt)) return nearer
  storeInMemory(key, shared)
  return shared
}

/** In memory at once; the promise is the Cache API's part and may go on after the response. */
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

/** Leaves only the data centre's responses; a new isolate begins like this. */
export function clearMemory(): void {
  memory.clear()
  characters = 0
}
