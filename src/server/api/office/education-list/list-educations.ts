import type { SQL } from 'drizzle-orm'
import { isEducationVisible } from '#api/catalogue/scope/education-scope.ts'
import type { Visitor } from '#api/context.ts'
import { selectHits, selectNearHits } from '#api/office/search/hits.ts'
import { loadMeanings } from '#api/office/search/near-storage.ts'
import { toQueryWords } from '#api/text-matching.ts'
import type { EducationFilter, EducationPage, EducationPageFilter, EducationSummary } from './contract.ts'
import { countMatches, type EducationQuery, maxCounted, selectCardPage, toEducationSummary } from './storage.ts'

/** Returns the full-text hits of the words; null without words, which means no text filter. */
const searchHits = (words: string[]): SQL | null => (words.length > 0 ? selectHits('educations', words) : null)

const toQuery = (ctx: Visitor, filter: EducationFilter, hits: SQL | null): EducationQuery => ({
  actor: ctx.actor,
  filter,
  hits,
  now: ctx.now.toISOString(),
})

/** Lists one page of matching educations. */
export async function listEducations(ctx: Visitor, query: EducationPageFilter): Promise<EducationSummary[]> {
  const hits = searchHits(toQueryWords(query.text))
  const cards = await selectCardPage(ctx.db, toQuery(ctx, query, hits), query.page, query.pageSize)
  return cards.map(toEducationSummary)
}

/** Counts the matching educations. */
export async function countEducations(ctx: Visitor, query: EducationFilter): Promise<number> {
  const search = toQuery(ctx, query, searchHits(toQueryWords(query.text)))
  const [counted] = await countMatches(ctx.db, search, Number.MAX_SAFE_INTEGER)
  return counted?.total ?? 0
}

async function loadPage(ctx: Visitor, query: EducationPageFilter, hits: SQL | null): Promise<EducationPage> {
  const search = toQuery(ctx, query, hits)
  const [cards, [counted]] = await Promise.all([
    selectCardPage(ctx.db, search, query.page, query.pageSize),
    countMatches(ctx.db, search, maxCounted + 1),
  ])
  const counts = counted?.total ?? 0
  const { page, pageSize } = query
  const total = Math.min(counts, maxCounted)
  return { items: cards.map(toEducationSummary), total, more: counts > maxCounted, page, pageSize, near: false }
}

/** Returns one page with the number of matches; when the text matches nothing, approximate matches instead. */
export async function loadEducationPage(ctx: Visitor, query: EducationPageFilter): Promise<EducationPage> {
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
