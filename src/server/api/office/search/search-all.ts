import type { SQL } from 'drizzle-orm'
import { isEducatorLevel } from '#api/actor.ts'
import { toMediumUrl } from '#api/catalogue/media/storage.ts'
import type { Visitor } from '#api/context.ts'
import { personPictureUrl } from '#api/foundation/files/address.ts'
import { toQueryWords } from '#api/text-matching.ts'
import { endOfDay, startOfDay, toPortalDay } from '#api/zone.ts'
import type { SearchResults } from './contract.ts'
import { selectExams, selectOccasions } from './event-storage.ts'
import {
  type HitOptions,
  noHits,
  type SearchKind,
  selectBestHits,
  selectHits,
  selectHitsOfPeriod,
  selectNearHits,
} from './hits.ts'
import { loadMeanings } from './near-storage.ts'
import { parseExactValues } from './rules.ts'
import { canMatchAccount, canSeeContact, searchablePeople } from './scope.ts'
import { parseSearchDay } from './search-day.ts'
import { type OfficeResults, searchOffice } from './search-office.ts'
import { byDistance } from './similarity.ts'
import { selectEducations, selectMedia, selectPeople } from './storage.ts'
import { toGroup } from './to-group.ts'

type OccasionRows = Awaited<ReturnType<typeof selectOccasions>>
type ExamRows = Awaited<ReturnType<typeof selectExams>>

type Rows = {
  educations: Awaited<ReturnType<typeof selectEducations>>
  occasions: OccasionRows
  exams: ExamRows
  media: Awaited<ReturnType<typeof selectMedia>>
  people: Awaited<ReturnType<typeof selectPeople>> | null
}

type HitSource = (kind: SearchKind, shown: SQL, options?: HitOptions) => SQL

/** Returns the SQL of the hits of one kind for a select. */
const hitsIn = (source: HitSource, kind: SearchKind, options?: HitOptions) => (shown: SQL) =>
  source(kind, shown, options)

const newest = { newestFirst: true }

/** Adds the occasions or exams of a day that the text names, among those that match its other words. */
function addDay(source: HitSource, text: string, today: string): HitSource {
  const named = parseSearchDay(text, today)
  if (!named) return source
  const period = { from: startOfDay(named.day), to: endOfDay(named.day) }
  const words = toQueryWords(named.rest)
  return (kind, shown, options) => {
    const hits = source(kind, shown, options)
    if (kind !== 'occasions' && kind !== 'driver_exams') return hits
    const rest = words.length > 0 ? selectHits(kind, words) : null
    return selectHitsOfPeriod(kind, period, { hits, rest, shown })
  }
}

/** Selects the matching occasions and exams: coming ones, then past and cancelled ones that the caller manages. */
async function selectEvents({ db, actor, now }: Visitor, text: string, matches: HitSource, limit: number) {
  const isEducator = actor !== null && isEducatorLevel(actor)
  const source = addDay(matches, text, toPortalDay(now))
  const [coming, other] = [
    { period: 'coming', now, limit },
    { period: 'other', now, limit },
  ] as const
  const [occasions, pastOccasions, exams, pastExams] = await Promise.all([
    selectOccasions(db, actor, coming, hitsIn(source, 'occasions')),
    isEducator ? selectOccasions(db, actor, other, hitsIn(source, 'occasions', newest)) : [],
    selectExams(db, actor, coming, hitsIn(source, 'driver_exams')),
    isEducator ? selectExams(db, actor, other, hitsIn(source, 'driver_exams', newest)) : [],
  ])
  return { occasions: [...occasions, ...pastOccasions], exams: [...exams, ...pastExams] }
}

interface SearchOptions {
  /** Highest number of matches of each kind. */
  limit: number
  /** Of people, only active educators and administrators. */
  onlyEducators: boolean
}

/** Selects the matches of all kinds that can be misspelt, in one round trip. */
async function selectRows(ctx: Visitor, text: string, source: HitSource, options: SearchOptions): Promise<Rows> {
  const { db, actor } = ctx
  const { limit, onlyEducators } = options
  const within = searchablePeople(actor, onlyEducators)
  const [educations, events, media, people] = await Promise.all([
    selectEducations(db, actor, hitsIn(source, 'educations'), limit),
    selectEvents(ctx, text, source, limit),
    selectMedia(db, hitsIn(source, 'media'), limit),
    within && actor
      ? selectPeople(
          db,
          { within, contactShown: canSeeContact(actor) },
          parseExactValues(text),
          hitsIn(source, 'users', { closedShown: canMatchAccount(actor) }),
          limit,
        )
      : null,
  ])
  return { educations, media, people, ...events }
}

