import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { features } from '#api/features.ts'
import { notices } from '#api/foundation/notices/table.ts'
import { userLicenses } from '#api/participation/licenses/table.ts'
import { listAuditEntries } from '../audit.ts'
import { education, educationResult, occasion, part } from '../catalogue.ts'
import { configurePortal } from '../configuration.ts'
import { createLicense, dayFromNow, insertCycle, listCycles } from '../licenses.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { drainJobs } from '../queue.ts'
import { bodyOf } from '../response-body.ts'
import { inDays } from '../time.ts'

await configurePortal({ features: [...features] })
const office = await signedIn({ roles: { SuperAdministrator: {} } })
const { query } = database()

interface Answer {
  code?: string
  details?: unknown
}
const post = async (person: Person, path: string, body: object) => {
  const response = await person.fetch('POST', path, body)
  return [response.status, await bodyOf<Answer & Record<string, unknown>>(response)] as const
}
const read = async (person: Person, path: string) => (await person.fetch('GET', path)).json()

describe('a licence is issued', () => {
  test('automatically when the last requirement is met, followed by the one that depends on it', async () => {
    const safety = await education({ title: 'Säkerhet', partIds: [await part({ type: 1 })] })
    const first = await createLicense(office, { requiredEducationIds: [safety] })
    const second = await createLicense(office, { requiredLicenseIds: [first.id] })
    const [anna, educator] = [
      await signedIn({ email: 'anna@example.se' }),
      await signedIn({ roles: { Administrator: {} } }),
    ]
    const written = [{ userId: anna.id, educationId: safety, completed: true, completedDate: new Date().toISOString() }]
    expect((await educator.fetch('PUT', `/Educations/${safety}/results`, written)).status).toBe(200)
    await drainJobs()
    await drainJobs()
    const cycles = await listCycles(anna.id)
    expect(cycles).toMatchObject([
      { licenseId: first.id, cycleNumber: 1, basis: 'earned', stage: 'active', issuedByUserId: null },
      { licenseId: second.id, basis: 'earned' },
    ])
    expect(await read(anna, `/user/${anna.id}/ActiveUserLicenses`)).toHaveLength(2)
    expect(await read(anna, '/Notices')).toMatchObject([
      { kind: 'licenseIssued' },
      { kind: 'licenseIssued' },
      { kind: 'educationCompleted' },
    ])
    expect(
      (await listAuditEntries('user')).filter((row) => row.targetId === String(anna.id)).map(({ action }) => action),
    ).toEqual(['license.issued', 'license.issued'])
  })

  test('manually with a reason, once while it is valid, and never by a learner', async () => {
    const { id: licenseId } = await createLicense(office)
    const anna = await signedIn()
    const given = { licenseId, reason: 'Lång erfarenhet' }
    expect((await post(anna, `/user/${anna.id}/Licenses`, given))[0]).toBe(403)
    expect(await post(office, `/user/${anna.id}/Licenses`, { licenseId, reason: '' })).toMatchObject([
      400,
      { code: 'invalid_input' },
    ])
    expect(await post(office, `/user/${anna.id}/Licenses`, given)).toMatchObject([
      200,
      { basis: 'manual', note: 'Lång erfarenhet', status: 0 },
    ])
    expect(await post(office, `/user/${anna.id}/Licenses`, given)).toMatchObject([409, { code: 'license_valid' }])
    expect(await post(office, `/user/${anna.id}/Licenses`, { ...given, licenseId: 999_999 })).toMatchObject([404, {}])
    const away = await createLicense(office, { active: false })
    expect(await post(office, `/user/${anna.id}/Licenses`, { ...given, licenseId: away.id })).toMatchObject([
      409,
      { code: 'license_inactive' },
    ])
  })

  test('once, for two concurrent requests', async () => {
    const { id: licenseId } = await createLicense(office)
    const anna = await signedIn()
    const given = { licenseId, reason: 'Två trycker' }
    const both = await Promise.all([1, 2].map(() => post(office, `/user/${anna.id}/Licenses`, given)))
    expect(both.map(([status]) => status).toSorted()).toEqual([200, 409])
    expect(await listCycles(anna.id)).toHaveLength(1)
  })
})

