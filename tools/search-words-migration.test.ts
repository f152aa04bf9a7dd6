import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { toSearchWords } from '#api/text-matching.ts'
import { migrations } from './migrate.ts'

const name = '0640_spelling_keys.sql'
const person = { first: 'Åsa-Brîtt', last: `Överby ${'bindestreckslös'.repeat(4)}` }

/** A portal in which everything that search finds was named before code folded the words. */
function portalFromBefore(): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  const all = migrations()
  const at = all.findIndex((migration) => migration.name === name)
  for (const { text } of all.slice(0, at)) db.exec(text)
  const insert = (table: string, row: Record<string, string | number | null>) =>
    db
      .prepare(
        `INSERT INTO ${table} (${Object.keys(row).join()}) VALUES (${Object.keys(row)
          .map(() => '?')
          .join()})`,
      )
      .run(...Object.values(row))
  const stamps = { created_at: '2026', changed_at: '2026' }
  const named = { first_name: person.first, last_name: person.last }
  insert('users', { id: 1, user_name: 'a', ...named, ...stamps })
  insert('users', { id: 2, user_name: 'b', first_name: 'Raderad', last_name: 'person', erased_at: '2026', ...stamps })
  insert('users', { id: 3, user_name: 'c', first_name: 'Skyddad', last_name: 'deltagare', ...stamps })
  insert('protected_identities', {
    user_id: 3,
    ...named,
    memberships: '[]',
    protected_by_user_id: 1,
    protected_at: '2026',
  })
  const lists = { payment_methods: '[]', custom_questions: '[]' }
  insert('educations', { id: 1, title: 'Förarlicens', code: 'RALLY-1', ...lists, ...stamps })
  insert('education_parts', { id: 1, title: 'Körning på bana', type: 0, custom_questions: '[]', ...stamps })
  insert('education_categories', { id: 1, name: 'Rallycross', changed_at: '2026' })
  const place = { city: 'Ängelholm', venue: 'Ring Knutstorp', sessions: '[]', starts_at: '2026', ends_at: '2026' }
  insert('occasions', { id: 1, education_part_id: 1, title: null, ...place, ...lists, ...stamps })
  insert('media', { id: 1, title: 'Regelbok för depån', kind: 1, uploaded_by_user_id: 1, ...stamps })
  insert('media_tags', { id: 1, name: 'Säkerhet' })
  for (const { text } of all.slice(at)) db.exec(text)
  return db
}

test('what was named before code folded words has the words that code would write, and each is counted once', () => {
  const db = portalFromBefore()
  const wordsIn = (table: string) =>
    db
      .prepare(`SELECT search_words FROM ${table} ORDER BY rowid`)
      .all()
      .map((row) => JSON.parse(String(row['search_words'])) as string[])
  const of = (...texts: string[]) => JSON.parse(toSearchWords(...texts)) as string[]
  const expected = {
    users: [of(person.first, person.last), [], of('Skyddad', 'deltagare')],
    protected_identities: [of(person.first, person.last)],
    educations: [of('Förarlicens', 'RALLY-1')],
    education_parts: [of('Körning på bana')],
    education_categories: [of('Rallycross')],
    occasions: [of('Ängelholm', 'Ring Knutstorp')],
    media: [of('Regelbok för depån')],
    media_tags: [of('Säkerhet')],
  }
  for (const [table, rows] of Object.entries(expected)) expect(wordsIn(table), table).toEqual(rows)
  const counted = db.prepare('SELECT word, uses FROM spellings').all()
  const { protected_identities: _, ...found } = expected
  expect(Object.fromEntries(counted.map(({ word, uses }) => [word, uses]))).toEqual(
    Object.fromEntries(
      Object.values(found)
        .flat(2)
        .map((word) => [word, 1]),
    ),
  )
  db.exec('PRAGMA foreign_keys = OFF')
  for (const table of Object.keys(found)) db.exec(`DELETE FROM ${table}`)
  expect(db.prepare('SELECT * FROM spellings').all()).toEqual([])
  expect(db.prepare('SELECT * FROM spelling_keys').all()).toEqual([])
})
