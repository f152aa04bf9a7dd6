import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { AuditEntry } from '#api/foundation/audit/contract.ts'
import { auditEntries } from '#api/foundation/audit/table.ts'
import type { AuditPage } from '#api/office/audit-log/contract.ts'
import texts from '#locales/sv/audit.json' with { type: 'json' }
import { listAuditEntries } from '../audit.ts'
import { education, occasion, part } from '../catalogue.ts'
import { database, signedIn } from '../portal.ts'

const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
const anna = await signedIn({ firstName: 'Anna', lastName: 'Loggén', userName: 'anna.loggen' })
const bo = await signedIn({ firstName: 'Bo', lastName: '100%' })

const at = (day: number, hour = 12) => new Date(Date.UTC(2026, 2, day, hour))
const written = (day: number, more: Partial<typeof auditEntries.$inferInsert>) => ({
  at: at(day),
  userId: anna.id,
  action: 'test.changed',
  targetType: 'user',
  targetId: String(bo.id),
  data: { before: { phone: null }, after: { phone: '+46' } },
  requestId: 'r',
  ...more,
})
await database()
  .query.insert(auditEntries)
  .values([
    written(1, {}),
    written(2, { action: 'test.made', userId: bo.id }),
    written(2, { action: 'test.made', userId: null }),
    written(3, { targetType: 'thing', targetId: '7' }),
    // The last hour of 3 March in Sweden, and the first of the 4th.
    written(3, { action: 'test.late', at: at(3, 22) }),
    written(3, { action: 'test.late', at: at(3, 23) }),
  ])

type Query = Record<string, string>
const addressOf = (path: string, query: Query) => `/AuditLog${path}?${new URLSearchParams(query)}`
async function loadPage(query: Query): Promise<AuditPage> {
  const response = await superadministrator.fetch('GET', addressOf('', query))
  expect(response.status).toBe(200)
  return response.json()
}
const ours = (items: AuditEntry[]) => items.filter(({ action }) => action.startsWith('test.'))
const days = (items: AuditEntry[]) => ours(items).map((entry) => String(entry.at).slice(8, 13))

test('entries are listed newest first, with actor and target by name, before and after', async () => {
  const { items } = await loadPage({ to: '2026-03-01' })
  expect(items).toMatchObject([
    {
      userName: 'Anna Loggén',
      targetName: 'Bo 100%',
      action: 'test.changed',
      data: { before: { phone: null }, after: { phone: '+46' } },
    },
  ])
  expect(days((await loadPage({})).items)).toEqual(['03T23', '03T22', '03T12', '02T12', '02T12', '01T12'])
})

test.each([
  [{ who: 'anna.loggen' }, ['03T23', '03T22', '03T12', '01T12']],
  [{ who: 'Anna Log' }, ['03T23', '03T22', '03T12', '01T12']],
  [{ who: 'ANNA.LOGGEN', action: 'test.late' }, ['03T23', '03T22']],
  [{ who: String(bo.id) }, ['02T12']],
  [{ who: 'Bo 100%' }, ['02T12']],
  [{ who: '%' }, []],
  [{ who: 'nobody' }, []],
  [{ action: 'test.made' }, ['02T12', '02T12']],
  [{ target: 'thing/7' }, ['03T12']],
  [{ target: `user/${bo.id}`, action: 'test.changed' }, ['01T12']],
  [{ from: '2026-03-03', to: '2026-03-03' }, ['03T22', '03T12']],
  [{ from: '2026-03-04', to: '2026-03-04' }, ['03T23']],
])('the filter %o finds its rows only', async (query, expected) => {
  expect(days((await loadPage(query)).items)).toEqual(expected)
})

test('the log begins with the oldest entry on request, page by page and filtered', async () => {
  const query = { sort: 'when', descending: 'false', who: 'anna.loggen' }
  expect(days((await loadPage(query)).items)).toEqual(['01T12', '03T12', '03T22', '03T23'])
  const first = await loadPage({ ...query, pageSize: '3' })
  const second = await loadPage({ ...query, pageSize: '3', after: first.next ?? '' })
  expect([days(first.items), days(second.items), second.next]).toEqual([['01T12', '03T12', '03T22'], ['03T23'], null])
  expect((await superadministrator.fetch('GET', addressOf('', { sort: 'who' }))).status).toBe(400)
})

test('pages have no gaps and no duplicates, also at equal times', async () => {
  const seen: number[] = []
  let after: string | null = ''
  while (after !== null) {
    const filter = { from: '2026-03-01', to: '2026-03-04', pageSize: '1' }
    const page: AuditPage = await loadPage(after ? { ...filter, after } : filter)
    expect(page.items).toHaveLength(1)
    seen.push(...page.items.map(({ id }) => id))
    after = page.next
  }
  expect(new Set(seen).size).toBe(6)
  expect(seen).toHaveLength(6)
})

test('every kind of action is listed once', async () => {
  const actions = await (await superadministrator.fetch('GET', '/AuditLog/actions')).json<string[]>()
  expect(actions.filter((action) => action.startsWith('test.'))).toEqual(['test.changed', 'test.late', 'test.made'])
})

test('the export contains what the filter finds, and is itself recorded', async () => {
  const response = await superadministrator.fetch('GET', addressOf('/export', { action: 'test.made' }))
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const rows = (await response.text()).trim().split('\r\n')
  expect(rows).toHaveLength(3)
  expect(rows[0]).toContain('"När";"Vem";"Vad";"Till vem eller vad";"Slag";"Ändring"')
  expect(rows[1]).toContain('"Bo 100%";"Person";"Telefon: – → +46"')
  expect(rows[1]).toContain(`"test.made";"user/${bo.id}"`)
  expect((await listAuditEntries('auditLog'))[0]).toMatchObject({
    action: 'auditLog.exported',
    userId: superadministrator.id,
    data: { filter: { action: 'test.made' } },
  })
})

