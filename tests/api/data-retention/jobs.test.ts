import { env } from 'cloudflare:workers'
import { subMonths, subYears } from 'date-fns'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dataMap } from '#api/office/data-retention/data-map.ts'
import { hasTimeLimit } from '#api/office/data-retention/rules.ts'
import { configurePortal } from '../../configuration.ts'
import { insertParentRows } from '../../parent-rows.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { runDailyJob, withoutQueue } from '../../queue.ts'

const months = (count: number) => subMonths(new Date(), count)
const run = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run()
const nameOf = async ({ id }: Pick<Person, 'id'>) =>
  (
    await env.DB.prepare('select first_name || last_name as name from users where id = ?')
      .bind(id)
      .first<{ name: string }>()
  )?.name

/** Signs a person in whose last activity was this many months ago. */
async function inactiveSince(count: number, overrides: Parameters<typeof signedIn>[0] = {}): Promise<Person> {
  const moment = months(count)
  const person = await signedIn({
    firstName: 'Borta',
    createdAt: moment,
    changedAt: moment,
    lastLoginAt: moment,
    ...overrides,
  })
  await run('delete from sessions where user_id = ?', person.id)
  return person
}
const isDeidentified = async (person: Person) => (await nameOf(person)) === 'Raderadperson'

beforeAll(async () => {
  await insertParentRows({ organizations: 1, licenses: 1, educations: 1, education_parts: 1 })
  await configurePortal({ anonymiseMonths: 36 })
})

describe('de-identification', () => {
  test('reports people without activity for the configured number of months, and nobody earlier', async () => {
    const [inactive, lately] = [await inactiveSince(37), await inactiveSince(35)]
    await runDailyJob('dataRetention.deidentify')
    expect(await isDeidentified(inactive)).toBe(true)
    expect(await isDeidentified(lately)).toBe(false)
    await configurePortal({ anonymiseMonths: 34 })
    await runDailyJob('dataRetention.deidentify')
    expect(await isDeidentified(lately)).toBe(true)
    await configurePortal({ anonymiseMonths: 36 })
  })

  test('skips members, staff, licence holders, guardians of a child, and active people', async () => {
    const moment = months(40).toISOString()
    const today = new Date().toISOString()
    const member = await inactiveSince(40, { organizationIds: [1] })
    const leftLately = await inactiveSince(40)
    await run(
      'insert into user_organizations (user_id, organization_id, to_on) values (?, 1, ?)',
      leftLately.id,
      months(3).toISOString().slice(0, 10),
    )
    const staff = await inactiveSince(40, { roles: { Educator: {} } })
    const licensed = await inactiveSince(40)
    await run(
      `insert into user_licenses (user_id, license_id, cycle_number, basis, decided_on, valid_from_on, valid_to_on, issued_at, stage)
        values (?, 1, 1, '{}', '2020-01-01', '2020-01-01', '2999-01-01', ?, 'valid')`,
      licensed.id,
      moment,
    )
    const [guardian, child] = [await inactiveSince(40), await signedIn()]
    await run(
      'insert into guardian_links (adult_user_id, child_user_id, created_by_user_id, confirmed_at, created_at) values (?, ?, ?, ?, ?)',
      ...[guardian.id, child.id, child.id, moment, moment],
    )
    const active = await inactiveSince(40)
    await run(
      `insert into education_results (user_id, education_id, completed, source, created_at, changed_at) values (?, 1, 0, 0, ?, ?)`,
      ...[active.id, moment, today],
    )
    const left = await inactiveSince(40)
    await run(
      'insert into user_organizations (user_id, organization_id, to_on) values (?, 1, ?)',
      left.id,
      months(39).toISOString().slice(0, 10),
    )
    await runDailyJob('dataRetention.deidentify')
    for (const one of [member, leftLately, staff, licensed, guardian, active])
      expect(await isDeidentified(one)).toBe(false)
    expect(await isDeidentified(left)).toBe(true)
  })

  test('skips people for whom a payment holds a seat, and nobody whose hold has expired', async () => {
    const [paying, late] = [await inactiveSince(40), await inactiveSince(40)]
    for (const [{ id }, expiresAt] of [
      [paying, '2999-01-01T00:00:00.000Z'],
      [late, '2020-01-01T00:00:00.000Z'],
    ] as const) {
      await run(
        `insert into payments (id, user_id, amount_minor, vat_minor, provider, sign_up, places, rows, expires_at, idempotency_key,
          terms_accepted_at, created_at, changed_at) values (?, ?, 1, 0, 'local', '{}', '[]', '[]', ?, ?, '2020', '2020', '2020')`,
        ...[`hold-${id}`, id, expiresAt, `hold-${id}`],
      )
      await run(
        'insert into payment_holds (payment_id, user_id, education_id, education_part_id, expires_at) values (?, ?, 1, 1, ?)',
        ...[`hold-${id}`, id, expiresAt],
      )
    }
    await runDailyJob('dataRetention.deidentify')
    expect(await isDeidentified(paying)).toBe(false)
    expect(await isDeidentified(late)).toBe(true)
  })

  test('continues over many batches, may run twice, and continues past a person who cannot be erased', async () => {
    const people: Person[] = []
    for (let at = 0; at < 23; at += 1) people.push(await inactiveSince(50))
    const stuck = people[3]
    await run(
      `create trigger stuck before update of erased_at on users when old.id = ${stuck?.id} begin select raise(abort, 'stuck'); end`,
    )
    await withoutQueue(() => runDailyJob('dataRetention.deidentify'))
    await run('drop trigger stuck')
    const names = await Promise.all(people.map(isDeidentified))
    expect(names.filter(Boolean)).toHaveLength(22)
    await withoutQueue(() => runDailyJob('dataRetention.deidentify'))
    expect(stuck && (await isDeidentified(stuck))).toBe(true)
    const [{ n } = { n: 0 }] = await database().rows<{ n: number }>(sql`select count(*) as n from audit_entries
      where action = 'user.deidentified' and target_id = ${String(people[0]?.id)}`)
    expect(n).toBe(1)
  })
})