const parseNames = (text: string) => JSON.parse(text) as string[]

const toEvent = <Row extends OccasionRows[number] | ExamRows[number]>(row: Row) => ({
  id: row.id,
  educationId: row.educationId,
  educationPartId: row.educationPartId,
  educationTitle: row.educationTitle,
  title: row.title ?? row.partTitle,
  startDate: row.startsAt,
  endDate: row.endsAt,
  city: row.city,
  venue: row.venue,
  canceled: row.canceledAt !== null,
  managed: row.managed === 1,
})

const toResults = (
  ctx: Visitor,
  rows: Rows,
  office: OfficeResults,
  { limit, near }: { limit: number; near: boolean },
): SearchResults => ({
  educations: toGroup(rows.educations, limit, ({ publishedAt, categories, parts, managed, ...row }) => ({
    ...row,
    published: publishedAt !== null,
    categories: parseNames(categories),
    parts: parseNames(parts),
    managed: managed === 1,
  })),
  occasions: toGroup(rows.occasions, limit, (row) => ({ ...toEvent(row), type: row.type })),
  exams: toGroup(rows.exams, limit, toEvent),
  media: toGroup(rows.media, limit, ({ fileId, url, ...row }) => ({
    ...row,
    url: toMediumUrl(ctx, { url, fileId }),
  })),
  people:
    rows.people &&
    toGroup(rows.people, limit, ({ id, firstName, lastName, pictureFileId, memberships }) => ({
      id,
      name: `${firstName} ${lastName}`,
      pictureUrl: personPictureUrl(ctx, pictureFileId),
      organizations: JSON.parse(memberships) as Record<string, string>,
    })),
  ...office,
  near,
})

/** Returns whether no group has an item, mails aside unless the text is a number: they mention any word. */
function isEmpty(rows: Rows, office: OfficeResults, number: number | null) {
  const { licenses, organizations, requirements } = office
  const counted = number === null ? [licenses, organizations, requirements] : Object.values(office)
  return Object.values(rows).every((group) => !group?.length) && counted.every((group) => !group?.items.length)
}

/** Number of approximate matches that are compared with the typed words; as many as a tier of hits has. */
const maxRanked = 60

const sortBySimilarity = (rows: Rows, words: readonly string[]): Rows => ({
  educations: byDistance(rows.educations, words, ({ title }) => title),
  occasions: byDistance(rows.occasions, words, ({ title, partTitle }) => title ?? partTitle),
  exams: byDistance(rows.exams, words, ({ title, partTitle }) => title ?? partTitle),
  media: byDistance(rows.media, words, ({ title }) => title),
  people: rows.people && byDistance(rows.people, words, ({ firstName, lastName }) => `${firstName} ${lastName}`),
})

const kinds = ['educations', 'occasions', 'driver_exams', 'media', 'users'] as const

/**
 * Searches educations, occasions, exams, media, people and the office's own kinds for a text. Returns the matches that
 * the caller may see, within the options. When nothing matches but mails, approximate matches of the first
 * five instead, with `near` true. `people` is null for callers who may not search for them. Reads of mails to protected
 * identities are recorded. A day in the text finds the occasions and exams that begin on it. At most two round trips.
 */
export async function searchAll(ctx: Visitor, text: string, options: SearchOptions): Promise<SearchResults> {
  const { limit, onlyEducators } = options
  const words = toQueryWords(text)
  const values = parseExactValues(text)
  const [exact, office, meanings] = await Promise.all([
    selectRows(ctx, text, (kind, shown, options) => selectBestHits(kind, words, shown, options), options),
    searchOffice(ctx, { text, words, exact: values, limit }),
    loadMeanings(ctx.db, words, kinds),
  ])
  if (!isEmpty(exact, office, values.number) || meanings.size === 0)
    return toResults(ctx, exact, office, { limit, near: false })
  const near: HitSource = (kind, shown, options) => {
    const meaning = kind === 'outbox_mails' ? null : meanings.get(kind)
    return meaning ? selectNearHits(kind, meaning, shown, options) : noHits
  }
  const rows = sortBySimilarity(await selectRows(ctx, text, near, { limit: maxRanked, onlyEducators }), words)
  return toResults(ctx, rows, office, { limit, near: true })
}
