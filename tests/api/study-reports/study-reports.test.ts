import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { occasionResponsibles, occasions } from '#api/catalogue/occasions/table.ts'
import type { StudyOccasion } from '#api/office/study-reports/contract.ts'
import { studyReports } from '#api/office/study-reports/table.ts'
import { listAuditEntries } from '../../audit.ts'
import { insertFederation } from '../../federation.ts'
import { database, signedIn } from '../../portal.ts'
import { protect } from '../../protection.ts'
import { bodyOf } from '../../response-body.ts'
import { readSheetsResponse } from '../../spreadsheet.ts'
import { readRefusal } from '../results/fixtures.ts'
import { attend, createHeldOccasion, report, setAttended } from './fixtures.ts'

await insertFederation()
const office = await signedIn({ roles: { SuperAdministrator: {} }, firstName: 'Siv', lastName: 'Kansli' })
const colleague = await signedIn({ roles: { SuperAdministrator: {} }, firstName: 'Bo', lastName: 'Kansli' })
const { query } = database()

const show = (id: number) => office.json<StudyOccasion | null>('GET', `/StudyReports/Occasions/${id}`)
const lacksOf = async (id: number) => (await show(id))?.lacks.map(({ kind }) => kind)
const reportsOf = (id: number) => query.select().from(studyReports).where(eq(studyReports.occasionId, id))
const make = (ids: readonly number[], breakMinutes = 0) =>
  bodyOf<{ fileKey: string }>(report(office, ids, breakMinutes))
const cancel = (id: number) => query.update(occasions).set({ canceledAt: new Date() }).where(eq(occasions.id, id))
const entriesOf = async (id: string) =>
  (await listAuditEntries('studyReport')).filter(({ targetId }) => targetId === id)
const undo = (id: number, reason: string) => office.fetch('POST', `/StudyReports/${id}/Undo`, { reason })

describe('an occasion', () => {
  test('with three attended participants and a leader is ready', async () => {
    const { id } = await createHeldOccasion()
    expect(await show(id)).toMatchObject({
      title: 'Bandagen',
      educationTitle: 'Banfunktionär',
      leaderName: 'Lena Ledare',
      minutes: 240,
      units: 5,
      participants: 3,
      state: 'ready',
      lacks: [],
      report: null,
    })
  })

  test('that is ahead, or cancelled, is not reported', async () => {
    const ahead = await createHeldOccasion({ startsAt: new Date('2999-01-01'), endsAt: new Date('2999-01-02') })
    const canceled = await createHeldOccasion()
    await cancel(canceled.id)
    for (const { id } of [ahead, canceled]) {
      expect(await show(id)).toBeNull()
      expect(await readRefusal(await report(office, [id]))).toEqual([404, 'not_found'])
    }
  })

  test('lacks a participant who turns 13 the year after, has no birth date or did not come', async () => {
    const { id, place } = await createHeldOccasion({}, 2)
    await attend(place, { birthOn: '2014-01-01' })
    await attend(place, { birthOn: null })
    await attend(place, {}, { attended: false })
    expect(await lacksOf(id)).toEqual(['participants'])
    expect(await readRefusal(await report(office, [id]))).toEqual([409, 'study_report_lacking'])
    await attend(place, { birthOn: '2013-12-31' })
    expect(await lacksOf(id)).toEqual([])
  })

  test('lacks a leader, attendance, a unit and a personal number', async () => {
    const short = { endsAt: new Date('2026-03-14T08:44:00Z') }
    const { id, place } = await createHeldOccasion({ responsibleIds: [], ...short })
    await attend(place, {}, { attended: null })
    await attend(place, { personalNumberHash: null })
    expect(await lacksOf(id)).toEqual(['attendance', 'leader', 'length', 'personalNumbers'])
  })

  test('does not lack the personal number of a protected identity', async () => {
    const { id, place } = await createHeldOccasion()
    const { userId } = await attend(place, { personalNumberHash: null })
    await protect(office, userId)
    expect(await lacksOf(id)).toEqual([])
  })
})

