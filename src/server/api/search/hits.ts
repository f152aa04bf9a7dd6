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

const ranked = (kind: Kind, match: string, ahead: number) =>
  sql`select rowid as id, bm25(${words(kind)}, ${sql.raw(weights[kind])}) - ${ahead} as score
    from ${words(kind)} where ${words(kind)} match ${match}`

/**
 * `(id, score)` of what a question finds, lowest score best, as a table to join by the name `hits`. bm25 is never above
 * 0 nor near -1000: names with the whole words come before words begun as typed, and those before words that only hold
 * what was typed.
 */
export function hitsOf(kind: Kind, asked: readonly string[]): SQL {
  const inside = insideMatch(asked)
  const named = `${nameColumn(kind)} : (${wholeMatch(asked)})`
  const tiers = [ranked(kind, named, 2000), ranked(kind, beginningMatch(asked), 1000)]
  if (inside)
    tiers.push(
      sql`select rowid, bm25(${trigrams(kind)}) from ${trigrams(kind)} where ${trigrams(kind)} match ${inside}`,
    )
  return sql`(select id, min(score) as score from (${sql.join(tiers, sql` union all `)}) group by id) as hits`
}

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
