import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { personKey } from '#api/courses/xapi/agent.ts'
import { dataMap } from '#api/office/data-retention/data-map.ts'
import { erasePersonById } from '../../erasing.ts'
import { listColumnsHandled, listColumnsHolding, markEverywhere } from '../../marked-person.ts'
import { database, type Person, signedIn } from '../../portal.ts'

const identity = {
  firstName: 'Zebrafina',
  lastName: 'O"Kvist',
  email: 'zebrafina.kvist@example.se',
  phone: '070-998 877 66',
  userName: 'zebrafina-77',
  externalPersonId: 'IID-556677',
}
/** Texts that appear only in the person's data, never in anything that the portal writes by itself. */
const traces = ['ebrafina', 'zebrafina-77', 'Kvist', '070-998 877 66', 'IID-556677']

const one = async <Row>(text: string) => env.DB.prepare(text).first<Row>()

let person: Person
let other: Person

const erase = () => erasePersonById(person.id)

/** Names the person in rows that belong to others. */
async function mentionElsewhere(): Promise<void> {
  const { query } = database()
  const [name, moment] = [`${identity.firstName} ${identity.lastName}`, new Date().toISOString()]
  const values = JSON.stringify({ name, title: 'Flaggvakt' })
  await query.run(sql`insert into notices (user_id, kind, text_values, created_at)
    values (${other.id}, 'submissionHandedIn', ${values}, ${moment})`)
  await query.run(sql`insert into outbox_mails (message_id, recipient, subject, body, created_at, user_id, invites_to)
    values ('m', 'x@y.se', ${`Om ${name}`}, ${`${name} har svarat, ${identity.email}`}, ${moment}, ${other.id}, '[]')`)
  for (const data of [{ name }, { userName: identity.userName }, { email: identity.email, kept: 'this' }])
    await query.run(sql`insert into audit_entries (at, user_id, action, target_type, target_id, data, request_id)
      values (${moment}, ${other.id}, 'test.named', 'comment', '1', ${JSON.stringify(data)}, 'r')`)
  await query.run(sql`insert into jobs (id, kind, payload, state, run_at, attempts, created_at)
    values ('reset', 'authentication.reset', ${JSON.stringify({ userName: identity.userName })}, 4, ${moment}, 5, ${moment})`)
  await query.run(sql`insert into audit_entries (at, user_id, action, target_type, target_id, data, request_id)
    values (${moment}, ${other.id}, 'mail.tested', 'mail', ${identity.email}, '{}', 'r')`)
  const statement = {
    actor: { account: { name: '9' } },
    context: { instructor: { name, mbox: `mailto:${identity.email}` } },
  }
  await query.run(sql`insert into xapi_statements (sequence, id, verb, statement, stored_at)
    values (99001, 'told-by-another', 'v', ${JSON.stringify(statement)}, ${moment})`)
  for (const key of [personKey(env.PORTAL_ORIGIN, person.id), `mbox:mailto:${identity.email}`])
    await query.run(
      sql`insert into xapi_references (kind, key, is_related, sequence) values ('agent', ${key}, 1, 99001)`,
    )
}

beforeAll(async () => {
  other = await signedIn()
  person = await signedIn({ id: 4711, ...identity })
  expect((await person.fetch('POST', '/Notices/read', { ids: [1] })).status).toBe(204)
  await markEverywhere({ id: person.id, userName: identity.userName })
  await mentionElsewhere()
  await env.FILES.put(`submissions/${'"mark-submission_files-key"'}`, 'a')
  await env.FILES.put('"mark-xapi_attachments-file_key"', 'b')
  await env.FILES.put('"mark-xapi_documents-file_key"', 'c')
  await env.FILES.put('"mark-stored_files-key"', 'd')
  await erase()
})

test('no trace of the name, the addresses and the numbers is left in any table', async () => {
  expect(await listColumnsHolding(...traces)).toEqual([])
})

test('only what the map retains of a person’s rows is left', async () => {
  // These texts stay without the names in them: a report is of an occasion, a mailing went to many, Fortnox' message is
  // about a club's invoice, and that of a meeting service about a meeting.
  const messages = ['fortnox_documents.message', 'occasion_meetings.message']
  const withoutNames = [...messages, 'study_reports.undone_reason', 'mailings.subject', 'mailings.body']
  const retainedColumns = [...listColumnsHandled('plain', 'keep', 'actor'), ...withoutNames]
  expect((await listColumnsHolding('mark-')).filter((column) => !retainedColumns.includes(column))).toEqual([])
  const emptied = [...dataMap].filter(([, { columns }]) => columns.delete).map(([table]) => `${table}.`)
  expect(
    (await listColumnsHolding('mark-')).filter((column) => emptied.some((table) => column.startsWith(table))),
  ).toEqual([])
})

