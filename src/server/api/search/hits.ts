import { type SQL, sql } from 'drizzle-orm'
import { beginningMatch, insideMatch, nearMatch } from './rules.ts'

export type Kind = 'educations' | 'occasions' | 'media' | 'users'

/** How much a hit in each column of the word index counts, in the order of migration 0140. */
const weights: Record<Kind, string> = {
  educations: '10.0, 8.0, 4.0, 4.0, 1.0',
  occasions: '6.0, 4.0',
  media: '6.0, 3.0, 1.0',
  users: '4.0, 2.0',
}

/** Candidates that are looked at before it is judged which are near what was meant. */
export const mostCandidates = 200

const words = (kind: Kind) => sql.raw(`${kind}_words`)
const trigrams = (kind: Kind) => sql.raw(`${kind}_trigrams`)

/**
 * `(id, score)` of what a question finds, lowest score best, as a table to join by the name `hits`.
 * Words begun as typed come before words that only hold what was typed: bm25 is never above 0.
 */
export function hitsOf(kind: Kind, asked: readonly string[]): SQL {
  const inside = insideMatch(asked)
  const begun = sql`select rowid as id, bm25(${words(kind)}, ${sql.raw(weights[kind])}) - 1000.0 as score
    from ${words(kind)} where ${words(kind)} match ${beginningMatch(asked)}`
  if (!inside) return sql`(${begun}) as hits`
  return sql`(select id, min(score) as score from (
    ${begun}
    union all
    select rowid, bm25(${trigrams(kind)}) from ${trigrams(kind)} where ${trigrams(kind)} match ${inside}
  ) group by id) as hits`
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
