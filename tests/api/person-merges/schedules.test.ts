import { expect, test, vi } from 'vitest'
import type { ReportSchedule } from '#api/office/report-schedules/contract.ts'
import type { SavedView } from '#api/office/saved-views/contract.ts'
import { signedIn } from '../../portal.ts'
import { runClock } from '../report-schedules/fixtures.ts'
import { merge, rowsOf, run, twoRecords, undo } from './fixtures.ts'

vi.setConfig({ testTimeout: 60_000 })

const superadministrator = { roles: { SuperAdministrator: {} } }
const times = { rhythm: 'weekly', day: 1, hour: 7 }
const view = { list: 'users', name: 'Alla', query: '', isShared: true }

/** Takes the roles of both, which a merge requires. */
const dropRoles = ({ from, into }: Awaited<ReturnType<typeof twoRecords>>) =>
  run('delete from user_roles where user_id in (?, ?)', from.id, into.id)

test('a schedule whose view stays with the closed account leads to the one of the same name; the undo leads back', async () => {
  const pair = await twoRecords(superadministrator)
  const own = await pair.into.json<SavedView>('POST', '/SavedViews', view)
  const other = await pair.from.json<SavedView>('POST', '/SavedViews', view)
  const body = { savedViewId: other.id, times, receiverIds: [pair.from.id] }
  const { id } = await pair.from.json<ReportSchedule>('POST', '/ReportSchedules', body)
  const colleague = await signedIn({ ...superadministrator, email: 'kollega@test.example' })
  const shared = await colleague.json<ReportSchedule>('POST', '/ReportSchedules', {
    ...body,
    receiverIds: [colleague.id],
  })
  const readShared = () => rowsOf('select saved_view_id as viewId from report_schedules where id = ?', shared.id)
  const read = () => rowsOf('select user_id as userId, saved_view_id as viewId from report_schedules where id = ?', id)
  await dropRoles(pair)
  const done = await merge(pair)
  expect(await read()).toEqual([{ userId: pair.into.id, viewId: own.id }])
  expect(await readShared(), 'a colleague’s schedule').toEqual([{ viewId: other.id }])
  expect(await undo(done)).toMatchObject({ state: 2, kept: [] })
  expect(await read()).toEqual([{ userId: pair.from.id, viewId: other.id }])
  expect(await readShared()).toEqual([{ viewId: other.id }])
})

test('a person whose two records receive a report is one receiver after the merge, with one mail', async () => {
  const pair = await twoRecords(superadministrator)
  const owner = await signedIn(superadministrator)
  const body = { savedViewId: null, times, receiverIds: [pair.from.id, pair.into.id] }
  const { id } = await owner.json<ReportSchedule>('POST', '/ReportSchedules', body)
  await dropRoles(pair)
  await merge(pair)
  const list = await owner.json<ReportSchedule[]>('GET', '/ReportSchedules')
  expect(list.find((one) => one.id === id)?.receivers.map(({ userId }) => userId)).toEqual([pair.into.id])
  await run('update report_schedules set next_due_at = ? where id = ?', '2026-01-05T06:00:00.000Z', id)
  await runClock()
  const delivered = await rowsOf('select user_id as userId from report_deliveries where schedule_id = ?', id)
  expect(delivered).toEqual([{ userId: pair.into.id }])
})