test('bookkeeping retains its rows and amounts', async () => {
  expect(await one('select user_id, user_name, amount_minor from invoice_rows')).toEqual({
    user_id: 4711,
    user_name: '"mark-invoice_rows-user_name"',
    amount_minor: 4711,
  })
  expect(await one('select user_id, sign_up, amount_minor from payments')).toEqual({
    user_id: 4711,
    sign_up: '{}',
    amount_minor: 4711,
  })
})

test('results and licences remain without a person', async () => {
  expect(await one('select user_id, custom_answers from education_part_results')).toEqual({
    user_id: 4711,
    custom_answers: '[]',
  })
  expect(await one('select user_id, note, revoked_reason from user_licenses')).toEqual({
    user_id: 4711,
    note: null,
    revoked_reason: null,
  })
})

test('a protocol retains what was passed, without the comments and the examiner’s signature', async () => {
  expect(await one('select items, signature, note from driver_exam_protocols')).toEqual({
    items: '[{"id":1,"passed":true,"comment":null}]',
    signature: 'Raderad person',
    note: null,
  })
})

test('the row is inactive, retains its number, and names nobody', async () => {
  expect(
    await one(
      'select first_name, last_name, user_name, email, birth_on, password_hash, inactive_at is not null as shut from users where id = 4711',
    ),
  ).toEqual({
    first_name: 'Raderad',
    last_name: 'person',
    user_name: 'erased-4711',
    email: null,
    birth_on: null,
    password_hash: null,
    shut: 1,
  })
})

test('a signed-in person is signed out', async () => {
  expect((await person.fetch('POST', '/Notices/read', { ids: [1] })).status).toBe(401)
})

test('the files are gone', async () => {
  const { objects } = await env.FILES.list()
  expect(objects.map(({ key }) => key).filter((key) => key.includes('mark-'))).toEqual([])
})

test('the log retains who did what and when, without the person’s data', async () => {
  const { results } = await env.DB.prepare(
    "select data from audit_entries where action = 'test.named' order by id",
  ).all()
  expect(results).toEqual([
    { data: '{"name":null}' },
    { data: '{"userName":null}' },
    { data: '{"email":null,"kept":"this"}' },
  ])
  const own = await one(
    "select user_id, data from audit_entries where target_type = 'user' and target_id = '4711' limit 1",
  )
  expect(own).toEqual({ user_id: 4711, data: '{}' })
})

test('the log is append-only for everything else', async () => {
  await expect(env.DB.prepare("update audit_entries set action = 'z'").run()).rejects.toThrow('audit_is_append_only')
  await expect(
    env.DB.prepare(`update audit_entries set data = '{"kept":"that"}' where action = 'test.named'`).run(),
  ).rejects.toThrow('audit_is_append_only')
  await expect(env.DB.prepare('delete from audit_entries').run()).rejects.toThrow('audit_is_append_only')
})

test('search does not find the old name', async () => {
  for (const index of ['users_words', 'users_trigrams'])
    expect(await one(`select count(*) as n from ${index} where ${index} match 'zebrafina'`)).toEqual({ n: 0 })
})

test('nothing restores the row: an edit, a role, a membership, a sign-up', async () => {
  const moment = new Date().toISOString()
  const attempts = [
    "update users set first_name = 'Anna' where id = 4711",
    "insert into user_roles (user_id, role) values (4711, 'Educator')",
    'insert into user_organizations (user_id, organization_id) values (4711, 1)',
    `insert into education_results (user_id, education_id, source, created_at, changed_at) values (4711, 1, 0, '${moment}', '${moment}')`,
    `insert into sessions (token_hash, user_id, created_at, expires_at, last_used_at) values ('t', 4711, '${moment}', '${moment}', '${moment}')`,
  ]
  for (const attempt of attempts) await expect(env.DB.prepare(attempt).run()).rejects.toThrow('person_erased')
})

test('the same person of the register is a new person', async () => {
  const again = await signedIn(identity)
  expect(again.id).not.toBe(4711)
})

test('of an address and a number in texts, only what another account shares stays', async () => {
  const { query } = database()
  const mother = await signedIn({ email: 'familjen@example.se', phone: '070-111 22 33' })
  const [son, daughter] = [
    await signedIn({ email: 'Familjen@example.se', phone: '070-444 55 66' }),
    await signedIn({ email: 'dotter@example.se', phone: '070-111 22 33' }),
  ]
  const [body, moment] = [
    'familjen@example.se Familjen@example.se dotter@example.se 070-111 22 33 070-444 55 66',
    new Date(),
  ]
  await query.run(sql`insert into outbox_mails (message_id, recipient, subject, body, created_at, user_id, invites_to)
    values ('family', 'x@y.se', 'Om', ${body}, ${moment.toISOString()}, ${mother.id}, '[]')`)
  for (const { id } of [son, daughter]) await erasePersonById(id)
  expect(await one("select body from outbox_mails where message_id = 'family'")).toEqual({
    body: 'familjen@example.se Familjen@example.se – 070-111 22 33 –',
  })
})
