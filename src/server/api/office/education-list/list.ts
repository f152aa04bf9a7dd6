import type { SQL } from 'drizzle-orm'
import { visibleTo } from '#api/catalogue/scope/education-scope.ts'
import type { Visitor } from '#api/context.ts'
import { hitsOf, nearHits } from '#api/office/search/hits.ts'
import { readMeanings } from '#api/office/search/near-storage.ts'
import { wordsOfQuestion } from '#api/text-matching.ts'
import type { EducationFilter, EducationPage, EducationPageFilter, EducationSummary } from './contract.ts'
import { type Asked, cardsOf, countOf, mostCounted, summaryFrom } from './storage.ts'

/** The text as hits; a text without a letter or digit asks for nothing. */
const hitsFor = (words: string[]): SQL | null => (words.length > 0 ? hitsOf('educations', words) : null)

const askedBy = (ctx: Visitor, filter: EducationFilter, hits: SQL | null): Asked => ({
  actor: ctx.actor,
  filter,
  hits,
  now: ctx.now.toISOString(),
})

export async function listEducations(ctx: Visitor, query: EducationPageFilter): Promise<EducationSummary[]> {
  const hits = hitsFor(wordsOfQuestion(query.text))
  const cards = await cardsOf(ctx.db, askedBy(ctx, query, hits), query.page, query.pageSize)
  return cards.map(summaryFrom)
}

export async function countEducations(ctx: Visitor, query: EducationFilter): Promise<number> {
  const asked = askedBy(ctx, query, hitsFor(wordsOfQuestion(query.text)))
  const [counted] = await countOf(ctx.db, asked, Number.MAX_SAFE_INTEGER)
  return counted?.total ?? 0
}

async function pageFor(ctx: Visitor, query: EducationPageFilter, hits: SQL | null): Promise<EducationPage> {
  const asked = askedBy(ctx, query, hits)
  const [cards, [counted]] = await Promise.all([
    cardsOf(ctx.db, asked, query.page, query.pageSize),
    countOf(ctx.db, asked, mostCounted + 1),
  ])
  const counts = counted?.total ?? 0
  const { page, pageSize } = query
  const total = Math.min(counts, mostCounted)
  return { items: cards.map(summaryFrom), total, more: counts > mostCounted, page, pageSize, near: false }
}

/** One page with its count; a text that finds nothing is taken for what it may have been meant for. */
export async function pageOfEducations(ctx: Visitor, query: EducationPageFilter): Promise<EducationPage> {
  const words = wordsOfQuestion(query.text)
  const [page, meanings] = await Promise.all([
    pageFor(ctx, query, hitsFor(words)),
    readMeanings(ctx.db, words, ['educations']),
  ])
  const meant = meanings.get('educations')
  if (page.total > 0 || !meant) return page
  const near = await pageFor(ctx, query, nearHits('educations', meant, visibleTo(ctx.actor)))
  return { ...near, near: near.total > 0 }
}
