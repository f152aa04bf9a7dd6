import { nanoquery } from '@nanostores/query'
import type { Tag } from '#api/calls.ts'
import { changed } from './api.ts'

/** Server data that parts of a page share: fetched once, and cached for a minute after the last use. */
const [createFetcherStore, , { revalidateKeys }] = nanoquery({ cacheLifetime: 60_000, onErrorRetry: false })

/** Creates a store with the answer of a call, which is fetched again when a write invalidates one of the tags. */
export function queried<Answer>(name: string, fetchAnswer: () => Promise<Answer>, ...tags: Tag[]) {
  for (const tag of tags) changed.addEventListener(tag, () => revalidateKeys(name))
  return createFetcherStore<Answer>([name], { fetcher: fetchAnswer })
}
