import { dataCentreCache } from '#platform/cache.ts'
import type { Copy } from './copy.ts'
import { staleSeconds } from './copy.ts'

/**
 * Where copies lie: this isolate's memory, and the data centre's Cache API, which all its isolates share. In memory a copy is text, and
 * once it has been read also bytes and the value that it says: several times its characters.
 */
const charactersInMemory = 8_000_000

const inMemory = new Map<string, Copy>()
let characters = 0

function forget(address: string): void {
  const copy = inMemory.get(address)
  if (!copy) return
  characters -= copy.text.length
  inMemory.delete(address)
}

function remember(address: string, copy: Copy): void {
  forget(address)
  if (copy.text.length > charactersInMemory / 8) return
  inMemory.set(address, copy)
  characters += copy.text.length
  for (const oldest of inMemory.keys()) {
    if (characters <= charactersInMemory) break
    forget(oldest)
  }
}

async function fromCacheApi(address: string): Promise<Copy | null> {
  const found = await dataCentreCache().match(address)
  if (!found) return null
  return {
    text: await found.text(),
    etag: found.headers.get('x-etag') ?? '',
    startedAt: Number(found.headers.get('x-started-at')),
    generation: found.headers.get('x-generation') ?? '',
    version: found.headers.get('x-version') ?? '',
  }
}

/** The copy that satisfies the reader, or else the latest one there is. */
export async function findCopy(address: string, satisfies: (copy: Copy) => boolean): Promise<Copy | null> {
  const near = inMemory.get(address) ?? null
  if (near && satisfies(near)) return near
  const shared = await fromCacheApi(address)
  // Somebody may have brought one meanwhile.
  const nearer = inMemory.get(address) ?? near
  if (!shared || (nearer && nearer.startedAt >= shared.startedAt)) return nearer
  remember(address, shared)
  return shared
}

/** In memory at once; the promise is the Cache API's part and may go on after the answer. */
export function keepCopy(address: string, copy: Copy, seconds: number, cacheTag: string): Promise<void> {
  remember(address, copy)
  const headers = {
    'content-type': 'application/json',
    'cache-control': `public, max-age=${seconds + staleSeconds}`,
    'cache-tag': cacheTag,
    'x-etag': copy.etag,
    'x-started-at': String(copy.startedAt),
    'x-generation': copy.generation,
    'x-version': copy.version,
  }
  return dataCentreCache().put(address, new Response(copy.text, { headers }))
}

/** Leaves only the data centre's copies; a new isolate begins like this. */
export function emptyMemory(): void {
  inMemory.clear()
  characters = 0
}
