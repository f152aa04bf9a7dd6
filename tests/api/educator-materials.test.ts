import { exports } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { educationResponsibles } from '#api/catalogue/educations/table.ts'
import type { EducatorMaterial } from '#api/catalogue/educator-materials/contract.ts'
import { educatorMaterialCompletions } from '#api/catalogue/educator-materials/table.ts'
import type { PackageVersion } from '#api/catalogue/packages/contract.ts'
import type { PageLaunch } from '#api/courses/xapi/contract.ts'
import { forgeZip } from '#story/forged-zips.ts'
import { listAuditEntries } from '../audit.ts'
import { createOccasion } from '../catalogue.ts'
import { createDigitalCourse } from '../course.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { drainJobs } from '../queue.ts'
import { bodyOf } from '../response-body.ts'

const zip = forgeZip([{ path: 'index.html', content: '<!doctype html><title>Lärarhandledning</title>' }])

let superadministrator: Person
let educationPartId: number
let educationId: number
beforeEach(async () => {
  superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
  ;({ educationPartId, educationId } = await createDigitalCourse())
})

async function save(id: number, input: object, file: Uint8Array<ArrayBuffer> | null, person = superadministrator) {
  const form = new FormData()
  form.set('educatorArticulate', JSON.stringify(input))
  if (file) form.set('file', new File([file], 'handledning.zip'))
  return person.fetch('PUT', `/EducatorArticulates/${id}`, form)
}

const saved = (id: number, input: object, file: Uint8Array<ArrayBuffer> | null) =>
  bodyOf<EducatorMaterial>(save(id, input, file))