describe('the sweep', () => {
  beforeEach(async () => {
    for (const table of ['outbox_mails', 'notices', 'place_reminders']) await run(`delete from ${table}`)
  })

  const notice = (moment: Date) =>
    run(
      "insert into notices (user_id, kind, text_values, created_at) values (1, 'partApproved', '{}', ?)",
      moment.toISOString(),
    )
  const count = async (table: string) =>
    (await env.DB.prepare(`select count(*) as n from ${table}`).first<{ n: number }>())?.n

  test('every table to sweep has a time limit', () => {
    const swept = [...dataMap].filter(
      ([, { kept: period }]) => hasTimeLimit(period) && period.by === 'dataRetention.sweep',
    )
    expect(swept.map(([table]) => table).sort()).toEqual([
      'audit_entries',
      'mailing_drafts',
      'mailing_recipients',
      'mailing_rule_mails',
      'mailings',
      'notices',
      'outbox_mails',
      'person_merge_rows',
      'place_reminders',
      'report_deliveries',
    ])
  })

  test('removes notices and mails after a year, and nothing newer', async () => {
    for (const age of [1, 11, 13, 40]) await notice(months(age))
    for (const age of [11, 13])
      await run(
        "insert into outbox_mails (message_id, recipient, subject, body, created_at, invites_to) values (?, 'a@b.se', 's', 'b', ?, '[]')",
        ...[`m${age}`, months(age).toISOString()],
      )
    await runDailyJob('dataRetention.sweep')
    expect(await count('notices')).toBe(2)
    expect(await count('outbox_mails')).toBe(1)
  })

  test('removes rows of the log after five years', async () => {
    const entry = (moment: Date) =>
      run(
        "insert into audit_entries (at, action, target_type, target_id, data, request_id) values (?, 'test.old', 'event', '1', '{}', 'r')",
        moment.toISOString(),
      )
    for (const age of [58, 59.5, 61, 80]) await entry(months(Math.floor(age)))
    await runDailyJob('dataRetention.sweep')
    const left = await env.DB.prepare("select count(*) as n from audit_entries where action = 'test.old'").first()
    expect(left).toEqual({ n: 2 })
  })

  test('removes the name from an invoice row seven years after its year', async () => {
    const head = (number: number, moment: Date) =>
      run(
        `insert into invoice_heads (id, number, export_id, title, invoice_recipient_id, recipient_name, starts_at, ends_at, row_count,
          total_minor, vat_total_minor, currency, status, created_by_user_id, created_at)
          values (?, ?, ?, 't', 1, 'Klubben', 'a', 'b', 1, 100, 0, 'SEK', 0, 1, ?)`,
        ...[number, number, `e${number}`, moment.toISOString()],
      )
    await run('drop trigger invoice_rows_due')
    for (const [number, moment] of [
      [1, subYears(new Date(), 9)],
      [2, subYears(new Date(), 6)],
    ] as const) {
      await head(number, moment)
      await run(
        `insert into invoice_rows (invoice_head_id, result_id, user_id, user_name, education_title, signed_up_at, fee_minor,
          amount_minor, vat_rate, vat_minor, live, attended) values (?, ?, 1, 'Anna Berg', 'Bana', 'x', 100, 100, 0, 0, 1, 0)`,
        ...[number, number],
      )
    }
    await runDailyJob('dataRetention.sweep')
    const { results } = await env.DB.prepare('select user_name, amount_minor from invoice_rows order by id').all()
    expect(results).toEqual([
      { user_name: 'Raderad person', amount_minor: 100 },
      { user_name: 'Anna Berg', amount_minor: 100 },
    ])
    await expect(run("update invoice_rows set user_name = 'X'")).rejects.toThrow('invoice_fixed')
  })
})
