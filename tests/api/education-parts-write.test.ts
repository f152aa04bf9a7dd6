import { beforeEach, expect, test } from 'vitest'
import type { EducationPart } from '#api/catalogue/education-parts/contract.ts'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { educationToCategory } from '#api/catalogue/educations/table.ts'
import { forgeZip } from '#story/forged-zips.ts'
import { category } from '../catalogue.ts'
import { createDigitalCourse } from '../course.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { drainJobs } from '../queue.ts'
import { bodyOf } from '../response-body.ts'

const categoryId = await category('Bana')
const zip = forgeZip([
  {
    path: 'tincan.xml',
    content:
      '<tincan><activities><activity id="urn:ny"><name>Ny</name><launch>index.html</launch></activity></activities></tincan>',
  },
  { path: 'index.html', content: '<!doctype html><title>Ny</title>' },
])

let educator: Person
let course: Awaited<ReturnType<typeof createDigitalCourse>>
beforeEach(async () => {
  educator = await signedIn({ roles: { Educator: { EducationCategory: [categoryId] } } })
  course = await createDigitalCourse()
  await database()
    .query.insert(educationToCategory)
    .values({ educationId: course.educationId, educationCategoryId: categoryId })
})

function send(method: 'POST' | 'PUT', part: object, file: Uint8Array<ArrayBuffer> | null = null, person = educator) {
  const form = new FormData()
  form.set('educationPart', JSON.stringify(part))
  if (file) form.set('file', new File([file], 'kurs.zip'))
  return person.fetch(method, '/EducationParts', form)
}

const created = (part: object, file: Uint8Array<ArrayBuffer> | null = null) =>
  bodyOf<EducationPart>(send('POST', part, file))

test('a digital part is created with its package, last in its education, and uses it when it is unpacked', async () => {
  const part = await created(
    {
      title: 'Säkerhet',
      type: 'ArticulateSession',
      description: '<p onclick="x()">Hej</p><script>1</script>',
      educationIds: [course.educationId],
    },
    zip,
  )
  expect(part).toMatchObject({
    title: 'Säkerhet',
    type: 1,
    description: '<p>Hej</p>',
    packageId: null,
    educationIds: [course.educationId],
  })
  await drainJobs()
  const [after] = await educator.json<EducationPart[]>('GET', `/EducationParts/several?educationPartIds=${part.id}`)
  expect(after).toMatchObject({ activityId: 'urn:ny' })
  expect(after?.packageId).toEqual(expect.any(Number))
})

test('a change with an old version is refused, and nothing of it is stored', async () => {
  const part = await created({ title: 'Först', type: 0, educationIds: [course.educationId] })
  const first = await send('PUT', { ...part, title: 'Andra' })
  expect(await first.json()).toMatchObject({ title: 'Andra' })
  const second = await send('PUT', { ...part, title: 'Tredje' })
  expect(second.status).toBe(409)
  expect(await second.json()).toMatchObject({ code: 'changed_meanwhile' })
})

test('a caller without access, another education and invalid input are refused', async () => {
  const foreign = await createDigitalCourse()
  expect((await send('POST', { title: 'Utanför', type: 0, educationIds: [foreign.educationId] })).status).toBe(403)
  expect((await send('POST', { title: 'Ingen', type: 0, educationIds: [999_999] })).status).toBe(404)
  expect((await send('POST', { title: 'Lös', type: 0 })).status).toBe(403)
  expect((await send('POST', { title: 'Elev', type: 0 }, null, await signedIn())).status).toBe(403)
  const bad = await send('POST', { title: ' ', type: 9, fee: -1 })
  expect(bad.status).toBe(400)
  expect((await bodyOf<{ fields: object }>(bad)).fields).toMatchObject({
    title: expect.any(String),
    fee: expect.any(String),
  })
  expect((await send('POST', { title: 'Klassrum', type: 0, educationIds: [course.educationId] }, zip)).status).toBe(415)
})

test('a responsible educator who does not exist is refused at its field, and nothing is stored', async () => {
  const stored = () => database().query.$count(educationParts)
  const part = await created({ title: 'Med ansvarig', type: 0, educationIds: [course.educationId] })
  const before = await stored()
  const responsibleIds = [educator.id, 999_999]
  for (const answer of [
    await send('POST', { title: 'Ny', type: 0, educationIds: [course.educationId], responsibleIds }),
    await send('PUT', { ...part, responsibleIds }),
  ]) {
    expect(answer.status).toBe(400)
    expect((await bodyOf<{ fields: object }>(answer)).fields).toEqual({ responsibleIds: expect.any(String) })
  }
  expect(await stored()).toBe(before)
})

test('the type of a part cannot change, since its data depend on it', async () => {
  const part = await created({ title: 'Kursdag', type: 0, educationIds: [course.educationId] })
  const turned = await send('PUT', { ...part, title: 'Inlämning', type: 'Submission' })
  expect(turned.status).toBe(400)
  expect((await bodyOf<{ fields: object }>(turned)).fields).toEqual({
    type: 'Ett delmoment behåller sin typ. Skapa ett nytt av den andra typen.',
  })
  expect(await (await send('PUT', { ...part, title: 'Ny rubrik', type: 'Occassion' })).json()).toMatchObject({
    title: 'Ny rubrik',
    type: 0,
  })
})
