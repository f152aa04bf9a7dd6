import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { jobStates } from '#api/foundation/jobs/rules.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import type { ReportSchedule } from '#api/office/report-schedules/contract.ts'
import { latestTime, nextTime } from '#api/office/report-schedules/rules.ts'
import { userRoles } from '#api/people/roles/table.ts'
import { users } from '#api/people/users/table.ts'
import { toPortalDay } from '#api/zone.ts'
import { listAuditEntries } from '../../audit.ts'
import type { Person } from '../../portal.ts'
import { deliverJob, drainJobs, withoutQueue } from '../../queue.ts'
import { bodyOf } from '../../response-body.ts'
import { runSchedule } from '../../webhooks.ts'
import {
  colleague,
  deliveriesOf,
  everyMonday,
  listSchedules,
  mailsTo,
  makeDue,
  query,
  runClock,
  saveView,
  schedule,
} from './fixtures.ts'

const owner = await colleague({ roles: { SuperAdministrator: {} }, firstName: 'Siv', lastName: 'Ek' })
const viewId = await saveView(owner, 'Alla i portalen', { isShared: true })

const create = (receivers: Person[], fields: Parameters<typeof schedule>[1] = {}) =>
  bodyOf<ReportSchedule>(
    schedule(owner, { savedViewId: viewId, receiverIds: receivers.map(({ id }) => id), ...fields }),
  )

const superadministrator = () => colleague({ roles: { SuperAdministrator: {} } })

const outcomesOf = async (id: string) => (await deliveriesOf(id)).map(({ outcome }) => outcome)

const countOf = async (person: Person) => (await mailsTo(person)).length

test('a report that is due is one mail with a number and a link, and then waits for its next time', async () => {
  const receiver = await superadministrator()
  const { id } = await create([receiver])
  await runClock()
  expect(await countOf(receiver)).toBe(0)
  await makeDue(id)
  await runClock()
  const [mail] = await mailsTo(receiver)
  const { total } = await receiver.json<{ total: number }>('POST', '/User/filtered', {})
  expect(mail?.subject).toBe(`Schemalagd rapport: Personer (${total})`)
  expect(mail?.body).toContain(`/oversikt/schemalagda-rapporter/${id}\n`)
  expect(mail?.body).toContain('Siv Ek har schemalagt den här rapporten till dig: Personer.')
  expect(mail?.body).not.toMatch(/Alla i portalen|role=|\/users/)
  const stored = (await listSchedules(owner)).find((one) => one.id === id)
  expect(stored).toMatchObject({
    lastPeriod: toPortalDay(latestTime(everyMonday, new Date())),
    receivers: [{ outcome: 'sent', rows: total, isUndelivered: false }],
  })
  expect(new Date(stored?.nextDue ?? 0)).toEqual(nextTime(everyMonday, new Date()))
  await runClock()
  expect(await countOf(receiver)).toBe(1)
})

test('overlapping runs and a job that is run again send one mail', async () => {
  const receivers = await Promise.all([superadministrator(), superadministrator()])
  const { id } = await create(receivers)
  await makeDue(id)
  const run = (number: number) => `overlapping-${number}`
  for (const number of [1, 2, 3]) {
    const job = { id: run(number), kind: 'reportSchedules.send', payload: {}, runAt: new Date(), createdAt: new Date() }
    await query.insert(jobs).values(job)
  }
  await Promise.all([1, 2, 3].map((number) => deliverJob(run(number))))
  await drainJobs()
  expect(await Promise.all(receivers.map(countOf))).toEqual([1, 1])
  const states = await query.select({ state: jobs.state }).from(jobs).where(eq(jobs.kind, 'reportSchedules.send'))
  expect(states.every(({ state }) => state === jobStates.succeeded)).toBe(true)

  // A run that died after the mails, before it moved the schedule on.
  await makeDue(id)
  await runClock()
  expect(await Promise.all(receivers.map(countOf))).toEqual([1, 1])
  expect(await outcomesOf(id)).toEqual(['sent', 'sent'])
})

test('a minute of the clock twice queues one job', async () => {
  const { id } = await create([owner])
  await makeDue(id)
  const waiting = () =>
    query
      .select()
      .from(jobs)
      .where(and(eq(jobs.kind, 'reportSchedules.send'), eq(jobs.state, jobStates.queued)))
  await withoutQueue(async () => {
    await Promise.all([runSchedule(), runSchedule()])
    expect(await waiting()).toHaveLength(1)
  })
  await drainJobs()
  expect(await outcomesOf(id)).toEqual(['sent'])
})

test('a portal that was down for weeks sends one mail, and a pause none', async () => {
  const receiver = await superadministrator()
  const [missed, paused] = [await create([receiver]), await create([receiver])]
  await makeDue(missed.id, new Date('2026-01-05T06:00:00Z'))
  await makeDue(paused.id, new Date('2026-01-05T06:00:00Z'))
  await owner.fetch('PUT', `/ReportSchedules/${paused.id}/pause`)
  await runClock()
  await runClock()
  expect(await countOf(receiver)).toBe(1)
  expect(await outcomesOf(paused.id)).toEqual([])
  await owner.fetch('PUT', `/ReportSchedules/${paused.id}/resume`)
  await runClock()
  expect(await countOf(receiver)).toBe(1)
})

