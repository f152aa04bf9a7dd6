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
  /** Whether words inside others are found too, by the index of trigrams. */
  hasTrigrams: boolean
}

/** The full-text indexes by the table that they index; see migrations 0010 and 0021. */
const indexes = {
  educations: { weights: '10.0, 8.0, 4.0, 4.0, 1.0', name: 'title', hasTrigrams: true },
  occasions: { weights: '6.0, 4.0', name: 'title', hasTrigrams: true },
  driver_exams: { weights: '6.0, 4.0', name: 'title', hasTrigrams: true },
  media: { weights: '6.0, 3.0, 1.0', name: 'title', hasTrigrams: true },
  users: { weights: '4.0, 2.0, 1.0', name: 'name', hasTrigrams: true },
  outbox_mails: { weights: '4.0, 2.0', name: 'subject', hasTrigrams: false },
} as const satisfies Record<string, WordIndex>
export type SearchKind = keyof typeof indexes

const words = (kind: SearchKind) => sql.raw(`${kind}_words`)
const trigrams = (kind: SearchKind) => sql.raw(`${kind}_trigrams`)

/** Builds the query of one tier of matches. */
type Tier = (index: SQL, score: SQL, match: string) => SQL

const allMatches: Tier = (index, score, match) =>
  sql`select rowid as id, ${score} as score from ${index} where ${index} match ${match}`

/** Highest number of ranked hits per tier: among more, the order is irrelevant. */
const maxRanked = sql.raw('60')

/** Of more hits than are ranked, those with the highest ids can be taken: the newest rows. */
export interface HitOrder {
  newestFirst: boolean
}

const visibleMatches =
  (kind: SearchKind, shown: SQL, { newestFirst }: HitOrder): Tier =>
  (index, score, match) =>
    sql`select * from (${allMatches(index, score, match)} and exists (
      select 1 from ${sql.raw(kind)} where ${sql.raw(kind)}.id = ${index}.rowid and ${shown})
      ${newestFirst ? sql`order by rowid desc` : sql``} limit ${maxRanked})`

function buildTiers(kind: SearchKind, typed: readonly string[], tier: Tier): SQL {
  const { weights, name, hasTrigrams } = indexes[kind]
  const ranked = (match: string, ahead: number) =>
    tier(words(kind), sql`bm25(${words(kind)}, ${sql.raw(weights)}) - ${ahead}`, match)
  const inside = hasTrigrams ? toSubstringMatch(typed) : null
  const tiers = [
    ranked(`${name} : (${toWholeWordMatch(typed)})`, 2000),
    ranked(toPrefixMatch(typed), 1000),
    ...(inside ? [tier(trigrams(kind), sql`bm25(${trigrams(kind)})`, inside)] : []),
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
export const selectHits = (kind: SearchKind, typed: readonly string[]): SQL => buildTiers(kind, typed, allMatches)

/**
 * SQL: table `hits` of `(id, score)` like that of `selectHits`, limited to rows that meet `shown` and to 60 in each of
 * its tiers.
 *
 * `shown` is a condition on the table that `kind` names. The limit bounds the cost: of more matches in a tier any 60
 * are taken, whatever their score, or with `newestFirst` those with the highest ids. The number of hits is no total.
 */
export const selectBestHits = (
  kind: SearchKind,
  typed: readonly string[],
  shown: SQL,
  order: HitOrder = { newestFirst: false },
): SQL => buildTiers(kind, typed, visibleMatches(kind, shown, order))

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
 * can be missing.
 */
export function selectNearHits(kind: SearchKind, meanings: readonly SpellingMatch[], shown: SQL): SQL {
  const tier = (index: SQL, score: number, match: string) => sql`select * from (select id, ${score} as score from (
    select rowid as id from ${index} where ${index} match ${match} limit ${maxCandidates}) as candidate
    where exists (select 1 from ${sql.raw(kind)} where ${sql.raw(kind)}.id = candidate.id and ${shown}) limit ${maxRanked})`
  const near = meanings.map(({ typed, near }) => ({ typed, words: near }))
  const inside = toCorrectedSubstringMatch(near)
  const tiers = [
    tier(words(kind), -2000, toCorrectedMatch(meanings.map(({ typed, close }) => ({ typed, words: close })))),
    tier(words(kind), -1000, toCorrectedMatch(near)),
    ...(inside ? [tier(trigrams(kind), 0, inside)] : []),
  ]
  return sql`(select id, min(score) as score from (${sql.join(tiers, sql` union all `)}) group by id) as hits`
}
