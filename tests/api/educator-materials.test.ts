import { exports } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import type { EducatorMaterial } from '#api/educator-materials/contract.ts'
import type { DigitalLaunchData } from '#api/xapi/contract.ts'
import { forgedZip } from '#story/forged-zips.ts'
import { digitalCourse } from '../course.ts'
import { type Person, signedIn } from '../portal.ts'
import { drainJobs } from '../queue.ts'

const zip = forgedZip([{ path: 'index.html', content: '<!doctype html><title>Lärarhandledning</title>' }])

let superadministrator: Person
let educationPartId: number
beforeEach(async () => {
  superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
  educationPartId = (await digitalCourse()).educationPartId
})

async function save(id: number, input: object, file: Uint8Array<ArrayBuffer> | null, person = superadministrator) {
  const form = new FormData()
  form.set('educatorArticulate', JSON.stringify(input))
  if (file) form.set('file', new File([file], 'handledning.zip'))
  return person.fetch('PUT', `/EducatorArticulates/${id}`, form)
}

const saved = async (id: number, input: object, file: Uint8Array<ArrayBuffer> | null) =>
  (await (await save(id, input, file)).json()) as EducatorMaterial

test('material is created for a part, unpacked, run, and completed by its own statement', async () => {
  const material = await saved(educationPartId, { name: 'Lärarhandledning' }, zip)
  expect(material).toMatchObject({ name: 'Lärarhandledning', educationPartId, ready: false })
  const id = material.educatorArticulateId
  expect((await superadministrator.fetch('GET', `/Articulate/educatorpart/${id}`)).status).toBe(404)
  await drainJobs()
  const launch = (await (
    await superadministrator.fetch('GET', `/Articulate/educatorpart/${id}`)
  ).json()) as DigitalLaunchData
  const completed = async () =>
    (
      await superadministrator.fetch('GET', `/Articulate/isEducatorMaterialCompleted/${id}/${superadministrator.id}`)
    ).json()
  expect(await completed()).toBe(false)
  const told = await exports.default.fetch('http://portal.test/api/articulate/statements', {
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
  expect(told.status).toBe(200)
  expect(await completed()).toBe(true)
})

test('a new package takes over when it stands, and a change of name needs none', async () => {
  const { educatorArticulateId: id, packageId } = await saved(educationPartId, { name: 'Första' }, zip)
  await drainJobs()
  const renamed = await saved(id, { educatorArticulateId: id, name: 'Andra' }, null)
  expect(renamed).toMatchObject({ name: 'Andra', packageId })
  const replaced = await saved(id, { educatorArticulateId: id, name: 'Andra' }, zip)
  expect(replaced.packageId).toBe(packageId)
  await drainJobs()
  const [after] = (await (
    await superadministrator.fetch('GET', `/EducationPart/EducatorArticulates/${educationPartId}`)
  ).json()) as EducatorMaterial[]
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
