import { type SQL, sql } from 'drizzle-orm'
import {
  type SpellingMatch,
  toCorrectedMatch,
  toCorrectedSubstringMatch,
  toPrefixMatch,
  toSubstringMatch,
  toWholeWordMatch,
} from '#api/text-matching.ts'

interface WordIndex {
  /** bm25 weights of the columns of the word index, in their order. */
  weights: string
  /** The column that contains the name. */
  name: string
  /** The columns that everybody who finds a row may read, where they are not all. */
  open?: string
  /** Whether words inside others are found too, by the index of trigrams. */
  hasTrigrams: boolean
}

/** The full-text indexes by the table that they index; see migrations 0010 and 0021. */
const indexes = {
  educations: { weights: '10.0, 8.0, 4.0, 4.0, 1.0', name: 'title', hasTrigrams: true },
  occasions: { weights: '6.0, 4.0', name: 'title', hasTrigrams: true },
  driver_exams: { weights: '6.0, 4.0', name: 'title', hasTrigrams: true },
  media: { weights: '6.0, 3.0, 1.0', name: 'title', hasTrigrams: true },
  users: { weights: '4.0, 2.0, 1.0', name: 'name', open: 'name organizations', hasTrigrams: true },
  outbox_mails: { weights: '4.0, 2.0', name: 'subject', hasTrigrams: false },
} as const satisfies Record<string, WordIndex>
export type SearchKind = keyof typeof indexes

const words = (kind: SearchKind) => sql.raw(`${kind}_words`)
const trigrams = (kind: SearchKind) => sql.raw(`${kind}_trigrams`)

/** Builds the query of one tier of matches. */
type Tier = (index: SQL, score: SQL, match: string, shown: SQL) => SQL

const allMatches = (index: SQL, score: SQL, match: string) =>
  sql`select rowid as id, ${score} as score from ${index} where ${index} match ${match}`

/** Highest number of ranked hits per tier: among more, the order is irrelevant. */
const maxRanked = sql.raw('60')

export interface HitOptions {
  /** Of more hits than are ranked, those with the highest ids are taken: the newest rows. */
  newestFirst?: boolean
  /**
   * Condition on the table: the caller may read the closed columns of a row too. Of other rows only the open columns
   * are matched, since a match by the beginning of a word would reveal the rest letter by letter. Absent for all rows.
   */
  closedShown?: SQL | undefined
}

/** A full-text query with the condition on the rows that it may match. */
interface ShownMatch {
  match: string
  shown: SQL
}

/** Limits a full-text query, for the rows whose closed columns the caller may not read, to the open columns. */
function limitColumns(kind: SearchKind, match: string, shown: SQL, closedShown: SQL | undefined): ShownMatch[] {
  const { open }: WordIndex = indexes[kind]
  if (!open || !closedShown) return [{ match, shown }]
  return [
    { match: `{${open}} : (${match})`, shown },
    { match, shown: sql`(${shown}) and ${closedShown}` },
  ]
}

const visibleMatches =
  (kind: SearchKind, { newestFirst = false }: HitOptions): Tier =>
  (index, score, match, shown) =>
    sql`select * from (${allMatches(index, score, match)} and exists (
      select 1 from ${sql.raw(kind)} where ${sql.raw(kind)}.id = ${index}.rowid and ${shown})
      ${newestFirst ? sql`order by rowid desc` : sql``} limit ${maxRanked})`

function buildTiers(
  kind: SearchKind,
  typed: readonly string[],
  tier: Tier,
  { shown, closedShown }: { shown: SQL; closedShown?: SQL | undefined },
): SQL {
  const { weights, name, hasTrigrams } = indexes[kind]
  const ranked = ({ match, shown: among }: ShownMatch, ahead: number) =>
    tier(words(kind), sql`bm25(${words(kind)}, ${sql.raw(weights)}) - ${ahead}`, match, among)
  const inside = hasTrigrams ? toSubstringMatch(typed) : null
  const tiers = [
    ranked({ match: `${name} : (${toWholeWordMatch(typed)})`, shown }, 2000),
    ...limitColumns(kind, toPrefixMatch(typed), shown, closedShown).map((match) => ranked(match, 1000)),
    ...(inside ? [tier(trigrams(kind), sql`bm25(${trigrams(kind)})`, inside, shown)] : []),
  ]
  return sql`(select id, min(score) as score from (${sql.join(tiers, sql` union all `)}) group by id) as hits`
}

