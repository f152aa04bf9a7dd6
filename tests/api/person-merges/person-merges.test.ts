import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import type { PersonMerge } from '#api/office/person-merges/contract.ts'
import { listAuditEntries } from '../../audit.ts'
import { createOpenOccasion, partResult } from '../../catalogue.ts'
import { insertFederation } from '../../federation.ts'
import { insertParentRows } from '../../parent-rows.ts'
import { call, signedIn } from '../../portal.ts'
import { drainJobs, runDailyJob, withoutQueue } from '../../queue.ts'
import { bodyOf } from '../../response-body.ts'
import { createActors } from '../../scope/actors.ts'
import { insertCourse } from '../../scope/federation.ts'
import { ask, merge, office, preview, rowsOf, run, twoRecords, undo } from './fixtures.ts'

vi.setConfig({ testTimeout: 60_000 })
await insertFederation()

const codeOf = async (response: Response) => [response.status, (await bodyOf<{ code?: string }>(response)).code ?? null]
const userRow = async (id: number) => (await rowsOf('select * from users where id = ?', id))[0]

test('the merged-away account is closed, leads to the person who stays, and search finds only that one', async () => {
  const pair = await twoRecords()
  const name = `Merge${crypto.randomUUID().slice(0, 8)}`
  await run('update users set user_name = ? where id = ?', name, pair.from.id)
  const done = await merge(pair)
  expect(done).toMatchObject({ state: 0, canUndo: true, from: { id: pair.from.id }, into: { id: pair.into.id } })
  expect((await pair.from.fetch('GET', '/EducationCategory')).status).toBe(401)
  expect(await office.json('GET', `/User/${pair.from.id}`)).toMatchObject({ id: pair.into.id })
  expect(await office.json('GET', `/user/${pair.from.id}/profile`)).toMatchObject({ user: { id: pair.into.id } })
  const found = await office.json<{ items: { id: number }[] }>('POST', '/User/filtered', { searchString: name })
  expect(found.items.map(({ id }) => id)).toEqual([pair.into.id])
  const entries = (await listAuditEntries('user')).filter(({ action }) => action.startsWith('user.merged'))
  expect(entries.map(({ action, targetId }) => [action, targetId])).toEqual(
    expect.arrayContaining([
      ['user.mergedAway', String(pair.from.id)],
      ['user.merged', String(pair.into.id)],
    ]),
  )
  const reopened = await office.fetch('PUT', `/user/ReactivateInactiveUser/${pair.from.id}`)
  expect(await userRow(pair.from.id)).toMatchObject({ merged_into: pair.into.id })
  expect(reopened.status).toBeLessThan(500)
})

test('the chosen values stay, a missing one and unique ids come from the other, and the undo gives them back', async () => {
  const into = await signedIn({ firstName: 'Ana', email: 'ana@old.example', phone: null })
  const from = await signedIn({
    firstName: 'Anna',
    email: 'anna@new.example',
    phone: '070 1',
    externalPersonId: 'IID-7',
  })
  const before = [await userRow(into.id), await userRow(from.id)]
  expect((await preview({ from, into })).fields.map(({ field, suggested }) => [field, suggested])).toEqual([
    ['name', 'into'],
    ['email', 'into'],
    ['phone', 'from'],
  ])
  const done = await merge({ from, into }, { name: 'from', email: 'from' })
  expect(await userRow(into.id)).toMatchObject({
    first_name: 'Anna',
    email: 'anna@new.example',
    phone: '070 1',
    external_person_id: 'IID-7',
  })
  expect(await undo(done)).toMatchObject({ state: 2, kept: [] })
  const withoutVersion = (row: Record<string, unknown> = {}) => ({ ...row, changed_at: null })
  expect([await userRow(into.id), await userRow(from.id)].map(withoutVersion)).toEqual(before.map(withoutVersion))
})

test('a repeated merge gives the one that is made, and two at once make one', async () => {
  const pair = await twoRecords()
  const answers = await Promise.all([ask(pair), ask(pair)])
  const statuses = answers.map(({ status }) => status)
  expect(statuses).toContain(200)
  const made = await merge(pair)
  expect(await rowsOf('select id from person_merges where from_user_id = ?', pair.from.id)).toEqual([{ id: made.id }])
})

