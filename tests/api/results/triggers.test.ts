import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { insertParentRows } from '../../parent-rows.ts'
import { signedIn } from '../../portal.ts'

const run = (text: string, ...values: (string | number | null)[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run()
const one = (text: string) => env.DB.prepare(text).first()

const [occasion, otherOccasion, exam] = [901, 902, 903]
const { id: person } = await signedIn({ birthOn: '1980-01-01' })
const { id: other } = await signedIn({ birthOn: '1980-01-01' })

beforeEach(async () => {
  await run('delete from education_part_results')
  await insertParentRows({ occasions: occasion, driver_exams: exam })
  await insertParentRows({ occasions: otherOccasion })
  await run('update occasions set max_participants = null, canceled_at = null, calendar_sequence = 0')
  await run(
    `update driver_exams set max_participants = null, canceled_at = null, calendar_sequence = 0, held_on = '2026-11-23'`,
  )
})

const places = { occasion_id: occasion, practical_driver_exam_id: exam }

/** Inserts a sign-up and returns its id. */
async function signUp(column: keyof typeof places, userId: number, more: Record<string, string | number | null> = {}) {
  const values = { user_id: userId, education_part_id: places[column], [column]: places[column], ...more }
  const names = ['custom_answers', 'created_at', 'changed_at', ...Object.keys(values)]
  const { meta } = await run(
    `insert into education_part_results (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
    ...['[]', '2026-11-23T12:00:00.000Z', '2026-11-23T12:00:00.000Z', ...Object.values(values)],
  )
  return meta.last_row_id
}

const counters = async (id: number) =>
  await one(`select booked_count, unsettled_count, calendar_sequence from occasions where id = ${id}`)

test.each(['occasion_id', 'practical_driver_exam_id'] as const)(
  'a cancelled sign-up is restored only where there is a seat, by %s',
  async (column) => {
    const table = column === 'occasion_id' ? 'occasions' : 'driver_exams'
    const id = await signUp(column, person)
    await run('update education_part_results set canceled = 1 where id = ?', id)
    await run(`update ${table} set max_participants = 1 where id = ${places[column]}`)
    await signUp(column, other)
    const third = await signedIn({ birthOn: '1980-01-01' })
    await expect(signUp(column, third.id)).rejects.toThrow('occasion_full')
    const restore = () => run('update education_part_results set canceled = 0 where id = ?', id)
    await expect(restore()).rejects.toThrow('occasion_full')
    await run(`update ${table} set max_participants = 2, canceled_at = '2026-11-23' where id = ${places[column]}`)
    await expect(restore()).rejects.toThrow('occasion_canceled')
    await run(`update ${table} set canceled_at = null where id = ${places[column]}`)
    await restore()
  },
)

test('a moved sign-up moves its seat and raises the sequence number of the occasion that it leaves', async () => {
  const id = await signUp('occasion_id', person)
  expect(await counters(occasion)).toEqual({ booked_count: 1, unsettled_count: 1, calendar_sequence: 0 })
  await run('update education_part_results set occasion_id = ? where id = ?', otherOccasion, id)
  expect(await counters(occasion)).toEqual({ booked_count: 0, unsettled_count: 0, calendar_sequence: 3 })
  expect(await counters(otherOccasion)).toEqual({ booked_count: 1, unsettled_count: 1, calendar_sequence: 0 })
  await run('delete from education_part_results where id = ?', id)
  expect(await counters(otherOccasion)).toEqual({ booked_count: 0, unsettled_count: 0, calendar_sequence: 3 })
})

test('an exam’s sequence number rises by two for a restored sign-up and by three for a deleted one, with its protocol', async () => {
  const id = await signUp('practical_driver_exam_id', person)
  const number = async () => (await one('select calendar_sequence as n from driver_exams where id = 903'))?.['n']
  await run('update education_part_results set canceled = 1 where id = ?', id)
  await run('update education_part_results set canceled = 0 where id = ?', id)
  expect(await number()).toBe(2)
  await run(
    `insert into driver_exam_protocols (result_id, items, passed, signature, examiner_id, signed_at, changed_at)
      values (?, '[]', 1, 'M0 0', ?, '2026', '2026')`,
    ...[id, other],
  )
  await run('delete from education_part_results where id = ?', id)
  expect(await number()).toBe(5)
  expect(await one('select count(*) as n from driver_exam_protocols')).toEqual({ n: 0 })
})

test('a completed result has a time', async () => {
  const id = await signUp('occasion_id', person)
  await expect(run('update education_part_results set completed = 1 where id = ?', id)).rejects.toThrow(
    'result_completed_without_time',
  )
})

test('a sign-up that is inserted as cancelled has a time', async () => {
  const id = await signUp('occasion_id', person, { canceled: 1 })
  expect(await one(`select canceled_at from education_part_results where id = ${id}`)).toEqual({
    canceled_at: '2026-11-23T12:00:00.000Z',
  })
})

test('a sign-up that moves to an occasion with a late cancellation pays for one seat', async () => {
  const late = await signUp('occasion_id', person, { canceled: 1, canceled_due: 1 })
  const id = await signUp('occasion_id', person, { occasion_id: otherOccasion })
  await run('update education_part_results set occasion_id = ? where id = ?', occasion, id)
  expect(await one(`select canceled_due from education_part_results where id = ${late}`)).toEqual({ canceled_due: 0 })
})

test('a deleted sign-up that was paid creates a refund task', async () => {
  await run(
    `insert into payments (id, user_id, status, amount_minor, vat_minor, provider, sign_up, places, rows, expires_at, idempotency_key,
      terms_accepted_at, created_at, changed_at) values ('p', ?, 2, 5000, 0, 'local', '{}', '[]', '[]', '2026', 'k', '2026', '2026', '2026')`,
    person,
  )
  const id = await signUp('occasion_id', person, { payment_id: 'p', fee_at_sign_up_minor: 5000 })
  await run('delete from education_part_results where id = ?', id)
  expect(await one('select payment_id, result_id, amount_minor, state from payment_refunds')).toEqual({
    payment_id: 'p',
    result_id: id,
    amount_minor: 5000,
    state: 0,
  })
})
