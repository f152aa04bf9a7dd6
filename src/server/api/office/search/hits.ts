import { type SQL, sql } from 'drizzle-orm'
import {
  type SpellingMatch,
  toCorrectedMatch,
  toCorrectedSubstringMatch,
  toPrefixMatch,
  toSubstringMatch,
  toWholeWordMatch,
} from '#api/text-matching.ts'

export type SearchKind = 'educations' | 'occasions' | 'media' | 'users'

/** bm25 weights of the columns of each word index, in the order of migrations/0010_search.sql. */
const weights: Record<SearchKind, string> = {
  educations: '10.0, 8.0, 4.0, 4.0, 1.0',
  occasions: '6.0, 4.0',
  media: '6.0, 3.0, 1.0',
  users: '4.0, 2.0, 1.0',
}

const words = (kind: SearchKind) => sql.raw(`${kind}_words`)
const trigrams = (kind: SearchKind) => sql.raw(`${kind}_trigrams`)

/** Returns the column of the index that contains the name. */
const nameColumn = (kind: SearchKind) => (kind === 'users' ? 'name' : 'title')

/** Builds the query of one tier of matches. */
type Tier = (index: SQL, score: SQL, match: string) => SQL

const allMatches: Tier = (index, score, match) =>
  sql`select rowid as id, ${score} as score from ${index} where ${index} match ${match}`

/** Highest number of ranked hits per tier: among more, the order is irrelevant. */
const maxRanked = sql.raw('60')

const visibleMatches =
  (kind: SearchKind, shown: SQL): Tier =>
  (index, score, match) =>
    sql`select * from (${allMatches(index, score, match)} and exists (
      select 1 from ${sql.raw(kind)} where ${sql.raw(kind)}.id = ${index}.rowid and ${shown}) limit ${maxRanked})`

function buildTiers(kind: SearchKind, typed: readonly string[], tier: Tier): SQL {
  const ranked = (match: string, ahead: number) =>
    tier(words(kind), sql`bm25(${words(kind)}, ${sql.raw(weights[kind])}) - ${ahead}`, match)
  const inside = toSubstringMatch(typed)
  const tiers = [
    ranked(`${nameColumn(kind)} : (${toWholeWordMatch(typed)})`, 2000),
    ranked(toPrefixMatch(typed), 1000),
    ...(inside ? [tier(trigrams(kind), sql`bm25(${trigrams(kind)})`, inside)] : []),
  ]
  return sql`(select id, min(score) as score from (${sql.join(tiers, sql` union all `)}) group by id) as hits`
}

/**
 * SQL: table `hits` of `(id, score)` to join, lowest score first. bm25 stays between -1000 and 0, so the tiers never
 * mix: names with the whole words first, then words that begin with the typed ones, then words that contain them.
 */
export const selectHits = (kind: SearchKind, typed: readonly string[]): SQL => buildTiers(kind, typed, allMatches)

/** SQL: like `hitsOf`, but only rows that meet the condition, with a limit per tier that bounds the cost. */
export const selectBestHits = (kind: SearchKind, typed: readonly string[], shown: SQL): SQL =>
  buildTiers(kind, typed, visibleMatches(kind, shown))

/** SQL: an empty table `hits`. */
export const noHits = sql`(select null as id, 0 as score where false) as hits`

/** Highest number of candidates per tier, before visibility is checked. */
const maxCandidates = sql.raw('500')

/**
 * SQL: table `hits` of approximate matches that meet the condition. Words with one typing error come first, then the
 * other similar words, then words that contain a similar one.
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
