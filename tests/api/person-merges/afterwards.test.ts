import { expect, test, vi } from 'vitest'
import { createEducation, createOpenOccasion, educationResult, partResult } from '../../catalogue.ts'
import { insertFederation } from '../../federation.ts'
import { signedIn } from '../../portal.ts'
import { drainJobs } from '../../queue.ts'
import { ask, merge, office, preview, rowsOf, run, twoRecords } from './fixtures.ts'

vi.setConfig({ testTimeout: 60_000 })
await insertFederation()

const userRow = async (id: number) => (await rowsOf('select * from users where id = ?', id))[0]

test('a certificate and a receipt keep the old number, and the person who stays opens them', async () => {
  const pair = await twoRecords()
  const course = await createEducation([{}])
  await educationResult({ userId: pair.from.id, educationId: course.id, completed: true, completedAt: new Date() })
  await run(
    `insert into payments (id, user_id, status, amount_minor, vat_minor, provider, sign_up, places, rows, expires_at, idempotency_key,
      terms_accepted_at, paid_at, receipt_number, created_at, changed_at)
      values ('paid-1', ?, 2, 100, 0, 'local', '{}', '[]', '[]', '2030-01-01T00:00:00.000Z', 'key', '2026-01-01T00:00:00.000Z',
        '2026-01-01T00:00:00.000Z', 1, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`,
    pair.from.id,
  )
  await merge(pair)
  expect(await rowsOf('select user_id as id from certificates')).toEqual([{ id: pair.from.id }])
  expect((await pair.into.fetch('GET', `/user/${pair.into.id}/certificate/${course.id}`)).status).toBe(200)
  const payments = await pair.into.json<{ id: string }[]>('GET', `/Payment/GetPaymentsForUser/${pair.into.id}`)
  expect(payments.map(({ id }) => id)).toEqual(['paid-1'])
  expect(await rowsOf("select user_id as id from payments where id = 'paid-1'")).toEqual([{ id: pair.from.id }])
})

test('an erasure of the person who stays erases the merged-away record too', async () => {
  const pair = await twoRecords()
  const { id: mergeId } = await merge(pair)
  await office.json('POST', `/user/${pair.into.id}/erasure`)
  const { items } = await office.json<{ items: { id: number; user: { id: number } }[] }>('GET', '/ErasureRequests')
  const request = items.find(({ user }) => user.id === pair.into.id)
  await office.json('POST', `/ErasureRequests/${request?.id}/confirm`)
  await drainJobs()
  for (const { id } of [pair.into, pair.from])
    expect(await userRow(id)).toMatchObject({ first_name: 'Raderad', email: null, birth_on: null })
  expect(await rowsOf('select id from person_merge_rows where merge_id = ?', mergeId)).toEqual([])
})

test('a protection hides the merged-away record too, and ends for both', async () => {
  const pair = await twoRecords({ firstName: 'Hemlig', organizationIds: [20] })
  await merge(pair)
  const protect = (isProtected: boolean) =>
    office.json('PUT', `/User/${pair.into.id}/protection`, { protected: isProtected, reason: 'Hot' })
  await protect(true)
  for (const { id } of [pair.into, pair.from]) expect((await userRow(id))?.['first_name']).not.toBe('Hemlig')
  await protect(false)
  for (const { id } of [pair.into, pair.from]) expect(await userRow(id)).toMatchObject({ first_name: 'Hemlig' })
})

test('a place in a queue beside a booking of the same part is refused', async () => {
  const pair = await twoRecords()
  const course = await createOpenOccasion({ maxParticipants: 5 })
  await partResult({ userId: pair.into.id, educationPartId: course.firstPartId, educationId: course.id })
  await run(
    'insert into waiting_seats (occasion_id, user_id, entry_id, education_part_id) values (?, ?, 1, ?)',
    ...[course.occasion.id, pair.from.id, course.firstPartId],
  )
  expect((await preview(pair)).refusals).toEqual(['merge_waiting'])
  expect((await ask(pair)).status).toBe(409)
})

test('an export of the own data holds the rows of the merged-away record', async () => {
  const pair = await twoRecords()
  await run(
    "insert into passkeys (user_id, credential_id, user_handle, public_key, counter, name, transports, created_at) values (?, 'c', 'h', 'p', 0, 'Nyckel', '[]', '2026-01-01T00:00:00.000Z')",
    pair.from.id,
  )
  await merge(pair)
  const exported = await pair.into.json<{ records: Record<string, unknown[]> }>(
    'GET',
    `/user/${pair.into.id}/personaldata`,
  )
  expect(exported.records['passkeys']).toHaveLength(1)
  expect(exported.records['users']).toHaveLength(2)
})

test('a guardian who was removed does not reach the child by the merged-away record', async () => {
  const pair = await twoRecords({ birthOn: '2015-05-05' })
  const guardian = await signedIn({ birthOn: '1980-05-05' })
  for (const { id } of [pair.from, pair.into])
    await run(
      `insert into guardian_links (adult_user_id, child_user_id, created_by_user_id, confirmed_at, created_at, relation)
        values (?, ?, ?, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', 'parent')`,
      ...[guardian.id, id, guardian.id],
    )
  await merge(pair)
  expect((await guardian.fetch('GET', `/user/${pair.into.id}/personaldata`)).status).toBe(200)
  expect((await office.fetch('DELETE', `/User/${pair.into.id}/guardian/${guardian.id}`)).status).toBe(204)
  for (const { id } of [pair.into, pair.from]) {
    expect((await guardian.fetch('GET', `/user/${id}/personaldata`)).status).toBe(403)
    expect((await guardian.fetch('GET', `/User/${id}/guardian`)).status).toBe(403)
    expect((await guardian.fetch('POST', `/user/${id}/erasure`)).status).toBeGreaterThanOrEqual(403)
  }
})
