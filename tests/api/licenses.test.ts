import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { features } from '#api/features.ts'
import { licenseGoals, outsideActivities, reportedActivities } from '#api/participation/licenses/table.ts'
import { listAuditEntries } from '../audit.ts'
import { education } from '../catalogue.ts'
import { configurePortal } from '../configuration.ts'
import { createLicense, dayFromNow, insertCycle, toLicenseInput } from '../licenses.ts'
import { database, signedIn } from '../portal.ts'
import { bodyOf } from '../response-body.ts'
import { readRefusal } from './results/fixtures.ts'

await configurePortal({ features: [...features] })
const office = await signedIn({ roles: { SuperAdministrator: {} } })
const educator = await signedIn({ roles: { Educator: {} } })
const anna = await signedIn()

const read = async (path: string, person = anna) => (await person.fetch('GET', path)).json()

describe('a licence is', () => {
  test('created, read by members, changed by version, and recorded', async () => {
    const safety = await education({ title: 'Säkerhet vid banan' })
    const input = toLicenseInput({
      name: 'Banläkare',
      requiredEducationIds: [safety],
      groups: [{ need: 1, educationIds: [safety], licenseIds: [], otherRequirementIds: [] }],
      renewal: {
        by: 'credits',
        unit: 'hours',
        total: 16,
        categories: [{ name: 'Kurs', minimum: 8, cap: null, educationIds: [safety] }],
      },
    })
    const made = await office.json<{ id: number; lastChange: string }>('POST', '/Licenses', input)
    const seen = await read(`/Licenses/${made.id}`)
    expect(seen).toMatchObject({ ...input, educationTitles: { [safety]: 'Säkerhet vid banan' } })
    expect(await read(`/Educations/${safety}/Licenses`)).toMatchObject([{ id: made.id }])

    const changed = {
      ...input,
      id: made.id,
      name: 'Läkare vid bana',
      lastChange: made.lastChange,
      requiredEducationIds: [],
    }
    expect((await office.fetch('PUT', '/Licenses', changed)).status).toBe(200)
    expect(await read(`/Licenses/${made.id}`)).toMatchObject({ name: 'Läkare vid bana', requiredEducationIds: [] })
    expect(await (await office.fetch('PUT', '/Licenses', changed)).json()).toMatchObject({ code: 'changed_meanwhile' })
    const audited = (await listAuditEntries('license')).filter(({ targetId }) => targetId === String(made.id))
    expect(audited.map(({ action }) => action)).toEqual(['license.changed', 'license.created'])
  })

  test('deactivated: only the office sees it', async () => {
    const { id } = await createLicense(office, { active: false })
    expect((await anna.fetch('GET', `/Licenses/${id}`)).status).toBe(404)
    expect(((await read('/Licenses')) as { id: number }[]).map((one) => one.id)).not.toContain(id)
    expect(((await read('/Licenses', office)) as { id: number }[]).map((one) => one.id)).toContain(id)
  })

  test('is deleted only while nobody has held it', async () => {
    const { id } = await createLicense(office)
    expect((await office.fetch('DELETE', `/Licenses/${id}`)).status).toBe(204)
    expect((await office.fetch('DELETE', `/Licenses/${id}`)).status).toBe(404)
    const heldLicense = await createLicense(office)
    await insertCycle({
      userId: anna.id,
      licenseId: heldLicense.id,
      validFromOn: '2020-01-01',
      validToOn: '2020-12-31',
      stage: 'lapsed',
    })
    const response = await office.fetch('DELETE', `/Licenses/${heldLicense.id}`)
    expect([response.status, await response.json()]).toMatchObject([409, { code: 'license_held' }])
  })

  test('deleted with its activities and their reports', async () => {
    const { id } = await createLicense(office)
    const { query } = database()
    const activity = { licenseId: id, category: 0, name: 'Kurs', mostHundredths: 100, changedAt: new Date() }
    const [row] = await query.insert(outsideActivities).values(activity).returning()
    const report = { userId: anna.id, outsideActivityId: row?.id ?? 0, doneOn: '2026-01-01', amountHundredths: 100 }
    await query.insert(reportedActivities).values({ ...report, createdAt: new Date() })
    expect((await office.fetch('DELETE', `/Licenses/${id}`)).status).toBe(204)
    expect(await query.select().from(reportedActivities)).toEqual([])
  })
})

