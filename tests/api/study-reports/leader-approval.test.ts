import { expect, test } from 'vitest'
import type { StudyOccasion } from '#api/office/study-reports/contract.ts'
import { configurePortal } from '../../configuration.ts'
import { insertFederation } from '../../federation.ts'
import { insertCycle, insertLicense } from '../../licenses.ts'
import { signedIn } from '../../portal.ts'
import { addOccasionResponsible } from '../../scope/federation.ts'
import { readRefusal } from '../results/fixtures.ts'
import { createHeldOccasion, report } from './fixtures.ts'

await insertFederation()
const office = await signedIn({ roles: { SuperAdministrator: {} } })
const show = (id: number) => office.json<StudyOccasion>('GET', `/StudyReports/Occasions/${id}`)

test('a leader must hold the configured licence on the day of the occasion', async () => {
  const licenseId = await insertLicense()
  const { id, leader } = await createHeldOccasion()
  expect((await show(id)).state).toBe('ready')
  await configurePortal({ studyLeaderLicenseId: licenseId })
  await insertCycle({ userId: leader.id, licenseId, validFromOn: '2026-03-15' })
  expect((await show(id)).lacks.map(({ kind }) => kind)).toEqual(['leaderApproval'])
  expect(await readRefusal(await report(office, [id]))).toEqual([409, 'study_report_lacking'])

  const approved = await signedIn({ roles: { Educator: {} }, firstName: 'Gun', lastName: 'Godkänd' })
  await insertCycle({ userId: approved.id, licenseId, validFromOn: '2026-03-14' })
  await addOccasionResponsible(id, approved.id)
  expect(await show(id)).toMatchObject({ state: 'ready', leaderName: 'Gun Godkänd' })
  await configurePortal({ studyLeaderLicenseId: null })
  expect(await show(id)).toMatchObject({ state: 'ready', leaderName: 'Lena Ledare' })
})

test('the day is that of the portal, also when it is the day before in UTC', async () => {
  const licenseId = await insertLicense()
  await configurePortal({ studyLeaderLicenseId: licenseId })
  for (const [startsAt, day] of [
    ['2026-03-13T23:30:00Z', '2026-03-14'],
    ['2026-06-30T22:30:00Z', '2026-07-01'],
  ] as const) {
    const endsAt = new Date(Date.parse(startsAt) + 4 * 3_600_000)
    const { id, leader } = await createHeldOccasion({ startsAt: new Date(startsAt), endsAt })
    await insertCycle({ userId: leader.id, licenseId, validFromOn: day })
    expect(await show(id)).toMatchObject({ state: 'ready', lacks: [] })
  }
  await configurePortal({ studyLeaderLicenseId: null })
})
