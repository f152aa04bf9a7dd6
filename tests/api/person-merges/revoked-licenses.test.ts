import { expect, test, vi } from 'vitest'
import { listUserIdsToEvaluate } from '#api/participation/licenses/reminders.ts'
import { insertParentRows } from '../../parent-rows.ts'
import { database } from '../../portal.ts'
import { merge, office, preview, rowsOf, run, twoRecords, undo } from './fixtures.ts'

vi.setConfig({ testTimeout: 60_000 })
const licenseId = 910
await insertParentRows({ licenses: licenseId })

/**
 * Gives a person a licence that is valid to a day; revoked when `revokedOn` is given, by the portal without
 * `revokedBy`.
 */
const give = (
  userId: number,
  validToOn: string,
  revokedOn: string | null = null,
  cycle = 1,
  revokedBy: number | null = office.id,
) =>
  run(
    `insert into user_licenses (user_id, license_id, cycle_number, basis, decided_on, valid_from_on, valid_to_on, issued_at, stage, revoked_on, revoked_by_user_id)
      values (?, ?, ?, 'first', '2020-01-01', '2020-01-01', ?, '2020-01-01T00:00:00.000Z', ?, ?, ?)`,
    ...[userId, licenseId, cycle, validToOn, revokedOn ? 'revoked' : 'valid', revokedOn, revokedOn && revokedBy],
  )
const licensesOf = (userId: number) =>
  rowsOf(
    'select valid_to_on as day, revoked_on as revoked from user_licenses where user_id = ? order by cycle_number',
    userId,
  )

test('a revocation of the person who stays survives a licence of the other one that ends later', async () => {
  const pair = await twoRecords()
  await give(pair.into.id, '2021-01-01', null, 1)
  await give(pair.into.id, '2027-01-01', '2026-03-01', 2)
  await give(pair.from.id, '2030-01-01')
  expect((await preview(pair)).collisions).toEqual([{ table: 'user_licenses', count: 1, settled: 'revoked' }])
  const done = await merge(pair)
  expect(await licensesOf(pair.into.id)).toEqual([
    { day: '2021-01-01', revoked: null },
    { day: '2027-01-01', revoked: '2026-03-01' },
  ])
  expect(await licensesOf(pair.from.id)).toEqual([{ day: '2030-01-01', revoked: null }])
  expect(await undo(done)).toMatchObject({ state: 2, kept: [] })
})

test('a revocation of the merged-away person comes to the one who stays, and the undo gives the other licence back', async () => {
  const pair = await twoRecords()
  await give(pair.into.id, '2030-01-01')
  await give(pair.from.id, '2027-01-01', '2026-03-01')
  expect((await preview(pair)).collisions).toEqual([{ table: 'user_licenses', count: 1, settled: 'revoked' }])
  const done = await merge(pair)
  expect(await licensesOf(pair.into.id)).toEqual([{ day: '2027-01-01', revoked: '2026-03-01' }])
  expect(await undo(done)).toMatchObject({ state: 2, kept: [] })
  expect(await licensesOf(pair.into.id)).toEqual([{ day: '2030-01-01', revoked: null }])
})

test('a licence that was given again after a revocation counts as any other', async () => {
  const pair = await twoRecords()
  await give(pair.into.id, '2024-01-01', '2022-03-01', 1)
  await give(pair.into.id, '2026-01-01', null, 2)
  await give(pair.from.id, '2030-01-01')
  await merge(pair)
  expect(await licensesOf(pair.into.id)).toEqual([{ day: '2030-01-01', revoked: null }])
})

test('a licence that the portal has withdrawn gives way to a valid one', async () => {
  const pair = await twoRecords()
  await give(pair.into.id, '2027-01-01', '2026-03-01', 1, null)
  await give(pair.from.id, '2030-01-01')
  expect((await preview(pair)).collisions).toEqual([{ table: 'user_licenses', count: 1, settled: 'beaten' }])
  await merge(pair)
  expect(await licensesOf(pair.into.id)).toEqual([{ day: '2030-01-01', revoked: null }])
})

test('the daily job renews no licence of a merged-away record', async () => {
  const pair = await twoRecords()
  await run(
    `update licenses set active = 1, rule = '{"automatic":1,"by":"credits","opensMonths":12}' where id = ?`,
    licenseId,
  )
  await give(pair.into.id, '2027-01-01', '2026-03-01')
  await give(pair.from.id, '2026-12-31')
  const list = () => listUserIdsToEvaluate(database(), { today: '2026-12-01', after: 0, limit: 100 })
  expect(await list()).toContain(pair.from.id)
  await merge(pair)
  expect(await list()).not.toContain(pair.from.id)
})
