import { type SQL, sql } from 'drizzle-orm'
import { beginningMatch, insideMatch, nearMatch, wholeMatch } from './rules.ts'

export type Kind = 'educations' | 'occasions' | 'media' | 'users'

/** How much a hit in each column of the word index counts, in the order of migrations 0140 and 0220. */
const weights: Record<Kind, string> = {
  educations: '10.0, 8.0, 4.0, 4.0, 1.0',
  occasions: '6.0, 4.0',
  media: '6.0, 3.0, 1.0',
  users: '4.0, 2.0, 1.0',
}

/** Candidates that are looked at before it is judged which are near what was meant. */
export const mostCandidates = 60

const words = (kind: Kind) => sql.raw(`${kind}_words`)
const trigrams = (kind: Kind) => sql.raw(`${kind}_trigrams`)

/** What a thing is called by. */
const nameColumn = (kind: Kind) => (kind === 'users' ? 'name' : 'title')

/** Hits of one kind of match, as a query. */
type Tier = (index: SQL, score: SQL, match: string) => SQL

const every: Tier = (index, score, match) =>
  sql`select rowid as id, ${score} as score from ${index} where ${index} match ${match}`

/** More are not weighed against each other: what is asked for so broadly is as good as any other of its tier. */
const mostWeighed = 60

const firstShown =
  (kind: Kind, shown: SQL): Tier =>
  (index, score, match) =>
    sql`select * from (${every(index, score, match)} and exists (
      select 1 from ${sql.raw(kind)} where ${sql.raw(kind)}.id = ${index}.rowid and ${shown}) limit ${mostWeighed})`

function tiersOf(kind: Kind, asked: readonly string[], tier: Tier): SQL {
  const ranked = (match: string, ahead: number) =>
    tier(words(kind), sql`bm25(${words(kind)}, ${sql.raw(weights[kind])}) - ${ahead}`, match)
  const inside = insideMatch(asked)
  const tiers = [
    ranked(`${nameColumn(kind)} : (${wholeMatch(asked)})`, 2000),
    ranked(beginningMatch(asked), 1000),
    ...(inside ? [tier(trigrams(kind), sql`bm25(${trigrams(kind)})`, inside)] : []),
  ]
  return sql`(select id, min(score) as score from (${sql.join(tiers, sql` union all `)}) group by id) as hits`
}

/**
 * `(id, score)` of what a question finds, lowest score best, as a table to join by the name `hits`. bm25 is never above
 * 0 nor near -1000: names with the whole words come before words begun as typed, and those before words that only hold
 * what was typed.
 */
export const hitsOf = (kind: Kind, asked: readonly string[]): SQL => tiersOf(kind, asked, every)

/** The best of it, of rows that fulfil a condition: what it costs does not grow with what could be found. */
export const bestHits = (kind: Kind, asked: readonly string[], shown: SQL): SQL =>
  tiersOf(kind, asked, firstShown(kind, shown))

/** `(id, score)` of chosen ids in their order, as the same kind of table. */
export const chosenHits = (ids: readonly number[]): SQL =>
  sql`(select value as id, key as score from json_each(${JSON.stringify(ids)})) as hits`

/** `(id, score)` of what shares letters with a misspelt question; null when nothing in it can be misspelt. */
export function nearHits(kind: Kind, asked: readonly string[]): SQL | null {
  const near = nearMatch(asked)
  return near
    ? sql`(select rowid as id, rank as score from ${trigrams(kind)} where ${trigrams(kind)} match ${near}
        order by rank limit ${mostCandidates}) as hits`
    : null
}
