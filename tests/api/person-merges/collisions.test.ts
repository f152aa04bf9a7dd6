import { expect, test, vi } from 'vitest'
import { createEducation, createOccasion, educationResult, partResult } from '../../catalogue.ts'
import { insertFederation } from '../../federation.ts'
import { insertParentRows } from '../../parent-rows.ts'
import { signedIn } from '../../portal.ts'
import { ask, merge, preview, rowsOf, run, twoRecords, undo } from './fixtures.ts'

vi.setConfig({ testTimeout: 60_000 })
await insertFederation()

/** Books the two on one occasion and returns the ids of the bookings. */
async function bookBoth(
  { from, into }: Awaited<ReturnType<typeof twoRecords>>,
  charged: Partial<Record<'from' | 'into', boolean>> = {},
) {
  const course = await createEducation([{}])
  const occasion = await createOccasion(course.firstPartId, { maxParticipants: 5 })
  const book = (userId: number, isCharged = false) =>
    partResult({
      userId,
      educationPartId: course.firstPartId,
      educationId: course.id,
      occasionId: occasion.id,
      signedUpAt: new Date(),
      ...(isCharged && { invoiceRecipientId: 20, feeAtSignUpMinor: 10_000 }),
    })
  return { occasion, own: await book(into.id, charged.into), other: await book(from.id, charged.from) }
}

const bookedOn = async (id: number) =>
  (await rowsOf('select booked_count as booked from occasions where id = ?', id))[0]
const booking = async (id: number) =>
  (await rowsOf('select user_id as userId, canceled from education_part_results where id = ?', id))[0]

test('of two bookings of one occasion one is cancelled and its seat is free; the undo books it again', async () => {
  const pair = await twoRecords()
  const { occasion, own, other } = await bookBoth(pair)
  expect((await preview(pair)).collisions).toEqual([{ table: 'education_part_results', count: 1, settled: 'canceled' }])
  const before = await rowsOf('select * from education_part_results where id in (?, ?) order by id', own, other)
  const done = await merge(pair)
  expect(await booking(own)).toEqual({ userId: pair.into.id, canceled: 0 })
  expect(await booking(other)).toEqual({ userId: pair.into.id, canceled: 1 })
  expect(await bookedOn(occasion.id)).toEqual({ booked: 1 })
  expect(await undo(done)).toMatchObject({ state: 2, kept: [] })
  expect(await bookedOn(occasion.id)).toEqual({ booked: 2 })
  expect(await rowsOf('select * from education_part_results where id in (?, ?) order by id', own, other)).toEqual(
    before,
  )
})

test('a booking that is to be invoiced beats a plain one, and two of them are refused', async () => {
  const pair = await twoRecords()
  const { own, other } = await bookBoth(pair, { from: true })
  await merge(pair)
  expect(await booking(own)).toEqual({ userId: pair.into.id, canceled: 1 })
  expect(await booking(other)).toEqual({ userId: pair.into.id, canceled: 0 })
  const both = await twoRecords()
  await bookBoth(both, { from: true, into: true })
  expect((await preview(both)).refusals).toEqual(['merge_bookings'])
  const refused = await ask(both)
  expect([refused.status, (await refused.json<{ code: string }>()).code]).toEqual([409, 'merge_bookings'])
})

test('a seat that is full again is not booked by the undo, and the booking is listed', async () => {
  const pair = await twoRecords()
  const { occasion, other } = await bookBoth(pair)
  const done = await merge(pair)
  await run('update occasions set max_participants = 1 where id = ?', occasion.id)
  expect(await undo(done)).toMatchObject({ state: 2, kept: [{ table: 'education_part_results', count: 1 }] })
  expect(await booking(other)).toEqual({ userId: pair.into.id, canceled: 1 })
})

