import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { NewReportSchedule, ReportSchedule } from '#api/office/report-schedules/contract.ts'
import { nextTime } from '#api/office/report-schedules/rules.ts'
import { reportSchedules } from '#api/office/report-schedules/table.ts'
import { listAuditEntries } from '../../audit.ts'
import { bodyOf } from '../../response-body.ts'
import { readRefusal } from '../results/fixtures.ts'
import { colleague, everyMonday, listSchedules, query, saveView, schedule } from './fixtures.ts'

const owner = await colleague({ roles: { SuperAdministrator: {} }, firstName: 'Siv', lastName: 'Ek' })
const other = await colleague({ roles: { SuperAdministrator: {} }, firstName: 'Ola', lastName: 'Al' })
const district = await colleague({ roles: { Administrator: { Organization: [2] } }, organizationIds: [20] })
const clubEducator = await colleague({ roles: { Educator: {} }, organizationIds: [20] })
const stranger = await colleague({ roles: { Administrator: { Organization: [3] } }, organizationIds: [30] })
const member = await colleague({ organizationIds: [20] })

const viewId = await saveView(owner, 'Utbildare i norr', { query: 'role=Educator', isShared: true })

const create = async (person = owner, fields: Partial<NewReportSchedule> = {}) =>
  bodyOf<ReportSchedule>(schedule(person, { savedViewId: viewId, ...fields }))

test('a schedule names its view, its receivers and its next time, and the log has no filter', async () => {
  const created = await create(owner, { receiverIds: [owner.id, other.id, owner.id] })
  expect(created).toMatchObject({
    report: 'view',
    list: 'users',
    viewName: 'Utbildare i norr',
    ownerName: null,
    isPaused: false,
    lastPeriod: null,
    receivers: [
      { name: 'Ola Al', outcome: null, rows: null },
      { name: 'Siv Ek', outcome: null },
    ],
  })
  expect(new Date(created.nextDue)).toEqual(nextTime(everyMonday, new Date()))
  expect(await listSchedules(owner)).toEqual([created])
  expect(await listSchedules(other)).toMatchObject([{ id: created.id, ownerName: 'Siv Ek' }])
  expect(await listSchedules(district)).toEqual([])
  const [entry] = await listAuditEntries('reportSchedule')
  expect(entry).toMatchObject({
    action: 'reportSchedule.created',
    data: { address: '/users', rhythm: 'weekly', day: 1, hour: 7, receivers: 2 },
  })
  expect(JSON.stringify(entry)).not.toMatch(/role=|norr/)
})

test('a repeated request makes one schedule', async () => {
  const before = (await listSchedules(owner)).length
  const send = () => schedule(owner, { savedViewId: viewId }, { 'idempotency-key': 'schemalagd-en-gang' })
  const [one, again] = [await bodyOf<ReportSchedule>(send()), await bodyOf<ReportSchedule>(send())]
  expect(again.id).toBe(one.id)
  expect(await listSchedules(owner)).toHaveLength(before + 1)
})

test('receivers are people with a role that opens the list, and whom the caller looks after', async () => {
  const refused = async (person: typeof owner, receiverIds: number[], savedViewId: number | null = viewId) =>
    readRefusal(await schedule(person, { savedViewId, receiverIds }))
  for (const person of [member, clubEducator])
    expect(await refused(owner, [owner.id, person.id])).toEqual([409, 'report_receiver'])
  expect(await refused(owner, [district.id], null)).toEqual([409, 'report_receiver'])
  expect(await refused(district, [stranger.id])).toEqual([409, 'report_receiver'])
  expect(await refused(owner, [999_999])).toEqual([409, 'report_receiver'])
  const occasions = await saveView(district, 'Våra tillfällen', { list: 'occasions' })
  const named = await schedule(owner, { savedViewId: viewId, receiverIds: [member.id] }, { 'accept-language': 'sv' })
  expect((await named.json<{ details: { names: string } }>()).details.names).not.toBe('–')
  // A private view is for its owner only.
  expect(await refused(district, [clubEducator.id], occasions)).toEqual([409, 'report_view_private'])
  expect((await schedule(district, { savedViewId: occasions })).status).toBe(200)
  await saveView(district, 'Våra tillfällen', { list: 'occasions', isShared: true })
  expect((await schedule(district, { savedViewId: occasions, receiverIds: [clubEducator.id] })).status).toBe(200)
  expect((await schedule(owner, { receiverIds: [owner.id, other.id] })).status).toBe(200)
})