test('a person who lost the role, the account or the address gets nothing, and the owner sees why', async () => {
  const [demoted, closed, silent, entitled] = await Promise.all([1, 2, 3, 4].map(superadministrator))
  if (!demoted || !closed || !silent || !entitled) throw new Error('there are four receivers')
  const { id } = await create([demoted, closed, silent, entitled])
  await query.update(userRoles).set({ role: 'Educator' }).where(eq(userRoles.userId, demoted.id))
  await query.update(users).set({ inactiveAt: new Date() }).where(eq(users.id, closed.id))
  await query.update(users).set({ email: null }).where(eq(users.id, silent.id))
  await makeDue(id)
  await runClock()
  const found = (await listSchedules(owner)).find((one) => one.id === id)
  const outcomes = new Map(found?.receivers.map(({ userId, outcome }) => [userId, outcome]))
  expect([demoted, closed, silent, entitled].map(({ id: userId }) => outcomes.get(userId))).toEqual([
    'role',
    'account',
    'address',
    'sent',
  ])
  expect(await Promise.all([demoted, closed, silent, entitled].map(countOf))).toEqual([0, 0, 0, 1])
  expect((await demoted.fetch('GET', `/ReportSchedules/${id}/target`)).status).toBe(404)
})

test('a view that is removed or not shared any more, and an owner without the role, send nothing', async () => {
  const [author, receiver] = [await superadministrator(), await superadministrator()]
  const [removed, unshared] = [
    await saveView(author, 'Tas bort', { isShared: true }),
    await saveView(author, 'Delad', { isShared: true }),
  ]
  const own = await bodyOf<ReportSchedule>(schedule(author, { savedViewId: removed, receiverIds: [receiver.id] }))
  const foreign = await create([receiver], { savedViewId: unshared })
  const board = await bodyOf<ReportSchedule>(schedule(author, { receiverIds: [receiver.id] }))
  await author.fetch('DELETE', `/SavedViews/${removed}`)
  await saveView(author, 'Delad', { isShared: false })
  for (const { id } of [own, foreign]) await makeDue(id)
  await runClock()
  expect([await outcomesOf(own.id), await outcomesOf(foreign.id)]).toEqual([['view'], ['view']])
  await query.update(userRoles).set({ role: 'Educator' }).where(eq(userRoles.userId, author.id))
  await makeDue(board.id)
  await runClock()
  expect(await outcomesOf(board.id)).toEqual(['owner'])
  expect(await countOf(receiver)).toBe(0)
  expect((await listSchedules(owner)).find((one) => one.id === own.id)).toMatchObject({
    report: 'view',
    viewName: null,
  })
})

test('the board report is a mail without a number', async () => {
  const receiver = await superadministrator()
  const { id } = await create([receiver], { savedViewId: null })
  await makeDue(id)
  await runClock()
  expect((await mailsTo(receiver)).map(({ subject }) => subject)).toEqual(['Schemalagd rapport: Styrelserapporten'])
  expect(await receiver.json('GET', `/ReportSchedules/${id}/target`)).toEqual({ path: '/print/board' })
})

test('a receiver leaves a schedule, and gets no more mails', async () => {
  const [leaving, staying] = [await superadministrator(), await superadministrator()]
  const { id } = await create([leaving, staying])
  for (const _ of [1, 2]) expect((await leaving.fetch('PUT', `/ReportSchedules/${id}/leave`)).ok).toBe(true)
  await makeDue(id)
  await runClock()
  expect(await Promise.all([leaving, staying].map(countOf))).toEqual([0, 1])
})

test('a schedule whose last receiver leaves is paused with an audit entry, once; others cannot pause it so', async () => {
  const [owner, last] = [await superadministrator(), await superadministrator()]
  const stranger = await superadministrator()
  const { id } = await bodyOf<ReportSchedule>(schedule(owner, { receiverIds: [owner.id, last.id] }))
  const find = async () => (await listSchedules(owner)).find((one) => one.id === id)
  const leave = async (person: typeof owner) => (await person.fetch('PUT', `/ReportSchedules/${id}/leave`)).status
  expect(await leave(owner)).toBe(204)
  expect(await find()).toMatchObject({ isPaused: false })
  expect(await leave(stranger)).toBe(204)
  expect(await find()).toMatchObject({ isPaused: false })
  for (const _ of [1, 2]) expect(await leave(last)).toBe(204)
  expect(await find()).toMatchObject({ isPaused: true, receivers: [] })
  const resumed = await owner.fetch('PUT', `/ReportSchedules/${id}/resume`)
  expect([resumed.status, await bodyOf(resumed)]).toMatchObject([409, { code: 'report_without_receivers' }])
  expect(await find()).toMatchObject({ isPaused: true })
  const entries = (await listAuditEntries('reportSchedule')).filter(({ targetId }) => targetId === id)
  const actions = entries.map(({ action }) => action).sort()
  expect(actions).toEqual(['created', 'left', 'left', 'paused'].map((name) => `reportSchedule.${name}`))
})
