import { sql } from 'drizzle-orm'
import { matchSpelling, type SpellingMatch, toSpellingKeys } from '#api/text-matching.ts'
import type { Database } from '#platform/database.ts'
import type { SearchKind } from './hits.ts'

/** Vocabulary of each kind in the table `spellings`, which triggers maintain. */
const vocabularies = {
  educations: 'catalogue',
  occasions: 'catalogue',
  driver_exams: 'catalogue',
  media: 'media',
  users: 'users',
} as const satisfies Partial<Record<SearchKind, string>>
type NearKind = keyof typeof vocabularies
type Vocabulary = (typeof vocabularies)[NearKind]

/** Highest number of words read for one typed word. */
const maxWords = sql.raw('500')

const sharing = sql<string>`(
  select json_group_array(word) from (
    select distinct k.word from spelling_keys k
    where k.vocabulary = input.value ->> 'vocabulary' and k.key in (select value from json_each(input.value -> 'keys'))
    limit ${maxWords}
  )
)`.as('known_words')

/**
 * Selects the known words that may be spelt like each typed word, because they share a spelling key with it. One row
 * for each vocabulary and word, in this order, with a JSON list of at most 500 words, in no order.
 */
export const selectSimilarWords = (db: Database, words: readonly string[], vocabularyNames: readonly Vocabulary[]) => {
  const lookups = vocabularyNames.flatMap((vocabulary) =>
    words.map((typed) => ({ vocabulary, keys: toSpellingKeys(typed) })),
  )
  return db.query
    .select({ known: sharing })
    .from(sql`json_each(${JSON.stringify(lookups)}) as input`)
    .orderBy(sql`input.key`)
}

/**
 * Loads, for each kind of search hits, the known words that are spelt like each typed word, in the order of `words`;
 * null for a kind without any. An empty map, without a read, when no word has at least four letters.
 */
export async function loadMeanings<K extends NearKind>(db: Database, words: readonly string[], kinds: readonly K[]) {
  if (words.every((word) => toSpellingKeys(word).length === 0)) return new Map<K, null>()
  const vocabularyNames = [...new Set(kinds.map((kind) => vocabularies[kind]))]
  const rows = await selectSimilarWords(db, words, vocabularyNames)
  const meanings = vocabularyNames.map((_, at) =>
    words.map((typed, place) =>
      matchSpelling(typed, JSON.parse(rows[at * words.length + place]?.known ?? '[]') as string[]),
    ),
  )
  const meaningsOf = (kind: K): SpellingMatch[] | null => {
    const own = meanings[vocabularyNames.indexOf(vocabularies[kind])] ?? []
    return own.some(({ near }) => near.length > 0) ? own : null
  }
  return new Map(kinds.map((kind) => [kind, meaningsOf(kind)]))
}
