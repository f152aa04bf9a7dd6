import { nanoquery } from '@nanostores/query'
import type { CacheTag } from '#api/calls.ts'
import { invalidatedTags } from './api.ts'

/** Server data that parts of a page share: fetched once, and cached for a minute after the last use. */
const [createFetcherStore, , { revalidateKeys }] = nanoquery({ cacheLifetime: 60_000, onErrorRetry: false })

/**
 * Creates a store with the answer of a call, which is fetched when somebody listens and again when a write invalidates
 * one of the tags. The answer is cached for a minute after the last use. `name` is the store's key on the page. The
 * store's value has `loading`, `data` and, when the call failed, `error`; a failed call is not repeated by itself.
 */
export function createQueryStore<Answer>(name: string, fetchAnswer: () => Promise<Answer>, ...tags: CacheTag[]) {
  for (const tag of tags) invalidatedTags.addEventListener(tag, () => revalidateKeys(name))
  return createFetcherStore<Answer>([name], { fetcher: fetchAnswer })
}
