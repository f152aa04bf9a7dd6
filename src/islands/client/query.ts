import { nanoquery } from '@nanostores/query'
import type { Tag } from '#api/calls.ts'
import { changed } from './api.ts'

/** Server data that parts of a page share: asked for once, and kept for a minute after its last use. */
const [createFetcherStore, , { revalidateKeys }] = nanoquery({ cacheLifetime: 60_000, onErrorRetry: false })

/** A store of what a call answers. A write that makes one of the tags stale has it asked for anew. */
export function queried<Answer>(name: string, ask: () => Promise<Answer>, ...tags: Tag[]) {
  for (const tag of tags) changed.addEventListener(tag, () => revalidateKeys(name))
  return createFetcherStore<Answer>([name], { fetcher: ask })
}