test('the longer membership stays, with one primary club; the undo changes them back', async () => {
  const pair = await twoRecords()
  const insert = 'insert into user_organizations (user_id, organization_id, is_primary, to_on) values (?, ?, ?, ?)'
  await run(insert, pair.into.id, 2, 1, null)
  await run(insert, pair.into.id, 20, 0, '2025-12-31')
  await run(insert, pair.from.id, 20, 0, null)
  await run(insert, pair.from.id, 21, 1, null)
  const read = () =>
    rowsOf(
      'select * from user_organizations where user_id in (?, ?) order by user_id, organization_id',
      pair.into.id,
      pair.from.id,
    )
  const before = await read()
  expect((await preview(pair)).collisions).toEqual([{ table: 'user_organizations', count: 1, settled: 'beaten' }])
  const done = await merge(pair)
  expect(await read()).toMatchObject([
    { user_id: pair.into.id, organization_id: 2, is_primary: 1 },
    { user_id: pair.into.id, organization_id: 20, is_primary: 0, to_on: null },
    { user_id: pair.into.id, organization_id: 21, is_primary: 0 },
    { user_id: pair.from.id, organization_id: 20, to_on: '2025-12-31' },
  ])
  const branch = () => rowsOf('select root_id from branch_members where user_id = ? order by 1', pair.into.id)
  expect(await branch()).toContainEqual({ root_id: 21 })
  expect(await undo(done)).toMatchObject({ state: 2, kept: [] })
  expect(await read()).toEqual(before)
  expect(await branch()).not.toContainEqual({ root_id: 21 })
})

test('one open education remains; the other stays with the closed account', async () => {
  const pair = await twoRecords()
  const course = await createEducation([{}])
  const educationIds = [pair.into, pair.from].map(({ id }) => ({ userId: id, educationId: course.id }))
  for (const one of educationIds) await educationResult(one)
  const done = await merge(pair)
  expect(done.stayed).toEqual([{ table: 'education_results', count: 1 }])
})

/** Gives a person cycles of a licence that end on the days. */
async function licenseOf(userId: number, licenseId: number, ...days: string[]) {
  for (const [at, day] of days.entries())
    await run(
      `insert into user_licenses (user_id, license_id, cycle_number, basis, decided_on, valid_from_on, valid_to_on, issued_at, stage)
       values (?, ?, ?, 'first', '2020-01-01', '2020-01-01', ?, '2020-01-01T00:00:00.000Z', 'valid')`,
      ...[userId, licenseId, at + 1, day],
    )
}

test('of two chains of one licence the one that ends later stays whole', async () => {
  const pair = await twoRecords()
  const licenseId = 900
  await insertParentRows({ licenses: licenseId })
  await licenseOf(pair.into.id, licenseId, '2021-01-01')
  await licenseOf(pair.from.id, licenseId, '2022-01-01', '2030-01-01')
  const read = () => rowsOf('select * from user_licenses where license_id = ? order by id', licenseId)
  const before = await read()
  const done = await merge(pair)
  const cycles = await rowsOf('select valid_to_on as day from user_licenses where user_id = ? order by 1', pair.into.id)
  expect(cycles).toEqual([{ day: '2022-01-01' }, { day: '2030-01-01' }])
  expect(await undo(done)).toMatchObject({ kept: [] })
  expect(await read()).toEqual(before)
})

test('rows that changed since are kept and listed', async () => {
  const pair = await twoRecords()
  const course = await createEducation([{}, {}])
  const results = []
  for (const educationPartId of course.partIds)
    results.push(await partResult({ userId: pair.from.id, educationPartId, educationId: course.id }))
  const done = await merge(pair)
  const completed = new Date().toISOString()
  await run('update education_part_results set completed_at = ?, completed = 1 where id = ?', completed, results[0])
  expect(await undo(done)).toMatchObject({ state: 2, kept: [{ table: 'education_part_results', count: 1 }] })
  expect((await booking(results[0] ?? 0))?.['userId']).toBe(pair.into.id)
  expect((await booking(results[1] ?? 0))?.['userId']).toBe(pair.from.id)
})

test('a guardian keeps one confirmed link to a child', async () => {
  const pair = await twoRecords()
  const child = await signedIn({ birthOn: '2015-05-05' })
  const insert = `insert into guardian_links (adult_user_id, child_user_id, created_by_user_id, confirmed_at, created_at, relation)
    values (?, ?, ?, ?, '2026-01-01T00:00:00.000Z', 'parent')`
  await run(insert, pair.into.id, child.id, child.id, null)
  await run(insert, pair.from.id, child.id, child.id, '2026-01-01T00:00:00.000Z')
  await merge(pair)
  const links = await rowsOf(
    'select confirmed_at is not null as confirmed from guardian_links where adult_user_id = ?',
    pair.into.id,
  )
  expect(links).toEqual([{ confirmed: 1 }])
})