test('targets and ids in details are shown by name with a link to their pages', async () => {
  const partId = await part({ title: 'Loggad del' })
  const educationId = await education({ title: 'Loggad utbildning', partIds: [partId] })
  const occasionId = await occasion({
    educationPartId: partId,
    educationId,
    city: 'Kil',
    startsAt: new Date('2026-05-02T08:00:00Z'),
  })
  await database()
    .query.insert(auditEntries)
    .values([
      written(10, { action: 'education.changed', targetType: 'education', targetId: String(educationId) }),
      written(11, {
        action: 'result.moved',
        targetType: 'occasion',
        targetId: String(occasionId),
        data: { from: occasionId, to: 2_000_000_000 },
      }),
      written(12, {
        action: 'education.partsArranged',
        targetType: 'education',
        targetId: '2000000000',
        data: { before: [], after: [partId], responsibleIds: [anna.id] },
      }),
    ])
  const query = { from: '2026-03-10', to: '2026-03-12' }
  const { items, names } = await loadPage(query)
  expect(items.map(({ targetName, targetPath }) => [targetName, targetPath])).toEqual([
    [null, null],
    ['Loggad del · Kil · lör 2 maj 2026 10:00', `/education/manageOccasion/${occasionId}`],
    ['Loggad utbildning', `/education/${educationId}`],
  ])
  expect(names).toMatchObject({ [`educationPart/${partId}`]: 'Loggad del', [`user/${anna.id}`]: 'Anna Loggén' })
  expect(Object.keys(names).filter((name) => name.endsWith('/2000000000'))).toEqual([])
  const file = await (await superadministrator.fetch('GET', addressOf('/export', query))).text()
  expect(file).toContain('"Loggad utbildning"')
})

test('every kind of target has a valid query for its name', async () => {
  const things = Object.keys(texts).flatMap((key) => (key.startsWith('thing.') ? key.slice('thing.'.length) : []))
  for (const targetType of things)
    await database()
      .query.insert(auditEntries)
      .values(written(20, { action: 'test.each', targetType, targetId: 'x y' }))
  const response = await superadministrator.fetch('GET', addressOf('', { action: 'test.each', pageSize: '200' }))
  expect((await response.json<AuditPage>()).items).toHaveLength(things.length)
  // One round trip for the entries, one for the names of all kinds of targets.
  expect(response.headers.get('server-timing')).toBe('db;desc="2 round trips"')
  for (const target of things) {
    const found = await loadPage({ target: `${target}/x y`, action: 'test.each' })
    expect(found.items.map(({ targetType }) => targetType)).toEqual([target])
  }
})

test.each([{ from: 'yesterday' }, { target: 'user' }, { after: 'x' }, { pageSize: '500' }])(
  '%o is refused at its field',
  async (query) => {
    const response = await superadministrator.fetch('GET', addressOf('', query))
    expect(response.status).toBe(400)
    expect(Object.keys((await response.json<{ fields: object }>()).fields)).toEqual(Object.keys(query))
  },
)

test.each(['', '/actions', '/export'])('nobody but the superadministrator reads the log%s', async (path) => {
  const administrator = await signedIn({ roles: { Administrator: {} } })
  expect((await administrator.fetch('GET', `/AuditLog${path}`)).status).toBe(403)
})

const order = 'order by at desc, id desc limit 51'
test.each([
  ['', /idx_audit_entries_at/],
  ["where action = 'a'", /idx_audit_entries_action/],
  ['where user_id = 7', /idx_audit_entries_user_id/],
  ["where target_type = 'user' and target_id = '7'", /idx_audit_entries_target/],
  ["where action = 'a' and (at, id) < ('2026', 7)", /idx_audit_entries_action/],
])('the log is read in the order of an index: %s', async (where, index) => {
  const { results } = await env.DB.prepare(`explain query plan select * from audit_entries ${where} ${order}`).all()
  const plan = JSON.stringify(results)
  expect(plan).toMatch(index)
  expect(plan).not.toContain('TEMP B-TREE')
})

test('the export is in the language of its reader, with reports and templates by name', async () => {
  await database()
    .query.insert(auditEntries)
    .values([
      written(25, {
        action: 'report.exported',
        targetType: 'report',
        targetId: 'Summary',
        data: { inBackground: true },
      }),
      written(25, {
        action: 'mail.templateChanged',
        targetType: 'mailTemplate',
        targetId: 'passwordReset en',
        data: { before: { subject: 'A' }, after: { subject: 'B' } },
      }),
      written(25, {
        action: 'test.coded',
        data: { because: 'wrong_amount', userIds: [bo.id], completionRule: 'both' },
      }),
    ])
  const query = { from: '2026-03-25', to: '2026-03-25' }
  const exported = async (language: string) => {
    const headers = { cookie: `language=${language}` }
    const response = await superadministrator.fetch('GET', addressOf('/export', query), undefined, headers)
    return (await response.text()).split('\r\n').slice(1, 4)
  }
  const [coded, template, report] = await exported('sv')
  expect(coded).toContain('"Orsak: Fel belopp; Personer: Bo 100%; ')
  expect(coded).toContain('Genomgången och godkänd')
  expect(template).toContain('"Anna Loggén";"Ändrade en mejlmall";"Välj ett nytt lösenord";"Mejlmall";"Ämne: A → B"')
  expect(report).toContain('"Anna Loggén";"Exporterade rapport";"Rapport Sammanställning";"Rapport";"I bakgrunden: ja"')
  const english = await exported('en')
  expect(english[1]).toContain('"Changed the wording of an email";"Choose a new password"')
  expect(english[2]).toContain('"Report Summary"')
})