/**
 * SQL: table `hits` of `(id, score)` to join: all rows of a kind that match every typed word, without a check of
 * visibility. At least one word is needed. A lower score is a better match; the rows are in no order.
 *
 * bm25 stays between -1000 and 0, so the tiers never mix: names with the whole words first, then words that begin with
 * the typed ones, then words that contain them, except in `outbox_mails`.
 */
export const selectHits = (kind: SearchKind, typed: readonly string[]): SQL =>
  buildTiers(kind, typed, allMatches, { shown: sql`true` })

/**
 * SQL: table `hits` of `(id, score)` like that of `selectHits`, limited to rows that meet `shown` and to 60 in each of
 * its tiers.
 *
 * `shown` is a condition on the table that `kind` names. The limit bounds the cost: of more matches in a tier any 60
 * are taken, whatever their score, or with `newestFirst` those with the highest ids. The number of hits is no total.
 * `closedShown` limits the columns, as `HitOptions` says.
 */
export const selectBestHits = (kind: SearchKind, typed: readonly string[], shown: SQL, options: HitOptions = {}): SQL =>
  buildTiers(kind, typed, visibleMatches(kind, options), { shown, closedShown: options.closedShown })

/**
 * SQL: table `hits` of `(id, score)` with the rows of `hits` and, before them, at most 60 occasions or exams that start
 * in a period and meet `shown`, the first ones. `from` and `to` are the first and the last moment of the period. Of
 * `rest`, a table `hits` as well, only rows in the period count; null for all of the period.
 */
export function selectHitsOfPeriod(
  kind: 'occasions' | 'driver_exams',
  { from, to }: { from: Date; to: Date },
  { hits, rest, shown }: { hits: SQL; rest: SQL | null; shown: SQL },
): SQL {
  const table = sql.raw(kind)
  const others = rest ? sql`join (select id from ${rest}) named on named.id = ${table}.id` : sql``
  const inPeriod = sql`select * from (select ${table}.id, -3000 as score from ${table} ${others}
    where ${table}.starts_at between ${from.toISOString()} and ${to.toISOString()} and ${shown}
    order by ${table}.starts_at limit ${maxRanked})`
  return sql`(select id, min(score) as score from (select id, score from ${hits} union all ${inPeriod}) group by id) as hits`
}

/** SQL: an empty table `hits`. */
export const noHits = sql`(select null as id, 0 as score where false) as hits`

/** Highest number of candidates per tier, before visibility is checked. */
const maxCandidates = sql.raw('500')

/**
 * SQL: table `hits` of `(id, score)` with approximate matches that meet `shown`, at most 60 in each of three tiers. A
 * lower score is a better match. `meanings` has the known words that are like each typed one. Words with one typing
 * error come first, then the other similar words, then words that contain a similar one.
 *
 * `shown` is a condition on the table that `kind` names, and is checked for any 500 candidates of each tier, so a match
 * can be missing. `closedShown` limits the columns, as `HitOptions` says.
 */
export function selectNearHits(
  kind: SearchKind,
  meanings: readonly SpellingMatch[],
  shown: SQL,
  { closedShown }: HitOptions = {},
): SQL {
  const tier = (
    index: SQL,
    score: number,
    { match, shown: among }: ShownMatch,
  ) => sql`select * from (select id, ${score} as score from (
    select rowid as id from ${index} where ${index} match ${match} limit ${maxCandidates}) as candidate
    where exists (select 1 from ${sql.raw(kind)} where ${sql.raw(kind)}.id = candidate.id and ${among}) limit ${maxRanked})`
  const near = meanings.map(({ typed, near }) => ({ typed, words: near }))
  const close = meanings.map((meaning) => ({ typed: meaning.typed, words: meaning.close }))
  const inside = toCorrectedSubstringMatch(near)
  const inWords = (match: string, score: number) =>
    limitColumns(kind, match, shown, closedShown).map((limited) => tier(words(kind), score, limited))
  const tiers = [
    ...inWords(toCorrectedMatch(close), -2000),
    ...inWords(toCorrectedMatch(near), -1000),
    ...(inside ? [tier(trigrams(kind), 0, { match: inside, shown })] : []),
  ]
  return sql`(select id, min(score) as score from (${sql.join(tiers, sql` union all `)}) group by id) as hits`
}