test('material is created for a part, unpacked, opened and completed by its own statement', async () => {
  const material = await saved(educationPartId, { name: 'Lärarhandledning' }, zip)
  expect(material).toMatchObject({ name: 'Lärarhandledning', educationPartId, ready: false })
  const id = material.educatorArticulateId
  expect((await superadministrator.fetch('GET', `/Articulate/educatorpart/${id}`)).status).toBe(404)
  await drainJobs()
  const launch = await superadministrator.json<PageLaunch>('GET', `/Articulate/educatorpart/${id}`)
  const completed = async () =>
    (
      await superadministrator.fetch('GET', `/Articulate/isEducatorMaterialCompleted/${id}/${superadministrator.id}`)
    ).json()
  expect(await completed()).toBe(false)
  const response = await exports.default.fetch('http://portal.test/api/articulate/statements', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${launch.launchToken}`,
      'x-experience-api-version': '1.0.3',
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      actor: launch.agent,
      verb: { id: 'http://adlnet.gov/expapi/verbs/completed' },
      object: { id: launch.activityId },
    }),
  })
  expect(response.status).toBe(200)
  expect(await completed()).toBe(true)
})

test('a new package replaces the old one when it is unpacked, and a change of name needs none', async () => {
  const { educatorArticulateId: id, packageId } = await saved(educationPartId, { name: 'Första' }, zip)
  await drainJobs()
  const renamed = await saved(id, { educatorArticulateId: id, name: 'Andra' }, null)
  expect(renamed).toMatchObject({ name: 'Andra', packageId })
  const replaced = await saved(id, { educatorArticulateId: id, name: 'Andra' }, zip)
  expect(replaced.packageId).toBe(packageId)
  await drainJobs()
  const [after] = await superadministrator.json<EducatorMaterial[]>(
    'GET',
    `/EducationPart/EducatorArticulates/${educationPartId}`,
  )
  expect(after?.packageId).toBeGreaterThan(packageId)
})

test('without a file, for another’s education, or by a learner it is refused', async () => {
  expect(await (await save(educationPartId, { name: 'Utan fil' }, null)).json()).toMatchObject({
    code: 'package_file_missing',
  })
  const other = await signedIn({ roles: { Educator: { EducationCategory: [987] } } })
  expect((await save(educationPartId, { name: 'Annans' }, zip, other)).status).toBe(403)
  expect((await save(educationPartId, { name: 'Elev' }, zip, await signedIn())).status).toBe(403)
  expect((await save(educationPartId, { name: '' }, zip)).status).toBe(400)
  expect((await save(999_999, { name: 'Ingenstans' }, zip)).status).toBe(404)
})

const listed = (path: string, person = superadministrator) =>
  person.json<EducatorMaterial[]>('GET', `/EducationPart/EducatorArticulates${path}`)

test('an educator finds it by part and by education, and sees when it was completed', async () => {
  const { educatorArticulateId: id } = await saved(educationPartId, { name: 'Handledning' }, zip)
  await drainJobs()
  const educator = await signedIn({ roles: { Educator: {} } })
  await database()
    .query.insert(educatorMaterialCompletions)
    .values({
      educatorMaterialId: id,
      userId: educator.id,
      completedAt: new Date('2026-05-01T10:00:00.000Z'),
    })
  const own = { educatorArticulateId: id, ready: true, completedDate: '2026-05-01T10:00:00.000Z', partTitle: 'Flaggor' }
  expect(await listed(`/${educationPartId}`, educator)).toEqual([expect.objectContaining(own)])
  expect(await listed(`?educationId=${educationId}`, educator)).toEqual([expect.objectContaining(own)])
  const day = await createOccasion(educationPartId)
  expect(await listed(`?occasionId=${day.id}`, educator)).toEqual([expect.objectContaining(own)])
  expect(await listed('?occasionId=999999', educator)).toEqual([])
  expect(await listed('?educationId=999999')).toEqual([])
  expect(await listed(`/${educationPartId}`)).toEqual([expect.objectContaining({ completedDate: null })])
  expect((await listed('', educator)).map((one) => one.educatorArticulateId)).toContain(id)
  expect((await (await signedIn()).fetch('GET', `/EducationPart/EducatorArticulates/${educationPartId}`)).status).toBe(
    403,
  )
})

test('material of a hidden education is neither listed nor opened', async () => {
  const hidden = await createDigitalCourse({ published: false })
  const { educatorArticulateId: id } = await saved(hidden.educationPartId, { name: 'Hemlig' }, zip)
  await drainJobs()
  const educator = await signedIn({ roles: { Educator: {} } })
  expect(await listed(`/${hidden.educationPartId}`, educator)).toEqual([])
  expect((await educator.fetch('GET', `/Articulate/educatorpart/${id}`)).status).toBe(404)
  expect((await superadministrator.fetch('GET', `/Articulate/educatorpart/${id}`)).status).toBe(200)
  expect((await educator.fetch('GET', `/EducatorArticulates/${id}/completions`)).status).toBe(404)
})

test('managers of the part see who has completed the material and who has not', async () => {
  const { educatorArticulateId: id } = await saved(educationPartId, { name: 'Handledning' }, zip)
  const [done, waiting] = [
    await signedIn({ firstName: 'Disa', lastName: 'Klar' }),
    await signedIn({ firstName: 'Per', lastName: 'Kvar' }),
  ]
  const { query } = database()
  await query.insert(educationResponsibles).values({ educationId, userId: waiting.id })
  const completedAt = new Date('2026-05-01T10:00:00.000Z')
  await query.insert(educatorMaterialCompletions).values({ educatorMaterialId: id, userId: done.id, completedAt })
  const path = `/EducatorArticulates/${id}/completions`
  expect(await (await superadministrator.fetch('GET', path)).json()).toEqual([
    { userId: done.id, name: 'Disa Klar', completedDate: '2026-05-01T10:00:00.000Z' },
    { userId: waiting.id, name: 'Per Kvar', completedDate: null },
  ])
  const other = await signedIn({ roles: { Educator: { EducationCategory: [987] } } })
  expect((await other.fetch('GET', path)).status).toBe(403)
  expect((await superadministrator.fetch('GET', '/EducatorArticulates/999999/completions')).status).toBe(404)
})

test('its versions are listed, with the one in use', async () => {
  const { educatorArticulateId: id } = await saved(educationPartId, { name: 'Handledning' }, zip)
  await drainJobs()
  await saved(id, { educatorArticulateId: id, name: 'Handledning' }, forgeZip([{ path: '../ut.html', content: '' }]))
  await drainJobs()
  const versions = await superadministrator.json<PackageVersion[]>('GET', `/EducatorArticulates/${id}/packages`)
  expect(versions.map(({ state, current }) => ({ state, current }))).toEqual([
    { state: 'refused', current: false },
    { state: 'ready', current: true },
  ])
  const other = await signedIn({ roles: { Educator: { EducationCategory: [987] } } })
  expect((await other.fetch('GET', `/EducatorArticulates/${id}/packages`)).status).toBe(403)
})

test('of two concurrent changes the later is refused together with its package', async () => {
  const before = await saved(educationPartId, { name: 'Första' }, zip)
  const id = before.educatorArticulateId
  await drainJobs()
  const [{ lastChange } = before] = await listed(`/${educationPartId}`)
  const mine = { educatorArticulateId: id, lastChange }
  expect((await save(id, { ...mine, name: 'Andra' }, null)).status).toBe(200)
  const late = await save(id, { ...mine, name: 'Tredje' }, zip)
  expect([late.status, await late.json()]).toMatchObject([409, { code: 'changed_meanwhile' }])
  expect(await (await superadministrator.fetch('GET', `/EducatorArticulates/${id}/packages`)).json()).toHaveLength(1)
  const at = (await listed(`/${educationPartId}`))[0]?.lastChange
  const both = await Promise.all(
    ['A', 'B'].map((name) => save(id, { educatorArticulateId: id, name, lastChange: at }, null)),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('a large package is sent in parts and named', async () => {
  const begun = await superadministrator.fetch('POST', '/Packages/uploads', { fileName: 'stor.zip', size: zip.length })
  const { uploadId } = await bodyOf<{ uploadId: string }>(begun)
  expect((await superadministrator.raw('PUT', `/Packages/uploads/${uploadId}/parts/1`, zip)).status).toBe(200)
  expect((await saved(educationPartId, { name: 'Stor', uploadId }, null)).ready).toBe(false)
  await drainJobs()
  expect(await listed(`/${educationPartId}`)).toEqual([expect.objectContaining({ name: 'Stor', ready: true })])
  expect((await save(educationPartId, { name: 'Igen', uploadId }, null)).status).toBe(404)
})

test('removed material is neither listed nor opened, and its completions are retained', async () => {
  const { educatorArticulateId: id } = await saved(educationPartId, { name: 'Gammal' }, zip)
  await drainJobs()
  const completedAt = new Date()
  await database()
    .query.insert(educatorMaterialCompletions)
    .values({ educatorMaterialId: id, userId: superadministrator.id, completedAt })
  const other = await signedIn({ roles: { Educator: { EducationCategory: [987] } } })
  expect((await other.fetch('DELETE', `/EducatorArticulates/${id}`)).status).toBe(403)
  expect((await superadministrator.fetch('DELETE', `/EducatorArticulates/${id}`)).status).toBe(204)
  expect(await listed(`/${educationPartId}`)).toEqual([])
  expect((await superadministrator.fetch('GET', `/Articulate/educatorpart/${id}`)).status).toBe(404)
  expect((await superadministrator.fetch('DELETE', `/EducatorArticulates/${id}`)).status).toBe(404)
  expect((await save(id, { educatorArticulateId: id, name: 'Åter' }, null)).status).toBe(404)
  const [entry] = await listAuditEntries('educatorMaterial')
  expect(entry).toMatchObject({
    action: 'educatorMaterial.removed',
    targetId: String(id),
    userId: superadministrator.id,
  })
  expect(
    await (
      await superadministrator.fetch('GET', `/Articulate/isEducatorMaterialCompleted/${id}/${superadministrator.id}`)
    ).json(),
  ).toBe(true)
})
