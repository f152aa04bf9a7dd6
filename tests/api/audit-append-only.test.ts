import { env } from 'cloudflare:workers'
import { subDays } from 'date-fns'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { redactEntries, redactTestMailAddress, sweepEntries } from '#api/foundation/audit/retention/storage.ts'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { database } from '../portal.ts'

const now = new Date()
const data = {
  before: { firstName: 'Anna', phone: '070-1', organizationIds: [1, 2] },
  after: { firstName: 'Änna', phone: null, organizationIds: [] },
  integrationAccountId: 4,
}
let id = 0

const entry = async (at: Date, more: Partial<typeof auditEntries.$inferInsert> = {}) => {
  const row = { at, userId: 7, action: 'user.edited', targetType: 'user', targetId: '9', data, requestId: 'r', ...more }
  const [made] = await database().query.insert(auditEntries).values(row).returning({ id: auditEntries.id })
  return made?.id ?? 0
}
const stored = async (of = id) => (await database().query.select().from(auditEntries).where(eq(auditEntries.id, of)))[0]

beforeEach(async () => {
  id = await entry(now)
})

const run = (...statements: string[]) => env.DB.batch(statements.map((text) => env.DB.prepare(text)))
const yearsAgo = (years: number) => subDays(now, 366 * years).toISOString()
const set = (change: string) => () => [`update audit_entries set ${change} where id = ${id}`]
const redact =
  (newData: string, targetId = 'target_id') =>
  () => [`insert into audit_redactions select id, ${newData}, ${targetId} from audit_entries where id = ${id}`]

test.each<[string, () => string[]]>([
  ['a removal', () => [`delete from audit_entries where id = ${id}`]],
  ['a removal of all', () => ['delete from audit_entries']],
  ['a replacement', () => [`insert or replace into audit_entries select * from audit_entries where id = ${id}`]],
  [
    'an upsert',
    () => [
      `insert into audit_entries select * from audit_entries where id = ${id} on conflict do update set action = 'x.y'`,
    ],
  ],
  ['no data', set(`data = '{}'`)],
  ['another action', set(`action = 'user.created'`)],
  ['another moment', set(`at = '2020-01-01T00:00:00.000Z'`)],
  ['another author', set('user_id = null')],
  ['another target', set(`target_id = '10'`)],
  ['another request', set(`request_id = 'other'`)],
  ['another id', set('id = 999999')],
  ['a removal after a redaction', () => [...redact(`'{}'`)(), `delete from audit_entries where id = ${id}`]],
  ['an update after a redaction', () => [...redact(`'{}'`)(), ...set(`data = '{}'`)()]],
  [
    'a removal after a sweep',
    () => [`insert into audit_sweeps values ('${yearsAgo(6)}', 10)`, `delete from audit_entries where id = ${id}`],
  ],
  ['a redaction to another value', redact(`json_set(data, '$.before.firstName', 'Eva')`)],
  ['a redaction to a value of another place', redact(`json_set(data, '$.before.phone', 'Anna')`)],
  ['a redaction with a new field', redact(`json_set(data, '$.reason', 'hm')`)],
  ['a redaction with a new name', redact(`json_set(data, '$.Eva', null)`)],
  ['a redaction of a number to text', redact(`json_set(data, '$.integrationAccountId', '4')`)],
  ['a redaction of the target', redact('data', `'10'`)],
  ['a redaction of the target’s id', redact('data', `''`)],
])('%s is refused', async (_, statements) => {
  await expect(run(...statements())).rejects.toThrow('audit_is_append_only')
  expect((await stored())?.data).toEqual(data)
})

test('nothing newer than 59 months is deleted', async () => {
  const young = sweepEntries(database(), subDays(now, 1700), 10)
  await expect(database().commit([young])).rejects.toThrow('audit_is_kept_longer')
})

test('a redaction removes values, and a sweep deletes the oldest rows beyond its limit', async () => {
  const redacted = { before: { firstName: null, organizationIds: [1, null] }, after: {}, integrationAccountId: 4 }
  await database().commit([redactEntries(database(), [{ id, data: redacted }])])
  expect((await stored())?.data).toEqual(redacted)
  const tried = await entry(now, { action: 'mail.tested', targetType: 'mail', targetId: 'Anna@example.se' })
  await database().commit([redactTestMailAddress(database(), 'anna@example.se')])
  expect(await stored(tried)).toMatchObject({ targetId: '', data })
  const days = [2800, 2860, 2900, 2950]
  const ids = await Promise.all(days.map((count) => entry(subDays(now, count))))
  await database().commit([sweepEntries(database(), subDays(now, 2850), 2)])
  expect(await Promise.all(ids.map(async (one) => (await stored(one)) !== undefined))).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(await stored()).toBeDefined()
})

test('the row that requests a change is removed afterwards', async () => {
  await database().commit([
    redactEntries(database(), [{ id, data: {} }]),
    sweepEntries(database(), subDays(now, 2800), 1),
  ])
  const left = await env.DB.prepare(
    'select (select count(*) from audit_redactions) + (select count(*) from audit_sweeps) as rows',
  ).first<{ rows: number }>()
  expect(left?.rows).toBe(0)
})