describe('reporting', () => {
  test('marks the occasions with time and person, and makes one file of them', async () => {
    const [first, second] = [await createHeldOccasion(), await createHeldOccasion({ title: 'Kvällskurs' })]
    const { fileKey } = await make([first.id, second.id], 30)
    expect(await show(first.id)).toMatchObject({
      state: 'reported',
      units: 4,
      report: { fileKey, byName: 'Siv Kansli', breakMinutes: 30, isChanged: false },
    })
    const [sheet] = await readSheetsResponse(await office.fetch('GET', `/StudyReports/Files/${fileKey}`))
    expect(sheet?.rows.map(([title]) => title).sort()).toEqual(['Bandagen', 'Kvällskurs'])
    const row = sheet?.rows.find(([title]) => title === 'Bandagen')
    expect(row?.slice(1, 8)).toEqual([
      ...['Banfunktionär', '[2026-03-14]', '09:00', '[2026-03-14]', '13:00', 'Klubbstugan', 'Karlstad'],
    ])
    expect(row?.slice(9, 13)).toEqual(['Lena Ledare', 30, 4, 3])
    const actions = (await entriesOf(fileKey)).map(({ action }) => action)
    expect(actions.sort()).toEqual(['studyReport.exported', 'studyReport.made'])
  })

  test('names no participant in the file, and masks a leader with a protected identity', async () => {
    const { id, place, leader } = await createHeldOccasion()
    await attend(place, { firstName: 'Hemlig', lastName: 'Person' })
    await protect(office, leader.id)
    const { fileKey } = await make([id])
    const sheets = JSON.stringify(await readSheetsResponse(await office.fetch('GET', `/StudyReports/Files/${fileKey}`)))
    expect(sheets).not.toMatch(/Hemlig|Lena|1990/)
    expect(sheets).toContain('Skyddad')
  })

  test('happens once when two people press at the same time', async () => {
    const { id } = await createHeldOccasion()
    const other = await createHeldOccasion()
    const answers = await Promise.all([report(office, [id, other.id]), report(colleague, [id])])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await reportsOf(id)).toHaveLength(1)
    expect(await readRefusal(await report(colleague, [id]))).toEqual([409, 'study_reported'])
  })

  test('is repeated with the same answer when the response is lost', async () => {
    const { id } = await createHeldOccasion()
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const first = await bodyOf(report(office, [id], 0, headers))
    expect(await bodyOf(report(office, [id], 0, headers))).toEqual(first)
  })

  test('is refused as a whole when one occasion lacks a unit after its break', async () => {
    const [ready, short] = [
      await createHeldOccasion(),
      await createHeldOccasion({ endsAt: new Date('2026-03-14T09:00:00Z') }),
    ]
    expect(await readRefusal(await report(office, [ready.id, short.id], 30))).toEqual([409, 'study_report_lacking'])
    expect(await reportsOf(ready.id)).toEqual([])
  })
})

describe('the day of an occasion is that of the portal, also when it is another one in UTC', () => {
  test('a participant counts from the New Year in which they turn 13', async () => {
    const night = { startsAt: new Date('2025-12-31T23:30:00Z'), endsAt: new Date('2026-01-01T03:30:00Z') }
    const { id, place } = await createHeldOccasion(night, 2)
    await attend(place, { birthOn: '2013-12-31' })
    expect(await lacksOf(id)).toEqual([])
  })
})

describe('a report', () => {
  test('is shown as changed when the attendance changes afterwards, and not when it is changed back', async () => {
    const { id, attended } = await createHeldOccasion({}, 4)
    await make([id])
    const [one] = attended
    await setAttended(one?.resultId ?? 0, false)
    expect((await show(id))?.report?.isChanged).toBe(true)
    expect((await show(id))?.participants).toBe(4)
    await setAttended(one?.resultId ?? 0, true)
    expect((await show(id))?.report?.isChanged).toBe(false)
  })

  test('stays in the list as changed when the occasion is cancelled afterwards', async () => {
    const { id } = await createHeldOccasion()
    await make([id])
    await cancel(id)
    expect(await show(id)).toMatchObject({ state: 'reported', report: { isChanged: true } })
  })

  const sessions = [{ start: '2026-03-14T09:00:00.000Z', end: '2026-03-14T12:00:00.000Z' }]
  test.each([
    ['start', { startsAt: new Date('2026-03-14T07:00:00Z') }],
    ['end', { endsAt: new Date('2026-03-14T11:00:00Z') }],
    ['sessions', { sessions }],
  ])('is shown as changed when the %s of the occasion changes', async (_name, times) => {
    const { id } = await createHeldOccasion()
    await make([id])
    await query.update(occasions).set(times).where(eq(occasions.id, id))
    expect(await show(id)).toMatchObject({ state: 'reported', report: { isChanged: true } })
  })

  test('is shown as changed when its leader is no longer responsible', async () => {
    const { id, leader } = await createHeldOccasion()
    await make([id])
    await query.delete(occasionResponsibles).where(eq(occasionResponsibles.userId, leader.id))
    expect((await show(id))?.report?.isChanged).toBe(true)
  })

  test('stays in the list as changed when the occasion is moved ahead', async () => {
    const { id } = await createHeldOccasion()
    await make([id])
    const ahead = { startsAt: new Date('2999-01-01'), endsAt: new Date('2999-01-02') }
    await query.update(occasions).set(ahead).where(eq(occasions.id, id))
    const { items } = await office.json<{ items: StudyOccasion[] }>(
      'GET',
      '/StudyReports?from=2026-03-01&to=2026-03-31&state=reported&pageSize=200',
    )
    expect(items.find(({ occasionId }) => occasionId === id)?.report).toMatchObject({ isChanged: true })
  })

  test('is undone once with a reason, after which the occasion can be reported again', async () => {
    const { id } = await createHeldOccasion()
    const { fileKey } = await make([id])
    const reportId = (await show(id))?.report?.id ?? 0
    expect((await undo(reportId, ' ')).status).toBe(400)
    expect((await undo(reportId, 'Fel rast')).status).toBe(204)
    expect((await undo(reportId, 'Igen')).status).toBe(204)
    const entries = await entriesOf(String(reportId))
    expect(entries).toMatchObject([{ action: 'studyReport.undone', data: { reason: 'Fel rast' } }])
    expect((await show(id))?.state).toBe('ready')
    expect((await office.fetch('GET', `/StudyReports/Files/${fileKey}`)).status).toBe(404)
    await make([id], 20)
    const again = (await show(id))?.report?.id ?? 0
    expect((await undo(again, 'Fel rast')).status).toBe(204)
    // The break stays on the occasion, and so need not be typed again.
    expect(await show(id)).toMatchObject({ breakMinutes: 20, units: 4 })
    await make([id], 15)
    expect(await reportsOf(id)).toHaveLength(3)
  })
})