test('of A into B and B into C at once, no row is left behind and every account leads to the last', async () => {
  const [a, b, c] = [await signedIn(), await signedIn(), await signedIn()]
  await run("insert into declined_mails (user_id, topic) values (?, 'news')", a.id)
  await Promise.all([ask({ from: a, into: b }), ask({ from: b, into: c })])
  const first = await merge({ from: a, into: b }).catch(() => null)
  const [rowA, rowB] = [await userRow(a.id), await userRow(b.id)]
  expect(rowB?.['merged_into']).toBe(c.id)
  // The merge into B was made before, and its rows went on to C, or it is refused.
  if (first) {
    expect(rowA?.['merged_into']).toBe(c.id)
    expect(
      await rowsOf('select user_id as id from declined_mails where user_id in (?, ?, ?)', a.id, b.id, c.id),
    ).toEqual([{ id: c.id }])
    expect(await codeOf(await office.fetch('POST', `/PersonMerges/${first.id}/undo`))).toEqual([
      409,
      'merge_undo_later_first',
    ])
  } else expect(rowA?.['merged_into']).toBeNull()
})

test('a later merge is undone before an earlier one', async () => {
  const [a, b, c] = [await signedIn(), await signedIn(), await signedIn()]
  const first = await merge({ from: a, into: b })
  const second = await merge({ from: b, into: c })
  expect((await userRow(a.id))?.['merged_into']).toBe(c.id)
  await undo(second)
  expect((await userRow(a.id))?.['merged_into']).toBe(b.id)
  expect(await undo(first)).toMatchObject({ state: 2, kept: [] })
  expect((await userRow(a.id))?.['merged_into']).toBeNull()
})

test('a sign-up between the preview and the merge moves with the others; one after it is refused', async () => {
  const pair = await twoRecords()
  await preview(pair)
  const course = await createOpenOccasion()
  const sign = (userId: number) =>
    partResult({ userId, educationPartId: course.firstPartId, educationId: course.id, occasionId: course.occasion.id })
  const id = await sign(pair.from.id)
  await merge(pair)
  expect(await rowsOf('select user_id as userId from education_part_results where id = ?', id)).toEqual([
    { userId: pair.into.id },
  ])
  await expect(sign(pair.from.id)).rejects.toThrow()
})

test('a killed undo continues where it stopped', async () => {
  const pair = await twoRecords()
  for (let at = 0; at < 450; at++)
    await run(
      "insert into notices (user_id, kind, path, text_values, created_at) values (?, 'x', '/', '{}', ?)",
      pair.from.id,
      new Date().toISOString(),
    )
  const done = await merge(pair)
  await withoutQueue(() => office.json('POST', `/PersonMerges/${done.id}/undo`))
  const { DB } = env
  let portions = 0
  // The connection breaks before the third portion, the second of notices, is written.
  const breaking = (): Pick<D1DatabaseSession, 'prepare' | 'batch' | 'getBookmark'> => {
    const session = DB.withSession('first-primary')
    return {
      prepare(text) {
        if (text.startsWith('update "person_merge_rows"') && ++portions === 3) throw new Error('the connection broke')
        return session.prepare(text)
      },
      getBookmark: () => session.getBookmark(),
      batch: (statements) => session.batch(statements),
    }
  }
  Object.assign(env, { DB: { withSession: breaking } })
  await drainJobs().finally(() => Object.assign(env, { DB }))
  const part = await rowsOf<{ n: number }>('select count(*) as n from notices where user_id = ?', pair.from.id)
  expect(part[0]?.n).toBeGreaterThan(0)
  expect(part[0]?.n).toBeLessThan(450)
  await run(
    "update jobs set run_at = ?, locked_until = null where kind = 'personMerges.undo' and state < 3",
    new Date(0).toISOString(),
  )
  await drainJobs()
  expect(await office.json<PersonMerge>('GET', `/PersonMerges/${done.id}`)).toMatchObject({ state: 2, kept: [] })
  const all = await rowsOf<{ n: number }>('select count(*) as n from notices where user_id = ?', pair.from.id)
  expect(all[0]?.n).toBe(450)
})

test('an undo is refused after 30 days, when the stored rows are removed', async () => {
  const pair = await twoRecords()
  const values = [pair.from.id, new Date().toISOString()]
  await run(
    "insert into notices (user_id, kind, path, text_values, created_at) values (?, 'seat', '/', '{}', ?)",
    ...values,
  )
  const done = await merge(pair)
  const old = new Date(Date.now() - 31 * 86_400_000).toISOString()
  await run('update person_merges set merged_at = ? where id = ?', old, done.id)
  await run('update person_merge_rows set created_at = ? where merge_id = ?', old, done.id)
  expect(await codeOf(await office.fetch('POST', `/PersonMerges/${done.id}/undo`))).toEqual([409, 'merge_undo_over'])
  await runDailyJob('dataRetention.sweep')
  expect(await rowsOf('select id from person_merge_rows where merge_id = ?', done.id)).toEqual([])
})

