import { expect, test } from 'vitest'
import { createAdult } from '../../guardians.ts'
import { merge, rowsOf, run, twoRecords, undo } from './fixtures.ts'

test('an undo ends the sessions and the codes of the account that stayed', async () => {
  const pair = await twoRecords()
  const done = await merge(pair)
  const statusOf = async () => (await pair.into.fetch('GET', `/user/${pair.into.id}/profile`)).status
  expect(await statusOf()).toBe(200)
  await run(
    `insert into one_time_tokens (token_hash, user_id, purpose, data, expires_at, created_at)
      values (?, ?, 'password-reset', '{}', '2099-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`,
    ...[`code-${pair.into.id}`, pair.into.id],
  )
  expect((await undo(done)).undone).not.toBeNull()
  expect(await statusOf()).toBe(401)
  expect(await rowsOf('select user_id from one_time_tokens where user_id = ?', pair.into.id)).toEqual([])
})

test('a guardian link that is confirmed while two records are one goes back to the child that it was asked for', async () => {
  const [pair, adult] = [await twoRecords({ birthOn: '2014-05-05' }), await createAdult()]
  await run(
    `insert into guardian_links (adult_user_id, child_user_id, created_by_user_id, created_at, relation)
      values (?, ?, ?, '2026-01-01T00:00:00.000Z', 'parent')`,
    ...[adult.id, pair.from.id, adult.id],
  )
  const done = await merge(pair)
  await run('update guardian_links set confirmed_at = ? where adult_user_id = ?', new Date().toISOString(), adult.id)
  await undo(done)
  const links = await rowsOf<{ child: number }>(
    'select child_user_id as child from guardian_links where adult_user_id = ?',
    adult.id,
  )
  expect(links).toEqual([{ child: pair.from.id }])
})
