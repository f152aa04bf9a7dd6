import { type SQL, sql } from 'drizzle-orm'
import { beginningMatch, insideMatch, type Meaning, meantInside, meantMatch, wholeMatch } from '#api/text-matching.ts'

export type Kind = 'educations' | 'occasions' | 'media' | 'users'

/** How much a hit in each column of the word index counts, in the order of migrations/0010_search.sql. */
const weights: Record<Kind, string> = {
  educations: '10.0, 8.0, 4.0, 4.0, 1.0',
  occasions: '6.0, 4.0',
  media: '6.0, 3.0, 1.0',
  users: '4.0, 2.0, 1.0',
}

const words = (kind: Kind) => sql.raw(`${kind}_words`)
const trigrams = (kind: Kind) => sql.raw(`${kind}_trigrams`)

/** What a thing is called by. */
const nameColumn = (kind: Kind) => (kind === 'users' ? 'name' : 'title')

/** Hits of one kind of match, as a query. */
type Tier = (index: SQL, score: SQL, match: string) => SQL

const every: Tier = (index, score, match) =>
  sql`select rowid as id, ${score} as score from ${index} where ${index} match ${match}`

/** More are not weighed against each other: what is asked for so broadly is as good as any other of its tier. */
const mostWeighed = sql.raw('60')

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

export const noHits = sql`(select null as id, 0 as score where false) as hits`

/** More of a tier are not looked at, whether or not the reader may see them: a misspelt name is as common as the name. */
const mostLookedAt = sql.raw('500')

/**
 * `(id, score)` of rows that fulfil a condition and may have been meant, as the same kind of table: those but for one slip
 * before the others, and those before words that only hold what was meant.
 */
export function nearHits(kind: Kind, meanings: readonly Meaning[], shown: SQL): SQL {
  const tier = (index: SQL, score: number, match: string) => sql`select * from (select id, ${score} as score from (
    select rowid as id from ${index} where ${index} match ${match} limit ${mostLookedAt}) as candidate
    where exists (select 1 from ${sql.raw(kind)} where ${sql.raw(kind)}.id = candidate.id and ${shown}) limit ${mostWeighed})`
  const near = meanings.map(({ typed, near }) => ({ typed, words: near }))
  const inside = meantInside(near)
  const tiers = [
    tier(words(kind), -2000, meantMatch(meanings.map(({ typed, close }) => ({ typed, words: close })))),
    tier(words(kind), -1000, meantMatch(near)),
    ...(inside ? [tier(trigrams(kind), 0, inside)] : []),
  ]
  return sql`(select id, min(score) as score from (${sql.join(tiers, sql` union all `)}) group by id) as hits`
}
