import { nanoquery } from '@nanostores/query'
import type { CacheTag } from '#api/calls.ts'
import { invalidatedTags } from './api.ts'

/** Server data that parts of a page share: fetched once, and cached for a minute after the last use. */
const [createFetcherStore, , { revalidateKeys }] = nanoquery({ cacheLifetime: 60_000, onErrorRetry: false })

/**
 * Creates a store of a call's answer, which is fetched for each new listener and again when a write invalidates one of
 * the tags. An answer of the last four seconds is not fetched again for a listener. While it is fetched, `loading` is
 * true, and `data` has the earlier answer if that is under a minute old. `error` is set when the call failed, which is
 * not repeated by itself. `name` is the store's key on the page.
 */
export function createQueryStore<Answer>(name: string, fetchAnswer: () => Promise<Answer>, ...tags: CacheTag[]) {
  for (const tag of tags) invalidatedTags.addEventListener(tag, () => revalidateKeys(name))
  return createFetcherStore<Answer>([name], { fetcher: fetchAnswer })
}