describe('a licence is refused', () => {
  test.each([
    ['validityMonths', { validityMonths: 18, validToRule: 1 as const }],
    ['renewalEducationIds', { renewal: { by: 'educations' as const } }],
    ['total', { renewal: { by: 'credits' as const } }],
    ['groups', { groups: [{ need: 2, educationIds: [1], licenseIds: [], otherRequirementIds: [] }] }],
  ])('with the reason at %s', async (field, input) => {
    const response = await office.fetch('POST', '/Licenses', toLicenseInput(input))
    const { code, fields } = await bodyOf<{ code: string; fields: Record<string, string> }>(response)
    expect([response.status, code, Object.keys(fields)]).toEqual([400, 'invalid_input', [field]])
  })
  test('when it would require itself through others, also for two concurrent writes', async () => {
    const [first, second, third] = [
      await createLicense(office),
      await createLicense(office),
      await createLicense(office),
    ]
    const asking = ({ id, ...license }: typeof first, requiredLicenseIds: number[]) =>
      office.fetch('PUT', '/Licenses', { ...toLicenseInput(), name: license.name, id, requiredLicenseIds })
    expect((await asking(second, [first.id])).status).toBe(200)
    expect((await asking(third, [second.id])).status).toBe(200)
    expect(await readRefusal(await asking(first, [third.id]))).toEqual([409, 'license_circle'])
    const grouped = { need: 1, educationIds: [], licenseIds: [third.id], otherRequirementIds: [] }
    const inGroup = { ...toLicenseInput(), id: first.id, groups: [grouped] }
    expect(await readRefusal(await office.fetch('PUT', '/Licenses', inGroup))).toEqual([409, 'license_circle'])
    expect(await read(`/Licenses/${first.id}`)).toMatchObject({ requiredLicenseIds: [], groups: [] })
    const [one, other] = [await createLicense(office), await createLicense(office)]
    const answers = await Promise.all([asking(one, [other.id]), asking(other, [one.id])])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('when it refers to something that does not exist', async () => {
    const missing = { ...toLicenseInput(), requiredEducationIds: [99_999], otherRequirementIds: [99_999] }
    const answer = await office.fetch('POST', '/Licenses', { ...missing, requiredLicenseIds: [99_999] })
    expect(Object.keys((await bodyOf<{ fields: object }>(answer)).fields).toSorted()).toEqual([
      ...['otherRequirementIds', 'requiredEducationIds', 'requiredLicenseIds'],
    ])
  })

  test('and reports follow their category when it moves, and block its deletion', async () => {
    const category = (name: string) => ({ name, minimum: 1, cap: null, educationIds: [] })
    const toCreditRule = (names: string[]) => ({ by: 'credits' as const, total: 4, categories: names.map(category) })
    const license = await createLicense(office, { renewal: toCreditRule(['Kurs', 'Läsning', 'Möte']) })
    const activity = { licenseId: license.id, category: 1, name: 'Bok', most: 2, active: true }
    const made = await (await office.fetch('POST', '/OutsideActivities', activity)).json<{ id: number }>()
    const change = (names: string[]) =>
      office.fetch('PUT', '/Licenses', { ...toLicenseInput({ renewal: toCreditRule(names) }), id: license.id })
    const place = async () => {
      const all = (await read('/OutsideActivities', office)) as { id: number; categoryName: string }[]
      return all.find(({ id }) => id === made.id)?.categoryName
    }
    expect((await change(['Läsning', 'Möte', 'Kurs'])).status).toBe(200)
    expect(await place()).toBe('Läsning')
    expect((await change(['Böcker', 'Kurs'])).status).toBe(200)
    expect(await place()).toBe('Böcker')
    expect(await readRefusal(await change(['Kurs']))).toEqual([409, 'license_category_used'])
    expect(await place()).toBe('Böcker')
  })

  test('and is not deleted while another requires it; its goals are deleted with it', async () => {
    const [needed, asking] = [await createLicense(office), await createLicense(office)]
    const input = { ...toLicenseInput(), id: asking.id, requiredLicenseIds: [needed.id] }
    await office.fetch('PUT', '/Licenses', input)
    expect(await readRefusal(await office.fetch('DELETE', `/Licenses/${needed.id}`))).toEqual([409, 'license_required'])
    await anna.fetch('POST', '/Licenses/LicenseGoals', { userId: anna.id, licenseId: asking.id })
    expect((await office.fetch('DELETE', `/Licenses/${asking.id}`)).status).toBe(204)
    const goals = (await read(`/user/${anna.id}/LicenseGoals`)) as { licenseId: number }[]
    expect(goals.filter(({ licenseId }) => licenseId === asking.id)).toEqual([])
    // The id may be reused by another licence, which nobody has chosen.
    expect(await database().query.select().from(licenseGoals).where(eq(licenseGoals.licenseId, asking.id))).toEqual([])
    expect((await office.fetch('DELETE', `/Licenses/${needed.id}`)).status).toBe(204)
  })

  test('when its code is taken, in any case', async () => {
    await createLicense(office, { code: 'Båt-1' })
    const other = await createLicense(office, { code: 'B-2' })
    const refusal = [409, { code: 'license_code_taken', fields: { code: expect.any(String) } }]
    for (const code of ['Båt-1', 'BÅT-1', 'båt-1']) {
      const made = await office.fetch('POST', '/Licenses', toLicenseInput({ code }))
      expect([made.status, await made.json()]).toMatchObject(refusal)
      const changed = await office.fetch('PUT', '/Licenses', { ...toLicenseInput({ code }), id: other.id })
      expect([changed.status, await changed.json()]).toMatchObject(refusal)
    }
    expect((await office.fetch('PUT', '/Licenses', { ...toLicenseInput({ code: 'b-2' }), id: other.id })).status).toBe(
      200,
    )
  })
  test('for everybody except superadministrators', async () => {
    for (const [method, path] of [
      ['POST', '/Licenses'],
      ['PUT', '/Licenses'],
      ['DELETE', '/Licenses/1'],
      ['POST', '/Licenses/Search'],
      ['GET', '/Licenses/Search/export?kind=csv'],
    ] as const)
      expect((await educator.fetch(method, path, method === 'GET' ? undefined : {})).status, `${method} ${path}`).toBe(
        403,
      )
  })
})

test('issued licences are found by holder, licence and day, the latest cycle of each', async () => {
  const { id } = await createLicense(office, { name: 'Funktionär' })
  const berit = await signedIn({ firstName: 'Berit', lastName: 'Sökt' })
  const past = {
    validFromOn: '2020-01-01',
    validToOn: '2020-12-31',
    succeededOn: '2021-01-01',
    stage: 'renewed' as const,
  }
  await insertCycle({ userId: berit.id, licenseId: id, ...past })
  await insertCycle({
    userId: berit.id,
    licenseId: id,
    cycleNumber: 2,
    validFromOn: '2021-01-01',
    validToOn: dayFromNow(100),
  })
  const search = (body: object) => office.json<{ total: number; items: object[] }>('POST', '/Licenses/Search', body)
  expect(await search({ searchString: 'Berit S' })).toMatchObject({
    total: 1,
    items: [{ userName: 'Berit Sökt', cycleNumber: 2, status: 0 }],
  })
  expect(await search({ licenseIds: [id], validOn: '2020-06-01' })).toMatchObject({
    total: 1,
    items: [{ cycleNumber: 1, stage: 'renewed' }],
  })
  expect(await search({ licenseIds: [id], validOn: '2019-06-01' })).toMatchObject({ total: 0 })
  expect(await search({ licenseIds: [id], organizationIds: [1] })).toMatchObject({ total: 0 })
})

test('the holders are exported as they are listed, and the export is on record', async () => {
  const { id } = await createLicense(office, { name: 'Exportlicens' })
  const other = await createLicense(office, { name: 'Annan licens' })
  const holder = await signedIn({ firstName: '=Berit', lastName: 'Export' })
  await insertCycle({ userId: holder.id, licenseId: id, validFromOn: '2021-01-01' })
  await insertCycle({ userId: holder.id, licenseId: other.id, validFromOn: '2021-01-01' })
  const text = await (await office.fetch('GET', `/Licenses/Search/export?kind=csv&licenseIds=${id}`)).text()
  const lines = text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`"'=Berit Export"`)
  expect(lines[1]).toContain('Exportlicens')
  const sheet = await office.fetch('GET', `/Licenses/Search/export?kind=xlsx&validOn=1990-01-01&licenseIds=${id}`)
  expect(sheet.headers.get('content-type')).toContain('spreadsheetml')
  const totals = (await listAuditEntries('licenses')).map(({ action, data }) => [action, data['total']])
  expect(totals.toSorted()).toEqual([
    ['license.exported', 0],
    ['license.exported', 1],
  ])
})
