import { expect, test } from 'vitest'
import { features } from '#api/features.ts'
import type { Stage } from '#api/participation/licenses/cycles/rules.ts'
import type { LicenseQualification } from '#api/participation/licenses/goals/contract.ts'
import { otherRequirementResults, otherRequirements } from '#api/participation/other-requirements/table.ts'
import { education, educationResult, occasion, part } from '../catalogue.ts'
import { configurePortal } from '../configuration.ts'
import { insertFederation } from '../federation.ts'
import { createLicense, dayFromNow, insertCycle, listCycles } from '../licenses.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { drainJobs } from '../queue.ts'
import { inDays } from '../time.ts'

await insertFederation()
await configurePortal({ features: [...features] })
const office = await signedIn({ roles: { SuperAdministrator: {} } })

const send = async (person: Person, method: string, path: string, body?: object) => {
  const response = await person.fetch(method, path, body)
  const text = await response.text()
  return [response.status, (text ? JSON.parse(text) : null) as Record<string, unknown>] as const
}
const read = async (person: Person, path: string) => (await send(person, 'GET', path))[1]

async function aDriversLicense() {
  const [theory, practice] = [await part({ type: 1 }), await part({ type: 0, title: 'Bandag' })]
  const basic = await education({ title: 'Grund', partIds: [theory] })
  const track = await education({ title: 'Bana', partIds: [practice], prerequisiteIds: [basic] })
  await occasion({ educationPartId: practice, city: 'Kil', startsAt: inDays(30) })
  const license = await createLicense(office, { name: 'Förarlicens', requiredEducationIds: [basic, track], minAge: 16 })
  return { basic, track, license }
}

test('a goal shows progress and the next step, is stored once, and is chosen by its person only', async () => {
  const { basic, license } = await aDriversLicense()
  const anna = await signedIn({ birthOn: '2000-01-01' })
  const goal = { userId: anna.id, licenseId: license.id }
  const chosen = await send(anna, 'POST', '/Licenses/LicenseGoals', goal)
  expect(chosen).toMatchObject([200, { active: true, requirementsMet: 1, requirementsTotal: 3, achieved: false }])
  expect((await send(anna, 'POST', '/Licenses/LicenseGoals', goal))[1]['id']).toBe(chosen[1]['id'])
  expect((await send(await signedIn(), 'POST', '/Licenses/LicenseGoals', goal))[0]).toBe(403)
  const absent = await send(anna, 'POST', '/Licenses/LicenseGoals', { ...goal, licenseId: 99_999 })
  expect(absent[0]).toBe(404)
  expect(await read(anna, `/user/${anna.id}/LicenseGoals`)).toMatchObject([
    {
      readiness: {
        ready: false,
        next: { kind: 'start', educationId: basic },
        items: [{ kind: 'age', met: true }, {}, {}],
      },
    },
  ])
  await educationResult({ userId: anna.id, educationId: basic, completed: true, completedAt: inDays(-1) })
  expect(await read(anna, `/user/${anna.id}/LicenseGoals`)).toMatchObject([
    { requirementsMet: 2, readiness: { next: { kind: 'book', city: 'Kil' } } },
  ])
})

test('a goal is removed by its person or by administrators of the person', async () => {
  const { id: licenseId } = await createLicense(office)
  const anna = await signedIn({ organizationIds: [20] })
  const choose = async () =>
    (await send(anna, 'POST', '/Licenses/LicenseGoals', { userId: anna.id, licenseId }))[1]['id']
  const path = async () => `/user/${anna.id}/LicenseGoals/${await choose()}`
  expect((await send(await signedIn(), 'DELETE', await path()))[0]).toBe(403)
  const elsewhere = await signedIn({ roles: { Administrator: { Organization: [3] } } })
  expect((await send(elsewhere, 'DELETE', await path()))[0]).toBe(403)
  expect((await send(anna, 'DELETE', await path()))[0]).toBe(204)
  const own = await signedIn({ roles: { Administrator: { Organization: [2] } } })
  expect((await send(own, 'DELETE', await path()))[0]).toBe(204)
  expect((await send(anna, 'DELETE', `/user/${anna.id}/LicenseGoals/99999`))[0]).toBe(404)
})

test('qualifications show the met requirements of every licence, since when, and until when', async () => {
  const { basic, track, license } = await aDriversLicense()
  const anna = await signedIn({ birthOn: '2000-01-01' })
  for (const educationId of [basic, track])
    await educationResult({
      userId: anna.id,
      educationId,
      completed: true,
      completedAt: inDays(-2),
      validToOn: dayFromNow(90),
    })
  const all = await anna.json<{ licenseId: number }[]>('GET', `/user/${anna.id}/LicenseQualifications`)
  expect(all.find(({ licenseId }) => licenseId === license.id)).toMatchObject({
    qualified: true,
    requirementsMet: 3,
    requirementsTotal: 3,
    achieved: false,
    aim: 'first',
    qualifiedDate: dayFromNow(-2),
    readiness: { validTo: dayFromNow(90) },
    requirements: [
      { kind: 3, met: true },
      { kind: 0, referenceId: basic, validTo: dayFromNow(90) },
      { kind: 0, referenceId: track },
    ],
  })
  expect((await send(await signedIn(), 'GET', `/user/${anna.id}/LicenseQualifications`))[0]).toBe(403)
})

