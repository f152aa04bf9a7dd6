import { env, exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { policyReportLimits } from '#api/foundation/policy-reports/rules.ts'
import { policyReports } from '#api/foundation/policy-reports/table.ts'
import { toPortalDay } from '#api/zone.ts'
import { anonymous, database, signedIn } from '../portal.ts'

const { query } = database()

const report = (given: object = {}) => ({
  'csp-report': {
    'document-uri': 'http://portal.test/profile/7?name=Anna',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.test/x.js?token=abc',
    ...given,
  },
})

const send = (body: unknown, method = 'POST') =>
  exports.default.fetch('http://portal.test/policy-reports', {
    method,
    headers: { 'content-type': 'application/csp-report' },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })

test('blocked content is counted by directive, host and kind of page, without personal data', async () => {
  for (const id of [7, 8, 9])
    expect((await send(report({ 'document-uri': `http://portal.test/profile/${id}?name=Anna` }))).status).toBe(204)
  const rows = await query.select().from(policyReports)
  expect(rows).toMatchObject([{ directive: 'script-src-elem', blocked: 'evil.test', count: 3 }])
  expect(JSON.stringify(rows)).not.toMatch(/Anna|abc|\/7/)
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  const listed = await (await office.fetch('GET', '/PolicyReports')).json()
  expect(listed).toMatchObject([{ blocked: 'evil.test', count: 3 }])
  for (const role of ['Administrator', 'Educator'] as const) {
    const person = await signedIn({ roles: { [role]: {} } })
    expect((await person.fetch('GET', '/PolicyReports')).status).toBe(403)
  }
  expect((await anonymous('GET', '/PolicyReports')).status).toBe(401)
})

test('reports about other sites, junk and large bodies count nothing', async () => {
  const before = await query.select().from(policyReports)
  for (const body of [report({ 'document-uri': 'https://other.test/' }), 'junk', '', [1, null], 'x'.repeat(20_000)])
    expect((await send(body)).status).toBe(204)
  expect(await query.select().from(policyReports)).toEqual(before)
  expect((await send(null, 'GET')).status).toBe(405)
})

test('a day has a limited number of rows, and old days are removed', async () => {
  const day = toPortalDay(new Date())
  await env.DB.prepare("insert into policy_reports select ?1, 'img-src', 'h' || value, '/x', 1 from json_each(?2)")
    .bind(day, JSON.stringify(Array.from({ length: policyReportLimits.rows }, (_, at) => at)))
    .run()
  await env.DB.prepare("insert into policy_reports values ('2026-01-01', 'img-src', 'old.test', '/x', 1)").run()
  await send(report({ 'blocked-uri': 'https://one-more.test/' }))
  await send(report())
  const rows = await query.select().from(policyReports)
  expect(rows.filter(({ blocked }) => ['one-more.test', 'old.test'].includes(blocked))).toEqual([])
  expect(rows.find(({ blocked }) => blocked === 'evil.test')?.count).toBe(4)
})

test('signing out clears the browser’s stored pages and pictures', async () => {
  const person = await signedIn()
  const answer = await person.fetch('POST', '/Authentication/Logout')
  expect(answer.headers.get('clear-site-data')).toBe('"cache"')
  expect(answer.headers.get('cache-control')).toBe('no-store')
})
