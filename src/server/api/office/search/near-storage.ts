import { sql } from 'drizzle-orm'
import { keysOf, type Meaning, meaningOf } from '#api/text-matching.ts'
import type { Database } from '#platform/database.ts'
import type { Kind } from './hits.ts'

/** Which words a kind of thing is called by, as triggers count them. */
const vocabularies = { educations: 'catalogue', occasions: 'catalogue', media: 'media', users: 'users' } as const
type Vocabulary = (typeof vocabularies)[Kind]

/** Of a vocabulary that shares a key with so many words, no more are read. */
const mostRead = sql.raw('500')

const sharing = sql<string>`(
  select json_group_array(word) from (
    select distinct k.word from spelling_keys k
    where k.vocabulary = asked.value ->> 'vocabulary' and k.key in (select value from json_each(asked.value -> 'keys'))
    limit ${mostRead}
  )
)`.as('known_words')

/** Each word of a question, in each vocabulary, with the known words that share a key. */
export const selectSharing = (db: Database, words: readonly string[], among: readonly Vocabulary[]) => {
  const asked = among.flatMap((vocabulary) => words.map((typed) => ({ vocabulary, keys: keysOf(typed) })))
  return db.query
    .select({ known: sharing })
    .from(sql`json_each(${JSON.stringify(asked)}) as asked`)
    .orderBy(sql`asked.key`)
}

/** What each kind of thing may have been asked for by; null for a kind in which nothing is near any of the words. */
export async function readMeanings<K extends Kind>(db: Database, words: readonly string[], kinds: readonly K[]) {
  if (words.every((word) => keysOf(word).length === 0)) return new Map<K, null>()
  const among = [...new Set(kinds.map((kind) => vocabularies[kind]))]
  const rows = await selectSharing(db, words, among)
  const meanings = among.map((_, at) =>
    words.map((typed, place) =>
      meaningOf(typed, JSON.parse(rows[at * words.length + place]?.known ?? '[]') as string[]),
    ),
  )
  const foundIn = (kind: K): Meaning[] | null => {
    const own = meanings[among.indexOf(vocabularies[kind])] ?? []
    return own.some(({ near }) => near.length > 0) ? own : null
  }
  return new Map(kinds.map((kind) => [kind, foundIn(kind)]))
}