test('a licence that has ended asks for its renewal as long as it can be renewed', async () => {
  const { id: licenseId } = await createLicense(office, { renewal: { lateMonths: 6, dormantMonths: 6 } })
  const shownTo = async (stage: Stage, lateDays: number, dormantDays: number) => {
    const { id: userId, json } = await signedIn()
    const period = { validFromOn: dayFromNow(-400), validToOn: dayFromNow(-300), graceToOn: dayFromNow(-300) }
    const dates = { ...period, lateToOn: dayFromNow(lateDays), dormantToOn: dayFromNow(dormantDays) }
    await insertCycle({ userId, licenseId, stage, ...dates })
    const all = await json<LicenseQualification[]>('GET', `/user/${userId}/LicenseQualifications`)
    return all.find((one) => one.licenseId === licenseId)
  }
  expect(await shownTo('late', 100, 200)).toMatchObject({ achieved: false, aim: 'renewal' })
  expect(await shownTo('dormant', -10, 200)).toMatchObject({ achieved: false, aim: 'renewal' })
  expect(await shownTo('lapsed', -10, -1)).toMatchObject({ achieved: false, aim: 'first' })
})

test('the sign-up is refused by the same rules that the screens show', async () => {
  const { track } = await aDriversLicense()
  const anna = await signedIn({ birthOn: '2000-01-01' })
  const shown = await read(anna, `/user/${anna.id}/readiness/education/${track}`)
  expect(shown).toMatchObject({ ready: false, next: { kind: 'start' } })
  const parts = (await read(anna, `/Educations/${track}`))['educationPartIds'] as number[]
  const [occasionHere] = await anna.json<{ id: number }[]>('GET', `/EducationParts/${parts[0]}/educationPartOccasions`)
  const [status, refusal] = await send(anna, 'PUT', '/EducationPartOccasions/results', [
    { userId: anna.id, occasionId: occasionHere?.id },
  ])
  expect([status, refusal['code']]).toEqual([409, 'prerequisites_missing'])
  expect(refusal['details']).toEqual(shown)
})

test('a requirement met outside the portal is recorded by the office, gives the licence, and can be removed', async () => {
  const [, requirement] = await send(office, 'POST', '/OtherRequirement', {
    name: 'Läkarintyg',
    description: null,
    validityMonths: 24,
    documentRequired: true,
    active: true,
  })
  const otherRequirementId = requirement['id'] as number
  await createLicense(office, { otherRequirementIds: [otherRequirementId] })
  const anna = await signedIn({ organizationIds: [20] })
  const given = { userId: anna.id, otherRequirementId, completedDate: '2026-01-01' }
  const administrator = await signedIn({ roles: { Administrator: { Organization: [2] } } })
  const elsewhere = await signedIn({ roles: { Administrator: { Organization: [3] } } })
  const path = '/OtherRequirement/results'
  expect((await send(anna, 'POST', path, given))[0]).toBe(403)
  expect((await send(elsewhere, 'POST', path, given))[0]).toBe(404)
  expect((await send(administrator, 'POST', path, { ...given, completedDate: dayFromNow(3) }))[0]).toBe(400)
  expect((await send(administrator, 'POST', path, { ...given, validTo: '2025-01-01' }))[0]).toBe(400)
  const [, result] = await send(administrator, 'POST', path, given)
  expect(result).toMatchObject({ validTo: '2027-12-31', otherRequirementName: 'Läkarintyg' })
  await drainJobs()
  expect(await listCycles(anna.id)).toMatchObject([{ basis: 'earned' }])
  expect(await read(anna, `/user/${anna.id}/OtherRequirementResults`)).toHaveLength(1)
  expect((await send(anna, 'DELETE', `${path}/${anna.id}/${result['id']}`))[0]).toBe(403)
  expect((await send(administrator, 'DELETE', `${path}/${anna.id}/${result['id']}`))[0]).toBe(204)
  expect(await read(anna, `/user/${anna.id}/OtherRequirementResults`)).toEqual([])
})

test('a registration of the same day completes an earlier row that was not completed', async () => {
  const now = new Date()
  const { query } = database()
  const [requirement] = await query
    .insert(otherRequirements)
    .values({ name: 'Belastningsutdrag', changedAt: now })
    .returning({ id: otherRequirements.id })
  const anna = await signedIn({ organizationIds: [20] })
  const key = { userId: anna.id, otherRequirementId: requirement?.id ?? 0 }
  await query
    .insert(otherRequirementResults)
    .values({ ...key, completedOn: '2026-01-01', completed: false, createdAt: now })
  const [status, result] = await send(office, 'POST', '/OtherRequirement/results', {
    ...key,
    completedDate: '2026-01-01',
  })
  expect([status, result['completed']]).toEqual([200, true])
})
