import type { SQL } from 'drizzle-orm'
import type { Visitor } from '../context.ts'
import { chosenHits, hitsOf, nearHits } from '../search/hits.ts'
import { isNear, wordsOfQuestion } from '../search/rules.ts'
import type { EducationFilter, EducationPage, EducationPageFilter, EducationSummary } from './contract.ts'
import { type Asked, candidatesOf, cardsOf, countOf, mostCounted, summaryFrom } from './storage.ts'

/** The text as hits; a text without a letter or digit asks for nothing. */
const hitsFor = (words: string[]): SQL | null => (words.length > 0 ? hitsOf('educations', words) : null)

const askedBy = (ctx: Visitor, filter: EducationFilter, hits: SQL | null): Asked => ({
  actor: ctx.actor,
  filter,
  hits,
  now: ctx.now,
})

/** The text as what it may have been meant for; null when nothing is near it. */
async function nearHitsFor(ctx: Visitor, words: string[]): Promise<SQL | null> {
  const hits = nearHits('educations', words)
  if (!hits) return null
  const candidates = await candidatesOf(ctx.db, ctx.actor, hits)
  const near = candidates.filter(({ title, parts }) => isNear(words, `${title} ${parts}`))
  return near.length > 0 ? chosenHits(near.map(({ id }) => id)) : null
}

export async function listEducations(ctx: Visitor, query: EducationPageFilter): Promise<EducationSummary[]> {
  const hits = hitsFor(wordsOfQuestion(query.text))
  const [cards] = await ctx.db.read([cardsOf(ctx.db, askedBy(ctx, query, hits), query.page, query.pageSize)])
  return cards.map(summaryFrom)
}

export async function countEducations(ctx: Visitor, query: EducationFilter): Promise<number> {
  const asked = askedBy(ctx, query, hitsFor(wordsOfQuestion(query.text)))
  const [counted] = await countOf(ctx.db, asked, Number.MAX_SAFE_INTEGER)
  return counted?.total ?? 0
}

async function pageFor(ctx: Visitor, query: EducationPageFilter, hits: SQL | null): Promise<EducationPage> {
  const asked = askedBy(ctx, query, hits)
  const [cards, [counted]] = await ctx.db.read([
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
  const page = await pageFor(ctx, query, hitsFor(words))
  if (page.total > 0 || words.length === 0) return page
  const near = await nearHitsFor(ctx, words)
  return near ? { ...(await pageFor(ctx, query, near)), near: true } : page
}