test('a view that is not seen does not exist, and the board report is the superadministrators’', async () => {
  const hidden = await saveView(owner, 'Egen')
  expect((await schedule(district, { savedViewId: hidden })).status).toBe(404)
  expect((await schedule(other, { savedViewId: hidden })).status).toBe(404)
  expect(await readRefusal(await schedule(district, {}))).toEqual([403, 'not_allowed'])
  expect(await readRefusal(await schedule(clubEducator, { savedViewId: viewId }))).toEqual([403, 'not_allowed'])
  expect((await schedule(member, { savedViewId: viewId })).status).toBe(403)
})

test('wrong times and receivers are refused by field', async () => {
  for (const [field, fields] of [
    ['times.day', { times: { rhythm: 'weekly', day: 8, hour: 7 } }],
    ['times.day', { times: { rhythm: 'monthly', day: 32, hour: 7 } }],
    ['times.hour', { times: { rhythm: 'weekly', day: 1, hour: 24 } }],
    ['receiverIds', { receiverIds: [] }],
    ['receiverIds.0', { receiverIds: ['x@example.com'] }],
  ] as const) {
    const body = { savedViewId: viewId, times: everyMonday, receiverIds: [owner.id] }
    const response = await owner.fetch('POST', '/ReportSchedules', Object.assign(body, fields))
    expect(response.status).toBe(400)
    expect((await response.json<{ fields: object }>()).fields).toHaveProperty([field])
  }
})

test('pausing, resuming and removing are the owner’s and superadministrators’, and may be repeated', async () => {
  const { id } = await create()
  const statusesOf = async (person: typeof owner) => [
    (await person.fetch('PUT', `/ReportSchedules/${id}/pause`)).status,
    (await person.fetch('PUT', `/ReportSchedules/${id}/resume`)).status,
    (await person.fetch('DELETE', `/ReportSchedules/${id}`)).status,
  ]
  const find = async () => (await listSchedules(owner)).find((one) => one.id === id)
  expect(await statusesOf(district)).toEqual([404, 404, 204])
  expect(await find()).toMatchObject({ isPaused: false })
  for (let times = 0; times < 2; times += 1)
    expect((await other.fetch('PUT', `/ReportSchedules/${id}/pause`)).status).toBe(204)
  expect(await find()).toMatchObject({ isPaused: true })
  await query
    .update(reportSchedules)
    .set({ nextDueAt: new Date('2026-01-05T06:00:00Z') })
    .where(eq(reportSchedules.id, id))
  for (let times = 0; times < 2; times += 1)
    expect((await owner.fetch('PUT', `/ReportSchedules/${id}/resume`)).status).toBe(204)
  const resumed = await find()
  expect(resumed?.isPaused).toBe(false)
  expect(new Date(resumed?.nextDue ?? 0)).toEqual(nextTime(everyMonday, new Date()))
  for (let times = 0; times < 2; times += 1)
    expect((await owner.fetch('DELETE', `/ReportSchedules/${id}`)).status).toBe(204)
  expect(await find()).toBeUndefined()
  const actions = (await listAuditEntries('reportSchedule')).filter((entry) => String(entry.targetId) === id)
  expect(actions.map(({ action }) => action).sort()).toEqual(
    ['created', 'paused', 'removed', 'resumed'].map((name) => `reportSchedule.${name}`),
  )
})

test('a person has at most twenty schedules', async () => {
  const busy = await colleague({ roles: { SuperAdministrator: {} } })
  const times = { rhythm: 'weekly', day: 1, hour: 7, report: 'board', createdAt: new Date() } as const
  for (let number = 1; number <= 20; number += 1)
    await query
      .insert(reportSchedules)
      .values({ ...times, id: `full-${number}`, userId: busy.id, nextDueAt: new Date('2030-01-07T06:00:00Z') })
  expect(await readRefusal(await schedule(busy, {}))).toEqual([409, 'report_schedules_enough'])
})
