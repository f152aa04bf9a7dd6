import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import type { Ctx } from '#api/context.ts'
import type { PersonMerge } from '#api/office/person-merges/contract.ts'
import { findMerge } from '#api/office/person-merges/storage.ts'
import { undoNextRows } from '#api/office/person-merges/undo-rows.ts'
import { insertFederation } from '../../federation.ts'
import { database, signedIn } from '../../portal.ts'
import { drainJobs, runDailyJob, withoutQueue } from '../../queue.ts'
import { merge, office, rowsOf, run, twoRecords, undo } from './fixtures.ts'

vi.setConfig({ testTimeout: 60_000 })
await insertFederation()

type Pair = Awaited<ReturnType<typeof twoRecords>>

const userRow = async (id: number) => (await rowsOf('select * from users where id = ?', id))[0]
const shown = ({ id }: Pick<PersonMerge, 'id'>) => office.json<PersonMerge>('GET', `/PersonMerges/${id}`)
const storedRows = ({ id }: Pick<PersonMerge, 'id'>) =>
  rowsOf('select table_name as name from person_merge_rows where merge_id = ?', id)
const press = async ({ id }: Pick<PersonMerge, 'id'>) => {
  const response = await office.fetch('POST', `/PersonMerges/${id}/undo`)
  return [response.status, (await response.json<{ code?: string }>()).code ?? null]
}

async function erase(id: number) {
  await office.json('POST', `/user/${id}/erasure`)
  const { items } = await office.json<{ items: { id: number }[] }>('GET', '/ErasureRequests?state=0')
  await office.json('POST', `/ErasureRequests/${items[0]?.id}/confirm`)
  await drainJobs()
}

const protect = (id: number, isProtected = true) =>
  office.json('PUT', `/User/${id}/protection`, { protected: isProtected, reason: 'Hot' })

const expectBothErased = async ({ from, into }: Pair) => {
  for (const { id } of [into, from])
    expect(await userRow(id)).toMatchObject({ first_name: 'Raderad', email: null, erased_at: expect.any(String) })
}

test('an erasure asked by the old number erases both records, and ends the possibility of an undo', async () => {
  const pair = await twoRecords()
  const done = await merge(pair)
  await erase(pair.from.id)
  await expectBothErased(pair)
  expect(await shown(done)).toMatchObject({ state: 3, canUndo: false })
  expect(await press(done)).toEqual([409, 'merge_undo_ended'])
})

test('a request that was written for the old number all the same erases both records', async () => {
  const pair = await twoRecords()
  await merge(pair)
  await run(
    `insert into erasure_requests (id, user_id, requested_by_user_id, requested_as, created_at, due_on)
      values (77, ?, ?, 'self', '2026-01-01T00:00:00.000Z', '2026-02-01')`,
    ...[pair.from.id, pair.from.id],
  )
  await office.json('POST', '/ErasureRequests/77/confirm')
  await drainJobs()
  await expectBothErased(pair)
})

test('a merge is not undone while an erasure of one of the two is confirmed', async () => {
  const pair = await twoRecords()
  const done = await merge(pair)
  await run(
    `insert into erasure_requests (user_id, requested_by_user_id, requested_as, created_at, due_on, state)
      values (?, ?, 'self', '2026-01-01T00:00:00.000Z', '2026-02-01', 1)`,
    ...[pair.into.id, pair.into.id],
  )
  expect(await press(done)).toEqual([409, 'erasure_open'])
})

test('nobody is erased while a merge is being undone, and the other person is left out afterwards', async () => {
  const pair = await twoRecords()
  const done = await merge(pair)
  await withoutQueue(() => office.json('POST', `/PersonMerges/${done.id}/undo`))
  await office.json('POST', `/user/${pair.into.id}/erasure`)
  const { items } = await office.json<{ items: { id: number }[] }>('GET', '/ErasureRequests?state=0')
  const confirm = () => office.fetch('POST', `/ErasureRequests/${items[0]?.id}/confirm`)
  const refused = await confirm()
  expect([refused.status, (await refused.json<{ code: string }>()).code]).toEqual([409, 'merge_undoing'])
  await drainJobs()
  expect(await shown(done)).toMatchObject({ state: 2 })
  expect((await confirm()).status).toBe(200)
  await drainJobs()
  expect(await userRow(pair.into.id)).toMatchObject({ first_name: 'Raderad' })
  expect(await userRow(pair.from.id)).toMatchObject({ erased_at: null, merged_into: null })
})

