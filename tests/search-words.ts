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

interface SearchRow {
  table: string
  id: number
  stored: SearchColumns
  /** Values that the code computes from the names in the same row. */
  computed: SearchColumns
}

/** Prefix of the texts of `markEverywhere`, which fills search columns with invalid values. */
const markedText = '"mark-'

/** Reads the search columns of a table, stored and computed. */
async function readSearchColumns<Names>(table: string, columns: string, withWords: (names: Names) => SearchColumns) {
  const rows = await database().rows<Names & SearchColumns & { id: number }>(
    sql.raw(`select rowid as id, search_words as searchWords, ${columns} from ${table}`),
  )
  return rows
    .filter(({ searchWords }) => !searchWords.startsWith(markedText))
    .map((row): SearchRow => ({ table, id: row.id, stored: row, computed: withWords(row) }))
}

const person = 'first_name as firstName, last_name as lastName'
interface PersonNames {
  firstName: string
  lastName: string
}
interface TitleNames {
  title: string
}
interface EducationNames extends TitleNames {
  code: string | null
}
interface NameNames {
  name: string
}
interface OccasionNames {
  title: string | null
  city: string
  venue: string | null
}

/** Reads all searchable rows by their vocabulary, and the rows whose words are not counted. */
const readRows = async () => ({
  users: await readSearchColumns<PersonNames>('users', person, withUserWords),
  catalogue: [
    ...(await readSearchColumns<EducationNames>(
      'educations',
      'title, code, search_key as searchKey',
      withEducationWords,
    )),
    ...(await readSearchColumns<TitleNames>('education_parts', 'title', withPartWords)),
    ...(await readSearchColumns<NameNames>('education_categories', 'name', withCategoryWords)),
    ...(await readSearchColumns<OccasionNames>('occasions', 'title, city, venue', withOccasionWords)),
  ],
  media: [
    ...(await readSearchColumns<TitleNames>('media', 'title', withMediumWords)),
    ...(await readSearchColumns<NameNames>('media_tags', 'name', withTagWords)),
  ],
  uncounted: await readSearchColumns<PersonNames>('protected_identities', person, withUserWords),
})

const isStale = ({ stored, computed }: SearchRow) =>
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

/** Counts the rows that contain each word, as `vocabulary word count`. */
function countWords(vocabulary: string, rows: readonly SearchRow[]): string[] {
  const counts = new Map<string, number>()
  for (const { stored } of rows)
    for (const word of JSON.parse(stored.searchWords) as string[]) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].map(([word, count]) => `${vocabulary} ${word} ${count}`)
}

const differences = (kind: string, stored: readonly string[], computed: readonly string[]) =>
  [...new Set(stored).symmetricDifference(new Set(computed))].map((one) => `${kind} ${one}`)

/**
 * Lists search columns that differ from the values computed from the same row. Words with a wrong count or wrong
 * spelling keys are listed too.
 */
export async function listStaleSearchWords(): Promise<string[]> {
  const { uncounted, ...vocabularies } = await readRows()
  const stale = [...uncounted, ...Object.values(vocabularies).flat()].filter(isStale)
  const { query } = database()
  const [counted, keyRows] = [await query.select().from(spellings), await query.select().from(spellingKeys)]
  return [
    ...stale.map(({ table, stored }) => `${table} ${JSON.stringify(stored)}`),
    ...differences(
      'count',
      counted.map(({ vocabulary, word, uses }) => `${vocabulary} ${word} ${uses}`),
      Object.entries(vocabularies).flatMap(([vocabulary, rows]) => countWords(vocabulary, rows)),
    ),
    ...differences(
      'key',
      keyRows.map(({ vocabulary, key, word }) => `${vocabulary} ${key} ${word}`),
      counted.flatMap(({ vocabulary, word }) => toKnownWordKeys(word).map((key) => `${vocabulary} ${key} ${word}`)),
    ),
  ]
}
