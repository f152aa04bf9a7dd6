import type { SQL } from 'drizzle-orm'
import type { Visitor } from '../context.ts'
import { personPicture } from '../files/address.ts'
import { mediumAddress } from '../media/storage.ts'
import type { SearchResults } from './contract.ts'
import { bestHits, type Kind, mostCandidates, nearHits } from './hits.ts'
import { isNear, wordsOfQuestion } from './rules.ts'
import { searchablePeople } from './scope.ts'
import { foundEducations, foundMedia, foundOccasions, foundPeople } from './storage.ts'

type Rows = {
  educations: Awaited<ReturnType<typeof foundEducations>>
  occasions: Awaited<ReturnType<typeof foundOccasions>>
  media: Awaited<ReturnType<typeof foundMedia>>
  people: Awaited<ReturnType<typeof foundPeople>> | null
}

/** All kinds in one round trip. */
async function rowsOf(ctx: Visitor, hitsAmong: (kind: Kind, shown: SQL) => SQL, limit: number): Promise<Rows> {
  const within = searchablePeople(ctx.actor)
  const hits = (kind: Kind) => (shown: SQL) => hitsAmong(kind, shown)
  const queries = [
    foundEducations(ctx.db, ctx.actor, hits('educations'), limit),
    foundOccasions(ctx.db, ctx.actor, hits('occasions'), limit, ctx.now),
    foundMedia(ctx.db, hits('media'), limit),
  ] as const
  if (!within) {
    const [educations, occasions, media] = await ctx.db.read(queries)
    return { educations, occasions, media, people: null }
  }
  const [educations, occasions, media, people] = await ctx.db.read([
    ...queries,
    foundPeople(ctx.db, within, hits('users'), limit),
  ])
  return { educations, occasions, media, people }
}

const list = (text: string) => JSON.parse(text) as string[]

/** Of candidates that share letters with the question, those that are near it in full. */
function nearRows(rows: Rows, words: string[]): Rows {
  const near = (...texts: (string | null)[]) => isNear(words, texts.join(' '))
  return {
    educations: rows.educations.filter((it) => near(it.title, it.code, it.parts, it.categories)),
    occasions: rows.occasions.filter((it) => near(it.title, it.partTitle, it.educationTitle, it.city, it.venue)),
    media: rows.media.filter((it) => near(it.title)),
    people: rows.people?.filter((it) => near(it.firstName, it.lastName)) ?? null,
  }
}

const groupOf = <Row, Item>(rows: Row[], limit: number, itemFrom: (row: Row) => Item) => ({
  items: rows.slice(0, limit).map(itemFrom),
  more: rows.length > limit,
})

const resultsFrom = (ctx: Visitor, rows: Rows, limit: number, near: boolean): SearchResults => ({
  educations: groupOf(rows.educations, limit, ({ publishedAt, categories, parts, ...row }) => ({
    ...row,
    published: publishedAt !== null,
    categories: list(categories),
    parts: list(parts),
  })),
  occasions: groupOf(rows.occasions, limit, ({ startsAt, endsAt, partTitle, ...row }) => ({
    ...row,
    title: row.title ?? partTitle,
    startDate: startsAt,
    endDate: endsAt,
  })),
  media: groupOf(rows.media, limit, ({ fileId, url, ...row }) => ({
    ...row,
    url: mediumAddress(ctx, { url, fileId }),
  })),
  people:
    rows.people &&
    groupOf(rows.people, limit, ({ id, firstName, lastName, pictureFileId, memberships }) => ({
      id,
      name: `${firstName} ${lastName}`,
      pictureUrl: personPicture(ctx, pictureFileId),
      organizations: JSON.parse(memberships) as Record<string, string>,
    })),
  near,
})

const isEmpty = (rows: Rows) =>
  rows.educations.length + rows.occasions.length + rows.media.length + (rows.people?.length ?? 0) === 0

/** As spelt; and only if nothing is, what it may have been meant for. */
export async function find(ctx: Visitor, question: string, limit: number): Promise<SearchResults> {
  const words = wordsOfQuestion(question)
  const spelt = await rowsOf(ctx, (kind, shown) => bestHits(kind, words, shown), limit)
  const canBeMisspelt = nearHits('educations', words) !== null
  if (!isEmpty(spelt) || !canBeMisspelt) return resultsFrom(ctx, spelt, limit, false)
  const candidates = await rowsOf(
    ctx,
    (kind, shown) => nearHits(kind, words) ?? bestHits(kind, words, shown),
    mostCandidates,
  )
  return resultsFrom(ctx, nearRows(candidates, words), limit, true)
}
