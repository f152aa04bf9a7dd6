import type { SQL } from 'drizzle-orm'
import { toMediumUrl } from '#api/catalogue/media/storage.ts'
import type { Visitor } from '#api/context.ts'
import { personPictureAddress } from '#api/foundation/files/address.ts'
import { toQueryWords } from '#api/text-matching.ts'
import type { SearchResults } from './contract.ts'
import { noHits, type SearchKind, selectBestHits, selectNearHits } from './hits.ts'
import { loadMeanings } from './near-storage.ts'
import { searchablePeople } from './scope.ts'
import { selectEducations, selectMedia, selectOccasions, selectPeople } from './storage.ts'

type Rows = {
  educations: Awaited<ReturnType<typeof selectEducations>>
  occasions: Awaited<ReturnType<typeof selectOccasions>>
  media: Awaited<ReturnType<typeof selectMedia>>
  people: Awaited<ReturnType<typeof selectPeople>> | null
}

/**
 * Selects the matches of all kinds in one round trip. `hitsAmong` restricts the hits to rows that the caller may see.
 */
async function selectRows(
  ctx: Visitor,
  hitsAmong: (kind: SearchKind, shown: SQL) => SQL,
  limit: number,
): Promise<Rows> {
  const within = searchablePeople(ctx.actor)
  const hits = (kind: SearchKind) => (shown: SQL) => hitsAmong(kind, shown)
  const queries = [
    selectEducations(ctx.db, ctx.actor, hits('educations'), limit),
    selectOccasions(ctx.db, ctx.actor, hits('occasions'), limit, ctx.now),
    selectMedia(ctx.db, hits('media'), limit),
  ] as const
  if (!within) {
    const [educations, occasions, media] = await Promise.all(queries)
    return { educations, occasions, media, people: null }
  }
  const [educations, occasions, media, people] = await Promise.all([
    ...queries,
    selectPeople(ctx.db, within, hits('users'), limit),
  ])
  return { educations, occasions, media, people }
}

const parseNames = (text: string) => JSON.parse(text) as string[]

const toGroup = <Row, Item>(rows: Row[], limit: number, toItem: (row: Row) => Item) => ({
  items: rows.slice(0, limit).map(toItem),
  more: rows.length > limit,
})

const toResults = (ctx: Visitor, rows: Rows, limit: number, near: boolean): SearchResults => ({
  educations: toGroup(rows.educations, limit, ({ publishedAt, categories, parts, ...row }) => ({
    ...row,
    published: publishedAt !== null,
    categories: parseNames(categories),
    parts: parseNames(parts),
  })),
  occasions: toGroup(rows.occasions, limit, ({ startsAt, endsAt, partTitle, ...row }) => ({
    ...row,
    title: row.title ?? partTitle,
    startDate: startsAt,
    endDate: endsAt,
  })),
  media: toGroup(rows.media, limit, ({ fileId, url, ...row }) => ({
    ...row,
    url: toMediumUrl(ctx, { url, fileId }),
  })),
  people:
    rows.people &&
    toGroup(rows.people, limit, ({ id, firstName, lastName, pictureFileId, memberships }) => ({
      id,
      name: `${firstName} ${lastName}`,
      pictureUrl: personPictureAddress(ctx, pictureFileId),
      organizations: JSON.parse(memberships) as Record<string, string>,
    })),
  near,
})

const isEmpty = (rows: Rows) =>
  rows.educations.length + rows.occasions.length + rows.media.length + (rows.people?.length ?? 0) === 0

const kinds = ['educations', 'occasions', 'media', 'users'] as const

/** Searches all kinds for exact matches; when there are none, for approximate ones. */
export async function searchAll(ctx: Visitor, text: string, limit: number): Promise<SearchResults> {
  const words = toQueryWords(text)
  const [exact, meanings] = await Promise.all([
    selectRows(ctx, (kind, shown) => selectBestHits(kind, words, shown), limit),
    loadMeanings(ctx.db, words, kinds),
  ])
  if (!isEmpty(exact) || meanings.size === 0) return toResults(ctx, exact, limit, false)
  const near = (kind: SearchKind, shown: SQL) => {
    const meaning = meanings.get(kind)
    return meaning ? selectNearHits(kind, meaning, shown) : noHits
  }
  return toResults(ctx, await selectRows(ctx, near, limit), limit, true)
}
