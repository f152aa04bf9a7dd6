import type { SQL } from 'drizzle-orm'
import { mediumAddress } from '#api/catalogue/media/storage.ts'
import type { Visitor } from '#api/context.ts'
import { personPicture } from '#api/foundation/files/address.ts'
import { wordsOfQuestion } from '#api/text-matching.ts'
import type { SearchResults } from './contract.ts'
import { bestHits, type Kind, nearHits, noHits } from './hits.ts'
import { readMeanings } from './near-storage.ts'
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
    const [educations, occasions, media] = await Promise.all(queries)
    return { educations, occasions, media, people: null }
  }
  const [educations, occasions, media, people] = await Promise.all([
    ...queries,
    foundPeople(ctx.db, within, hits('users'), limit),
  ])
  return { educations, occasions, media, people }
}

const list = (text: string) => JSON.parse(text) as string[]

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

const kinds = ['educations', 'occasions', 'media', 'users'] as const

/** As spelt; and only if nothing is, what it may have been meant for. */
export async function find(ctx: Visitor, question: string, limit: number): Promise<SearchResults> {
  const words = wordsOfQuestion(question)
  const [spelt, meanings] = await Promise.all([
    rowsOf(ctx, (kind, shown) => bestHits(kind, words, shown), limit),
    readMeanings(ctx.db, words, kinds),
  ])
  if (!isEmpty(spelt) || meanings.size === 0) return resultsFrom(ctx, spelt, limit, false)
  const near = (kind: Kind, shown: SQL) => {
    const meant = meanings.get(kind)
    return meant ? nearHits(kind, meant, shown) : noHits
  }
  return resultsFrom(ctx, await rowsOf(ctx, near, limit), limit, true)
}
