import { sql } from 'drizzle-orm'
import { withCategoryWords } from '#api/catalogue/education-categories/rules.ts'
import { withPartWords } from '#api/catalogue/education-parts/rules.ts'
import { withEducationWords } from '#api/catalogue/educations/rules.ts'
import { withMediumWords, withTagWords } from '#api/catalogue/media/rules.ts'
import { withOccasionWords } from '#api/catalogue/occasions/rules.ts'
import { spellingKeys, spellings } from '#api/office/search/table.ts'
import { withUserWords } from '#api/people/users/rules.ts'
import { toKnownWordKeys } from '#api/text-matching.ts'
import { database } from './portal.ts'

interface SearchColumns {
  searchWords: string
  searchKey?: string
}

interface Row {
  table: string
  id: number
  stored: SearchColumns
  /** As code computes them from the names in the same row. */
  computed: SearchColumns
}

/** Begins a text of `markEverywhere`, which fills columns without regard to what they hold. */
const markedText = '"mark-'

/** Reads a table with its search columns and the columns that they follow. */
async function compared<Names>(table: string, columns: string, withWords: (names: Names) => SearchColumns) {
  const rows = await database().rows<Names & SearchColumns & { id: number }>(
    sql.raw(`select rowid as id, search_words as searchWords, ${columns} from ${table}`),
  )
  return rows
    .filter(({ searchWords }) => !searchWords.startsWith(markedText))
    .map((row): Row => ({ table, id: row.id, stored: row, computed: withWords(row) }))
}

const person = 'first_name as firstName, last_name as lastName'
interface Person {
  firstName: string
  lastName: string
}
interface Titled {
  title: string
}
interface Coded extends Titled {
  code: string | null
}
interface Named {
  name: string
}
interface Placed {
  title: string | null
  city: string
  venue: string | null
}

/** Reads all rows that misspelt questions may find, by their vocabulary, and those whose words wait and are not counted. */
const readRows = async () => ({
  users: await compared<Person>('users', person, withUserWords),
  catalogue: [
    ...(await compared<Coded>('educations', 'title, code, search_key as searchKey', withEducationWords)),
    ...(await compared<Titled>('education_parts', 'title', withPartWords)),
    ...(await compared<Named>('education_categories', 'name', withCategoryWords)),
    ...(await compared<Placed>('occasions', 'title, city, venue', withOccasionWords)),
  ],
  media: [
    ...(await compared<Titled>('media', 'title', withMediumWords)),
    ...(await compared<Named>('media_tags', 'name', withTagWords)),
  ],
  uncounted: await compared<Person>('protected_identities', person, withUserWords),
})

const isStale = ({ stored, computed }: Row) =>
  stored.searchWords !== computed.searchWords || stored.searchKey !== computed.searchKey

/** Writes the search columns of rows whose names a test has written in SQL. */
export async function writeSearchWords(): Promise<void> {
  const stale = Object.values(await readRows())
    .flat()
    .filter(isStale)
  for (const [table, rows] of Map.groupBy(stale, (row) => row.table)) {
    const key = table === 'educations' ? `, search_key = given.value ->> 'searchKey'` : ''
    const given = JSON.stringify(
      rows.map(({ id, computed: { searchWords, searchKey } }) => ({ id, searchWords, searchKey })),
    )
    await database().query.run(
      sql`update ${sql.raw(table)} set search_words = given.value ->> 'searchWords'${sql.raw(key)}
        from json_each(${given}) given where ${sql.raw(table)}.rowid = given.value ->> 'id'`,
    )
  }
}

/** Counts in how many rows each word stands, as `vocabulary word count`. */
function countWords(vocabulary: string, rows: readonly Row[]): string[] {
  const counts = new Map<string, number>()
  for (const { stored } of rows)
    for (const word of JSON.parse(stored.searchWords) as string[]) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].map(([word, count]) => `${vocabulary} ${word} ${count}`)
}

const differences = (kind: string, stored: readonly string[], computed: readonly string[]) =>
  [...new Set(stored).symmetricDifference(new Set(computed))].map((one) => `${kind} ${one}`)

/**
 * Lists the search columns that differ from those that code computes of the same row's names, and the words that are counted or kept
 * under other keys than they should be.
 */
export async function staleSearchWords(): Promise<string[]> {
  const { uncounted, ...vocabularies } = await readRows()
  const stale = [...uncounted, ...Object.values(vocabularies).flat()].filter(isStale)
  const { query } = database()
  const [counted, kept] = [await query.select().from(spellings), await query.select().from(spellingKeys)]
  return [
    ...stale.map(({ table, stored }) => `${table} ${JSON.stringify(stored)}`),
    ...differences(
      'count',
      counted.map(({ vocabulary, word, uses }) => `${vocabulary} ${word} ${uses}`),
      Object.entries(vocabularies).flatMap(([vocabulary, rows]) => countWords(vocabulary, rows)),
    ),
    ...differences(
      'key',
      kept.map(({ vocabulary, key, word }) => `${vocabulary} ${key} ${word}`),
      counted.flatMap(({ vocabulary, word }) => toKnownWordKeys(word).map((key) => `${vocabulary} ${key} ${word}`)),
    ),
  ]
}