describe('a licence is revoked', () => {
  test('while it can be revoked: a lapsed licence is refused, and nobody is notified', async () => {
    const bo = await signedIn()
    const { id } = await createLicense(office)
    const over = { validToOn: dayFromNow(-100), graceToOn: dayFromNow(-100), lateToOn: dayFromNow(-100) }
    await insertCycle({
      userId: bo.id,
      licenseId: id,
      validFromOn: dayFromNow(-400),
      stage: 'lapsed',
      ...over,
      dormantToOn: dayFromNow(-100),
    })
    const answer = await office.fetch('POST', `/user/${bo.id}/Licenses/${id}/revoke`, { reason: 'För sent' })
    expect([answer.status, (await bodyOf<{ code: string }>(answer)).code]).toEqual([409, 'license_ended'])
    expect(await query.select().from(notices).where(eq(notices.userId, bo.id))).toEqual([])
  })

  test('from today, with a reason for the holder, and is not issued again by the same results', async () => {
    const safety = await education()
    const { id: licenseId } = await createLicense(office, { requiredEducationIds: [safety] })
    const anna = await signedIn()
    await educationResult({ userId: anna.id, educationId: safety, completed: true, completedAt: inDays(-5) })
    await insertCycle({ userId: anna.id, licenseId, validFromOn: dayFromNow(-4), validToOn: dayFromNow(300) })
    const path = `/user/${anna.id}/Licenses/${licenseId}/revoke`
    expect((await post(anna, path, { reason: 'Nej' }))[0]).toBe(403)
    expect(await post(office, path, { reason: 'Brott mot reglerna' })).toMatchObject([
      200,
      { status: 2, stage: 'revoked', revokedReason: 'Brott mot reglerna' },
    ])
    expect(await post(office, path, { reason: 'En gång till' })).toMatchObject([409, { code: 'license_revoked' }])
    expect(await read(anna, `/user/${anna.id}/ActiveUserLicenses`)).toEqual([])
    await post(office, '/OtherRequirement/results', {
      userId: anna.id,
      otherRequirementId: 1,
      completedDate: dayFromNow(0),
    })
    await drainJobs()
    expect(await listCycles(anna.id)).toHaveLength(1)
  })
})