test('a protection after the press of undo hides both records, and keeps no value in the clear', async () => {
  const pair = await twoRecords({ firstName: 'Hemlig', organizationIds: [20] })
  await run("update users set phone = '070-1' where id = ?", pair.from.id)
  const done = await merge(pair, { phone: 'from' })
  await withoutQueue(() => office.json('POST', `/PersonMerges/${done.id}/undo`))
  await protect(pair.into.id)
  await drainJobs()
  for (const { id } of [pair.into, pair.from])
    expect(await userRow(id)).toMatchObject({ phone: null, protected_at: expect.any(String) })
  for (const { id } of [pair.into, pair.from]) expect((await userRow(id))?.['first_name']).not.toBe('Hemlig')
  expect(await shown(done)).toMatchObject({ state: 3 })
  expect(await storedRows(done)).not.toContainEqual({ name: 'users' })
})

test('a protection removes the stored identity of every merge of the person, and the merge can no longer be undone', async () => {
  const pair = await twoRecords()
  await run("update users set phone = '070-2', email = null where id = ?", pair.from.id)
  const done = await merge(pair, { phone: 'from', name: 'from' })
  const other = { into: pair.into, from: await signedIn({ firstName: 'Anna', birthOn: '1990-05-05', phone: '070-3' }) }
  const undone = await merge(other, { phone: 'from' })
  await undo(undone)
  expect(await storedRows(done)).toContainEqual({ name: 'users' })
  await protect(pair.into.id)
  for (const one of [done, undone])
    for (const name of ['users', 'user_organizations']) expect(await storedRows(one)).not.toContainEqual({ name })
  expect(await press(done)).toEqual([409, 'merge_undo_ended'])
  await protect(pair.into.id, false)
  expect(await press(done)).toEqual([409, 'merge_undo_ended'])
})

test('an undo that has given back the identities goes on, and both records are protected', async () => {
  const pair = await twoRecords()
  await run("update users set phone = '070-4' where id = ?", pair.from.id)
  for (let at = 0; at < 3; at++)
    await run(
      "insert into notices (user_id, kind, path, text_values, created_at) values (?, 'x', '/', '{}', ?)",
      ...[pair.from.id, new Date().toISOString()],
    )
  const done = await merge(pair, { phone: 'from' })
  await withoutQueue(() => office.json('POST', `/PersonMerges/${done.id}/undo`))
  const row = await findMerge(database(), done.id)
  // The first portion of the job, which needs no more of a context.
  const ctx = { db: database(), env, now: new Date() } as unknown as Ctx<null>
  expect(row && (await undoNextRows(ctx, row.merge))).toBe(true)
  expect(await storedRows(done)).toContainEqual({ name: 'notices' })
  await protect(pair.into.id)
  await drainJobs()
  expect(await shown(done)).toMatchObject({ state: 2 })
  for (const { id } of [pair.into, pair.from])
    expect(await userRow(id)).toMatchObject({ protected_at: expect.any(String), phone: null })
  expect(await rowsOf('select id from notices where user_id = ?', pair.from.id)).toHaveLength(3)
  await protect(pair.into.id, false)
  await protect(pair.from.id, false)
  expect([await userRow(pair.into.id), await userRow(pair.from.id)]).toMatchObject([
    { phone: null },
    { phone: '070-4' },
  ])
})

test('a protection that does not know of a merged-away record is refused, in whatever order the records come', async () => {
  const pair = await twoRecords()
  await merge(pair)
  const now = new Date().toISOString()
  const protectRow = (id: number) => [
    env.DB.prepare(`insert into protected_identities (user_id, first_name, last_name, memberships, protected_by_user_id, protected_at, search_words)
      select id, first_name, last_name, '[]', id, ?, search_words from users where id = ?`).bind(now, id),
    env.DB.prepare('update users set protected_at = ? where id = ?').bind(now, id),
  ]
  const entry = env.DB.prepare(`insert into audit_entries (at, action, target_type, target_id, data, request_id)
    values (?, 'user.protected', 'user', ?, '{}', 'test')`).bind(now, String(pair.into.id))
  const write = (ids: number[]) => env.DB.batch([...ids.flatMap(protectRow), entry])
  await expect(write([pair.into.id])).rejects.toThrow('person_merged')
  // As the version before this one writes it.
  await write([pair.into.id, pair.from.id])
  expect(await userRow(pair.from.id)).toMatchObject({ protected_at: expect.any(String) })
})

test('a merged-away record is not de-identified by night while the person who stays is active', async () => {
  const pair = await twoRecords({ firstName: 'Gammal' })
  await merge(pair)
  await run('delete from sessions where user_id = ?', pair.from.id)
  await run('update person_merges set state = 1, moving = 0 where from_user_id = ?', pair.from.id)
  await run('update person_merges set moving = 1 where from_user_id = ?', pair.from.id)
  const old = '2015-01-01T00:00:00.000Z'
  await run(
    'update users set created_at = ?, changed_at = ?, last_login_at = null where id = ?',
    ...[old, old, pair.from.id],
  )
  await run('update person_merges set moving = 0 where from_user_id = ?', pair.from.id)
  await runDailyJob('dataRetention.deidentify')
  expect(await userRow(pair.from.id)).toMatchObject({ first_name: 'Gammal', erased_at: null })
})
