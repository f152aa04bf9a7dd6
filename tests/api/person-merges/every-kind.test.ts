import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { namingOrigin, personKey } from '#api/courses/xapi/agent.ts'
import { movedColumns } from '#api/office/person-merges/references.ts'
import { markEverywhere, personTables } from '../../marked-person.ts'
import { type Person, signedIn } from '../../portal.ts'
import { merge, rowsOf, run, undo } from './fixtures.ts'

vi.setConfig({ testTimeout: 120_000 })

const references = movedColumns
  .map((moved) => ({ ...moved, name: `${moved.table}.${moved.column}` }))
  .filter(({ name }) => name !== 'users.merged_into')

/** Rows that no merge of two people may have, such as roles, or that belong to the merge itself. */
const removed = [
  'role_extensions',
  'user_roles',
  'payment_holds',
  'protected_identities',
  'person_merge_rows',
  'person_merges',
  'dismissed_duplicates',
]
/** Tables that triggers fill, and those in which the merge and its undo write something new or end what is there. */
const rewritten = [
  'branch_members',
  'course_standings',
  'audit_entries',
  'jobs',
  'oidc_links',
  'sessions',
  'one_time_tokens',
  ...removed,
]

/** Fills every table with a row of each of the two, except those that prevent a merge. */
async function fill({ from, into }: { from: Person; into: Person }) {
  for (const { id } of [from, into]) await markEverywhere({ id, userName: `marked-${id}`, tag: `mark-${id}` })
  for (const table of removed)
    await run(`delete from ${table} ${table === 'user_roles' ? `where user_id in (${from.id}, ${into.id})` : ''}`)
  await run('delete from guardian_links where adult_user_id = child_user_id')
  await run('delete from guardian_requests where adult_user_id = child_user_id')
}

const readTables = async () =>
  Object.fromEntries(
    await Promise.all(
      personTables
        .filter((table) => !rewritten.includes(table))
        .map(async (table) => [table, await rowsOf(`select * from ${table} order by 1, 2`)] as const),
    ),
  )

const countOf = async (table: string, column: string, value: string | number) =>
  (await rowsOf<{ count: number }>(`select count(*) as count from ${table} where ${column} = ?`, value))[0]?.count ?? 0

test('a person with a row of every kind is merged with nothing lost, and the undo gives back the same rows', async () => {
  const pair = { into: await signedIn({ id: 501 }), from: await signedIn({ id: 502 }) }
  await fill(pair)
  const before = await readTables()
  const keyOf = (name: string, id: number) => (name.endsWith('.agent') ? personKey(namingOrigin(env), id) : id)
  const counted = await Promise.all(
    references.map(async ({ name, table, column }) => ({
      name,
      table,
      column,
      before: await countOf(table, column, keyOf(name, pair.from.id)),
      own: await countOf(table, column, keyOf(name, pair.into.id)),
    })),
  )
  const done = await merge(pair)
  for (const { name, table, column, before: moved, own } of counted) {
    expect([name, await countOf(table, column, keyOf(name, pair.into.id))]).toEqual([name, moved + own])
    expect([name, await countOf(table, column, keyOf(name, pair.from.id))]).toEqual([name, 0])
  }
  const after = await readTables()
  for (const table of Object.keys(before)) expect([table, after[table]?.length]).toEqual([table, before[table]?.length])
  expect(done.stayed).toEqual([])

  const undone = await undo(done)
  expect(undone).toMatchObject({ state: 2, kept: [] })
  const again = await readTables()
  const withoutVersion = (rows: Record<string, unknown>[] = []) => rows.map(({ changed_at: _version, ...row }) => row)
  for (const table of Object.keys(before))
    if (table === 'users') expect(withoutVersion(again[table])).toEqual(withoutVersion(before[table]))
    else expect([table, again[table]]).toEqual([table, before[table]])
})
