import type { SQL } from 'drizzle-orm'
import { isEducationVisible } from '#api/catalogue/scope/education-scope.ts'
import type { Visitor } from '#api/context.ts'
import { selectHits, selectNearHits } from '#api/office/search/hits.ts'
import { loadMeanings } from '#api/office/search/near-storage.ts'
import { toQueryWords } from '#api/text-matching.ts'
import type { CardFilter } from './conditions.ts'
import type { EducationFilter, EducationPage, EducationPageFilter, EducationSummary } from './contract.ts'
import { byTitle, type EducationOrder } from './order.ts'
import { countMatches, type EducationQuery, maxCounted, selectCardPage, toEducationSummary } from './storage.ts'

/** A page of cards with the limits that only other slices set. */
export type CardPageFilter = CardFilter & EducationPageFilter

/** Returns the full-text hits of the words; null without words, which means no text filter. */
const searchHits = (words: string[]): SQL | null => (words.length > 0 ? selectHits('educations', words) : null)

interface SearchQuery {
  filter: CardFilter
  order: EducationOrder
  hits: SQL | null
}

const toQuery = (ctx: Visitor, { filter, order, hits }: SearchQuery): EducationQuery => ({
  actor: ctx.actor,
  filter,
  order,
  hits,
  now: ctx.now.toISOString(),
})

/**
 * Lists one page of the educations that match the query and that the caller may see, in the query's order. Unlike
 * `loadEducationPage` it gives no approximate matches and no total. `page` counts from 1.
 */
export async function listEducations(ctx: Visitor, query: EducationPageFilter): Promise<EducationSummary[]> {
  const hits = searchHits(toQueryWords(query.text))
  const cards = await selectCardPage(
    ctx.db,
    toQuery(ctx, { filter: query, order: query, hits }),
    query.page,
    query.pageSize,
  )
  return cards.map(toEducationSummary)
}

/**
 * Counts all educations that match the query, its text included, and that the caller may see; without approximate
 * matches and without a limit.
 */
export async function countEducations(ctx: Visitor, query: EducationFilter): Promise<number> {
  const search = toQuery(ctx, { filter: query, order: byTitle, hits: searchHits(toQueryWords(query.text)) })
  const [counted] = await countMatches(ctx.db, search, Number.MAX_SAFE_INTEGER)
  return counted?.total ?? 0
}

async function loadPage(ctx: Visitor, query: CardPageFilter, hits: SQL | null): Promise<EducationPage> {
  const search = toQuery(ctx, { filter: query, order: query, hits })
  const [cards, [counted]] = await Promise.all([
    selectCardPage(ctx.db, search, query.page, query.pageSize),
    countMatches(ctx.db, search, maxCounted + 1),
  ])
  const counts = counted?.total ?? 0
  const { page, pageSize } = query
  const total = Math.min(counts, maxCounted)
  return { items: cards.map(toEducationSummary), total, more: counts > maxCounted, page, pageSize, near: false }
}

/**
 * Loads one page of the educations that match the query and that the caller may see, in its order, with the number of
 * matches. That is counted up to 1,000; `more` says that there are more. When nothing matches the text, approximate
 * matches instead, with `near` true. `page` counts from 1.
 */
export async function loadEducationPage(ctx: Visitor, query: CardPageFilter): Promise<EducationPage> {
  const words = toQueryWords(query.text)
  const [page, meanings] = await Promise.all([
    loadPage(ctx, query, searchHits(words)),
    loadMeanings(ctx.db, words, ['educations']),
  ])
  const meaning = meanings.get('educations')
  if (page.total > 0 || !meaning) return page
  const near = await loadPage(ctx, query, selectNearHits('educations', meaning, isEducationVisible(ctx.actor)))
  return { ...near, near: near.total > 0 }
}