describe('a licence is renewed', () => {
  const twoMonthsLeft = async (overrides: Parameters<typeof createLicense>[1] = {}) => {
    const { id: licenseId } = await createLicense(office, overrides)
    const anna = await signedIn()
    const dates = { validFromOn: dayFromNow(-305), validToOn: dayFromNow(60), graceToOn: dayFromNow(60) }
    const id = await insertCycle({
      userId: anna.id,
      licenseId,
      ...dates,
      lateToOn: dayFromNow(60),
      dormantToOn: dayFromNow(60),
    })
    return { anna, licenseId, id, path: `/user/${anna.id}/Licenses/${licenseId}/renew` }
  }

  test('by request: the next cycle is a row of its own, and the old one retains its dates', async () => {
    const { anna, licenseId, path, id } = await twoMonthsLeft()
    expect(await read(anna, `/user/${anna.id}/LicenseRenewals`)).toMatchObject([
      { licenseId, open: true, mayRenew: true },
    ])
    expect(await post(anna, path, {})).toMatchObject([
      200,
      { cycleNumber: 2, basis: 'renewed', validFrom: dayFromNow(61), stage: 'coming' },
    ])
    expect(await post(anna, path, {})).toMatchObject([409, { code: 'license_not_open' }])
    expect(await listCycles(anna.id)).toMatchObject([
      { id, validToOn: dayFromNow(60), succeededOn: dayFromNow(61) },
      { cycleNumber: 2 },
    ])
  })

  test('never by another, nor before it opens', async () => {
    const { anna, path } = await twoMonthsLeft({ renewal: { opensMonths: 1 } })
    expect((await post(await signedIn(), path, {}))[0]).toBe(403)
    expect(await post(anna, path, {})).toMatchObject([409, { code: 'license_not_open' }])
  })

  test('not with unmet requirements: the refusal lists them and where to book; the office may waive them', async () => {
    const partId = await part({ title: 'Repetition', type: 0 })
    const again = await education({ title: 'Årlig kurs', partIds: [partId] })
    await occasion({ educationPartId: partId, startsAt: inDays(20), city: 'Mora', feeMinor: 45_000 })
    const { anna, path } = await twoMonthsLeft({ renewal: { by: 'educations', educationIds: [again] } })
    const next = { kind: 'book', city: 'Mora', fee: 450, educationId: again }
    expect(await post(anna, path, {})).toMatchObject([
      409,
      { code: 'requirements_missing', details: { ready: false, next } },
    ])
    expect(await post(anna, path, { reason: 'Jag vill' })).toMatchObject([409, { code: 'requirements_missing' }])
    expect(await post(office, path, { reason: 'Föräldraledig' })).toMatchObject([
      200,
      { basis: 'waived', note: 'Föräldraledig' },
    ])
  })

  test('only from the period that the office saw, so that a second list does not renew it once more', async () => {
    const { id: cycleId, path } = await twoMonthsLeft()
    const given = { reason: 'Beslut av styrelsen', cycleId }
    expect((await post(office, path, given))[0]).toBe(200)
    expect(await post(office, path, given)).toMatchObject([409, { code: 'changed_meanwhile' }])
  })

  test('an issued licence cannot be overwritten or deleted', async () => {
    const { id } = await twoMonthsLeft()
    const row = eq(userLicenses.id, id)
    await expect(
      database().commit([query.update(userLicenses).set({ validToOn: '2099-12-31' }).where(row)]),
    ).rejects.toThrow('license_history_fixed')
    await expect(database().commit([query.delete(userLicenses).where(row)])).rejects.toThrow('license_history_fixed')
  })

  test('by reported activities that the office has approved', async () => {
    const category = { name: 'Externa', minimum: 1, cap: 2, educationIds: [] }
    const rule = { by: 'credits', unit: 'activities', automatic: true, total: 1, categories: [category] } as const
    const { anna, licenseId } = await twoMonthsLeft({ renewal: { ...rule, categories: [category] } })
    const activity = { licenseId, category: 0, name: 'Domarkonferens', most: 1, active: true }
    expect(await post(office, '/OutsideActivities', { ...activity, category: 5 })).toMatchObject([
      400,
      { code: 'invalid_input' },
    ])
    const [, made] = await post(office, '/OutsideActivities', activity)
    const report = { outsideActivityId: made['id'], doneOn: dayFromNow(-10), amount: 1 }
    const path = `/user/${anna.id}/ReportedActivities`
    expect((await post(await signedIn(), path, report))[0]).toBe(403)
    expect(await post(anna, path, { ...report, amount: 2 })).toMatchObject([400, { code: 'invalid_input' }])
    expect(await post(anna, path, { ...report, doneOn: dayFromNow(2) })).toMatchObject([400, { code: 'invalid_input' }])
    const [, reported] = await post(anna, path, report)
    expect(await post(anna, path, report)).toMatchObject([409, { code: 'activity_reported' }])
    expect(await read(office, '/ReportedActivities')).toMatchObject([{ id: reported['id'], state: 0 }])

    const decide = async (body: object) => {
      const response = await office.fetch('PUT', `/ReportedActivities/${reported['id']}`, body)
      return [response.status, await response.json()] as const
    }
    expect(await decide({ approved: false })).toMatchObject([400, { code: 'invalid_input' }])
    expect(await decide({ approved: true })).toMatchObject([200, { state: 1 }])
    expect(await decide({ approved: false, reason: 'Ångrar mig' })).toMatchObject([409, { code: 'report_decided' }])
    await drainJobs()
    expect(await listCycles(anna.id)).toMatchObject([{ cycleNumber: 1 }, { cycleNumber: 2, basis: 'renewed' }])
    expect(await read(anna, path)).toMatchObject([
      { state: 1, activity: { name: 'Domarkonferens', categoryName: 'Externa' } },
    ])
    const { id: goalLicenseId } = await createLicense(office, { name: 'Mål' })
    await post(anna, '/Licenses/LicenseGoals', { userId: anna.id, licenseId: goalLicenseId })
    expect(await read(anna, `/user/${anna.id}/personaldata`)).toMatchObject({
      licenses: [{ cycleNumber: 2 }, { cycleNumber: 1 }],
      licenseGoals: [{ licenseName: 'Mål' }],
      reportedActivities: [{ activity: { name: 'Domarkonferens' } }],
    })
  })
})
