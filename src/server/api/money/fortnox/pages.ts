import type { z } from 'zod'
import type { FortnoxClient } from './client.ts'
import { FortnoxError } from './fortnox-error.ts'
import { parseAnswer } from './wire.ts'

const pageSize = 500
/** Pages after which a list is no answer to a search for one number. */
const maxPages = 40

interface Page<Item> {
  items: Item[]
  /** Number of pages; null where Fortnox does not say. */
  pages: number | null
}

/**
 * Lists all results of a search in Fortnox, page by page, in Fortnox' order. `query` has the parameters of the search,
 * and `schema` parses a page of the answer.
 *
 * @throws FortnoxError as `FortnoxClient.call`; 'unavailable' also for an answer that the schema refuses, or above 40
 * pages of 500.
 */
export async function listPages<Item>(
  client: FortnoxClient,
  path: string,
  query: Record<string, string>,
  schema: z.ZodType<Page<Item>>,
): Promise<Item[]> {
  const all: Item[] = []
  for (let page = 1; page <= maxPages; page += 1) {
    const parameters = new URLSearchParams({ ...query, limit: String(pageSize), page: String(page) })
    const { items, pages } = parseAnswer(schema, await client.call('GET', `${path}?${parameters}`))
    all.push(...items)
    if (pages === null ? items.length < pageSize : page >= pages) return all
  }
  throw new FortnoxError('unavailable', 'the list has too many pages')
}