test('each reason that prevents a merge is in the preview and refuses it', async () => {
  const cases: [string, (pair: Awaited<ReturnType<typeof twoRecords>>) => Promise<unknown>][] = [
    [
      'person_erased',
      ({ from }) => run('update users set erased_at = ? where id = ?', new Date().toISOString(), from.id),
    ],
    [
      'identity_protected',
      ({ into }) => run('update users set protected_at = ? where id = ?', new Date().toISOString(), into.id),
    ],
    [
      'merge_of_guardian',
      ({ from, into }) =>
        run(
          `insert into guardian_links (adult_user_id, child_user_id, created_by_user_id, created_at, relation)
            values (?, ?, ?, '2026-01-01T00:00:00.000Z', 'parent')`,
          ...[from.id, into.id, into.id],
        ),
    ],
    [
      'merge_of_two_people',
      async ({ from, into }) => {
        await run('update users set personal_number_hash = ? where id = ?', `a${from.id}`, from.id)
        await run('update users set personal_number_hash = ? where id = ?', `b${into.id}`, into.id)
      },
    ],
    ['merge_of_birth_dates', ({ from }) => run("update users set birth_on = '2012-05-05' where id = ?", from.id)],
    ['merge_of_roles', ({ into }) => run("insert into user_roles (user_id, role) values (?, 'Educator')", into.id)],
    [
      'erasure_open',
      ({ from }) =>
        run(
          `insert into erasure_requests (user_id, requested_by_user_id, requested_as, created_at, due_on)
            values (?, ?, 'self', '2026-01-01T00:00:00.000Z', '2026-02-01')`,
          ...[from.id, from.id],
        ),
    ],
    [
      'payment_under_way',
      async ({ from }) => {
        await insertParentRows({ educations: 700, education_parts: 700 })
        await run(
          `insert into payments (id, user_id, amount_minor, vat_minor, provider, sign_up, places, rows, expires_at, idempotency_key,
            terms_accepted_at, created_at, changed_at)
            values (?, ?, 100, 0, 'local', '{}', '[]', '[]', '2030', 'key', '2026', '2026', '2026')`,
          ...[`hold-${from.id}`, from.id],
        )
        await run(
          `insert into payment_holds (payment_id, user_id, education_id, education_part_id, expires_at)
            values (?, ?, 700, 700, '2030-01-01T00:00:00.000Z')`,
          ...[`hold-${from.id}`, from.id],
        )
      },
    ],
  ]
  for (const [code, prepare] of cases) {
    const pair = await twoRecords()
    await prepare(pair)
    expect([code, (await preview(pair)).refusals]).toEqual([code, [code]])
    expect(await codeOf(await ask(pair))).toEqual([409, code])
    expect(await rowsOf('select id from person_merges where from_user_id = ?', pair.from.id)).toEqual([])
  }
})

test('nobody merges the own account, and the last superadministrator is not merged away', async () => {
  const other = await signedIn()
  expect(await codeOf(await ask({ from: other, into: office }))).toEqual([409, 'merge_of_self'])
  expect(await codeOf(await ask({ from: office, into: other }))).toEqual([409, 'merge_of_self'])
  expect(await codeOf(await ask({ from: other, into: other }))).toEqual([404, 'not_found'])
  await run("delete from user_roles where role = 'SuperAdministrator' and user_id <> ?", office.id)
  const insert = `insert into person_merges (from_user_id, into_user_id, merged_by_user_id, merged_at, changed_at)
    values (?, ?, ?, '2026', '2026')`
  await expect(run(insert, office.id, other.id, other.id)).rejects.toThrow('last_superadministrator')
})

test('only superadministrators list, preview, merge and undo', async () => {
  const pair = await twoRecords()
  const actors = await createActors(await insertCourse('Banfunktionär'))
  for (const { name, person } of actors.filter(({ roles }) => !('SuperAdministrator' in roles))) {
    const calls = [
      person.fetch('GET', '/DuplicatePeople'),
      person.fetch('GET', '/PersonMerges'),
      person.fetch('GET', '/PersonMerges/1'),
      person.fetch('GET', `/PersonMerges/preview?fromUserId=${pair.from.id}&intoUserId=${pair.into.id}`),
      person.fetch('POST', '/DuplicatePeople/distinct', { userId: pair.from.id, otherUserId: pair.into.id }),
      person.fetch('POST', '/PersonMerges', { fromUserId: pair.from.id, intoUserId: pair.into.id }),
      person.fetch('POST', '/PersonMerges/1/undo'),
    ]
    for (const response of await Promise.all(calls)) {
      expect([name, response.status]).toEqual([name, 403])
      expect(Object.keys(await response.json<object>())).not.toContain('items')
    }
  }
  expect((await call(null)('GET', '/DuplicatePeople')).status).toBe(401)
})
