import { beforeEach, expect, test } from 'vitest'
import { withCategoryWords } from '#api/catalogue/education-categories/rules.ts'
import { educationCategories } from '#api/catalogue/education-categories/table.ts'
import type { Education } from '#api/catalogue/educations/contract.ts'
import { educationResults } from '#api/participation/results/table.ts'
import { listAuditEntries } from '../audit.ts'
import { createDigitalCourse } from '../course.ts'
import { createPng } from '../pictures.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { bodyOf } from '../response-body.ts'

const { query } = database()
const [rally, karting] = [71, 72]
for (const id of [rally, karting])
  await query.insert(educationCategories).values(withCategoryWords({ id, name: `Gren ${id}`, changedAt: new Date() }))

const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
const educator = await signedIn({ roles: { Educator: { EducationCategory: [rally] } } })
const learner = await signedIn()

interface Answer {
  status: number
  body: Education & { code: string; fields: Record<string, string> }
}

async function answerOf(response: Response): Promise<Answer> {
  return { status: response.status, body: await response.json() }
}

async function save(method: 'POST' | 'PUT', given: object, person: Person = superadministrator, file?: File) {
  const form = new FormData()
  form.set('education', JSON.stringify(given))
  if (file) form.set('file', file)
  return answerOf(await person.fetch(method, '/Educations', form))
}

const put = async (path: string, body?: unknown, person: Person = educator) =>
  answerOf(await person.fetch('PUT', `/Educations/${path}`, body))

async function newPart(educationIds: number[], title = 'Del') {
  const form = new FormData()
  form.set('educationPart', JSON.stringify({ title, type: 0, educationIds }))
  const response = await superadministrator.fetch('POST', '/EducationParts', form)
  return (await bodyOf<{ id: number }>(response)).id
}

let education: Education
beforeEach(async () => {
  const { status, body } = await save('POST', { title: 'Flaggvakt', educationCategoryIds: [rally] })
  expect(status).toBe(200)
  education = body
})

test('an education is created unpublished, with all its fields, sanitised, and its picture', async () => {
  const picture = new File([createPng()], 'bild.png')
  const given = {
    code: ' FV-1 ',
    title: ' Flaggvakt grund ',
    shortDescription: 'Kort',
    description: '<p onclick="x()">Hej <strong>du</strong></p><script>1</script>',
    educationCategoryIds: [rally, karting],
    fee: 350.5,
    vatRate: 6,
    paymentMethods: [1],
    responsibleIds: [educator.id],
    contactUserId: educator.id,
    hours: 7.5,
    prerequisiteEducationIds: [education.id],
    validityMonths: 36,
    minAge: 15,
    maxAge: 17,
    guardianRequiredUnderAge: 18,
    blockedForExternalUsers: true,
    customQuestions: [{ id: 1, text: 'Storlek på väst?', type: 'choice', options: ['S', 'M'], required: true }],
    certificateText: '<p>Intyg</p>',
  }
  const { body } = await save('POST', given, superadministrator, picture)
  expect(body).toMatchObject({
    ...given,
    code: 'FV-1',
    title: 'Flaggvakt grund',
    description: '<p>Hej <b>du</b></p>',
    published: false,
    archived: false,
    parts: [],
    pictureUrl: expect.stringContaining('/api/files/'),
  })
  expect((await listAuditEntries('education'))[0]).toMatchObject({
    action: 'education.created',
    targetId: String(body.id),
  })
  const changed = await save('PUT', { ...body, removePicture: true, title: 'Flaggvakt 2' }, educator)
  expect(changed.body).toMatchObject({ title: 'Flaggvakt 2', pictureUrl: null })
  expect((await listAuditEntries('education'))[0]?.data).toEqual({
    before: { title: 'Flaggvakt grund', pictureFileId: expect.any(Number) },
    after: { title: 'Flaggvakt 2', pictureFileId: null },
  })
})

test('only superadministrators create educations, and educators change those in their scope', async () => {
  expect((await save('POST', { title: 'X' }, educator)).status).toBe(403)
  expect((await save('PUT', education, learner)).status).toBe(403)
  const other = (await save('POST', { title: 'Kart', educationCategoryIds: [karting] })).body
  expect((await save('PUT', other, educator)).status).toBe(404)
  expect((await put(`${other.id}/publish`)).status).toBe(404)
  const beyond = await save('PUT', { ...education, educationCategoryIds: [karting] }, educator)
  expect(beyond).toMatchObject({ status: 400, body: { fields: { educationCategoryIds: expect.any(String) } } })
})

test('each invalid field is named', async () => {
  const wrong = await save('POST', { title: ' ', fee: -1, hours: -2, minAge: 0, vatRate: 99 })
  expect(wrong.status).toBe(400)
  expect(Object.keys(wrong.body.fields).sort()).toEqual(['fee', 'hours', 'minAge', 'title', 'vatRate'])
  const ages = await save('POST', { title: 'X', minAge: 17, maxAge: 13 })
  expect(ages.body.fields).toEqual({ maxAge: 'Högsta ålder kan inte vara lägre än lägsta ålder.' })
  const unknown = await save('POST', {
    title: 'X',
    educationCategoryIds: [999],
    educationRoleIds: [999],
    targetGroupRoleIds: [999],
    responsibleIds: [999_999],
    contactUserId: 999_999,
    organizerOrganizationId: 999_999,
    prerequisiteEducationIds: [999_999],
  })
  expect(Object.keys(unknown.body.fields)).toHaveLength(7)
  await save('PUT', { ...education, code: 'SAMMA' })
  expect((await save('POST', { title: 'X', code: 'SAMMA' })).body.fields).toEqual({ code: expect.any(String) })
})

test('of two concurrent changes of an education the later is refused, and nothing of it is stored', async () => {
  const answers = await Promise.all([
    save('PUT', { ...education, title: 'Ett' }),
    save('PUT', { ...education, title: 'Två' }, educator),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const late = answers.find(({ status }) => status === 409)
  expect(late?.body.code).toBe('changed_meanwhile')
})

test('educations never require each other, also after two concurrent writes', async () => {
  const other = (await save('POST', { title: 'Fortsättning', educationCategoryIds: [rally] })).body
  const third = { ...education, prerequisiteEducationIds: [education.id] }
  expect((await save('PUT', third)).body.fields).toEqual({ prerequisiteEducationIds: expect.any(String) })
  const answers = await Promise.all([
    save('PUT', { ...education, prerequisiteEducationIds: [other.id] }),
    save('PUT', { ...other, prerequisiteEducationIds: [education.id] }),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('publishing reports what is missing, shows the education, and unpublishing hides it and touches no result', async () => {
  const bare = (await save('POST', { title: 'Bar', responsibleIds: [] })).body
  const refused = await put(`${bare.id}/publish`, undefined, superadministrator)
  expect(refused).toMatchObject({ status: 409, body: { code: 'education_incomplete' } })
  expect(Object.keys(refused.body.fields)).toEqual(['educationCategoryIds', 'educationPartIds'])
  await newPart([education.id])
  expect((await learner.fetch('GET', `/Educations/${education.id}`)).status).toBe(404)
  const published = await put(`${education.id}/publish`)
  expect(published.body.published).toBe(true)
  expect((await put(`${education.id}/publish`)).body.lastChange).toBe(published.body.lastChange)
  expect((await learner.fetch('GET', `/Educations/${education.id}`)).status).toBe(200)
  expect((await put(`${education.id}/educationParts`, [])).body.code).toBe('education_incomplete')
  const now = new Date()
  await query.insert(educationResults).values({
    userId: learner.id,
    educationId: education.id,
    signedUpAt: now,
    createdAt: now,
    changedAt: now,
    source: 0,
  })
  expect((await put(`${education.id}/unpublish`)).body.published).toBe(false)
  expect((await learner.fetch('GET', `/Educations/${education.id}`)).status).toBe(200)
  expect((await (await signedIn()).fetch('GET', `/Educations/${education.id}`)).status).toBe(404)
})

test('a published education keeps a category; a draft may lose its last', async () => {
  await newPart([education.id])
  const published = (await put(`${education.id}/publish`)).body
  const bare = await save('PUT', { ...published, educationCategoryIds: [] }, superadministrator)
  expect(bare.status).toBe(400)
  expect(bare.body.fields).toEqual({ educationCategoryIds: 'Välj minst en gren.' })
  const draft = (await put(`${education.id}/unpublish`)).body
  const saved = await save('PUT', { ...draft, educationCategoryIds: [] }, superadministrator)
  expect(saved.body.educationCategoryIds).toEqual([])
})

test('an archived education is hidden, and publishing brings it back', async () => {
  await newPart([education.id])
  const published = (await put(`${education.id}/publish`)).body
  const archived = (await save('PUT', { ...published, archived: true })).body
  expect(archived).toMatchObject({ archived: true, published: true })
  expect((await learner.fetch('GET', `/Educations/${education.id}`)).status).toBe(404)
  expect((await put(`${education.id}/publish`)).body).toMatchObject({ archived: false, published: true })
})

test('parts are ordered, shared between educations, and lose prerequisites that are removed', async () => {
  const other = (await save('POST', { title: 'Andra', educationCategoryIds: [rally] })).body
  const [a, b, c] = [await newPart([education.id]), await newPart([education.id]), await newPart([other.id])]
  expect((await put(`${education.id}/educationParts`, [c, b, a])).body.educationPartIds).toEqual([c, b, a])
  const linked = await put(`${education.id}/educationPartDependencies/${a}`, [b, c])
  expect(linked.body.partDependencies).toEqual({ [String(a)]: [b, c] })
  expect((await put(`${education.id}/educationParts`, [a, c])).body).toMatchObject({
    educationPartIds: [a, c],
    partDependencies: { [String(a)]: [c] },
  })
  expect((await put(`${education.id}/educationParts`, [a, a])).status).toBe(400)
  expect((await put(`${education.id}/educationParts`, [a, 999_999])).status).toBe(400)
  const hidden = (await save('POST', { title: 'Dold', educationCategoryIds: [karting] })).body
  expect((await put(`${education.id}/educationParts`, [a, await newPart([hidden.id])])).status).toBe(400)
})

test('a part that others manage cannot be added to an own education, which would expose its participants', async () => {
  const foreign = (await save('POST', { title: 'Främmande', educationCategoryIds: [karting] })).body
  const part = await newPart([foreign.id])
  expect((await put(`${foreign.id}/publish`, undefined, superadministrator)).status).toBe(200)
  expect((await educator.fetch('GET', `/EducationParts/${part}`)).status).toBe(200)
  const drawn = await put(`${education.id}/educationParts`, [part])
  expect([drawn.status, drawn.body.fields]).toEqual([400, { body: expect.any(String) }])
  // Parts that an administrator has shared keep their place, no matter who rearranges the education.
  const shared = await put(`${education.id}/educationParts`, [part], superadministrator)
  expect(shared.body.educationPartIds).toEqual([part])
  const own = await newPart([education.id])
  expect((await put(`${education.id}/educationParts`, [own, part])).body.educationPartIds).toEqual([own, part])
})

test('of two successive orders of the parts, the later one gets a version conflict for any change', async () => {
  const [a, b] = [await newPart([education.id]), await newPart([education.id])]
  const seen = (await put(`${education.id}/educationParts`, [a, b])).body.lastChange
  const late = `lastChange=${encodeURIComponent(String(seen))}`
  const path = `${education.id}/educationParts`
  expect((await put(`${path}?${late}`, [b, a])).status).toBe(200)
  expect((await put(`${path}?${late}`, [a, b])).body.code).toBe('changed_meanwhile')
  expect((await put(`${education.id}/educationPartDependencies/${b}?${late}`, [a])).body.code).toBe('changed_meanwhile')
  const { body } = await put(`${education.id}/educationPartDependencies/${b}`, [a])
  expect(body.educationPartIds).toEqual([b, a])
  const now = `lastChange=${encodeURIComponent(String(body.lastChange))}`
  await newPart([education.id])
  expect((await put(`${path}?${now}`, [a])).body.code).toBe('changed_meanwhile')
  expect((await put(`${path}?lastChange=yesterday`, [a])).status).toBe(400)
})

test('of two concurrent orders of the parts, one gets a version conflict', async () => {
  const [a, b] = [await newPart([education.id]), await newPart([education.id])]
  const { lastChange } = (await put(`${education.id}/educationParts`, [a, b])).body
  const path = `${education.id}/educationParts?lastChange=${encodeURIComponent(String(lastChange))}`
  const answers = await Promise.all([put(path, [b, a]), put(path, [a])])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('parts never require each other, also after two concurrent writes', async () => {
  const [a, b] = [await newPart([education.id]), await newPart([education.id])]
  const link = (partId: number, ids: number[]) => put(`${education.id}/educationPartDependencies/${partId}`, ids)
  expect((await link(a, [a])).body.code).toBe('prerequisites_circular')
  expect((await link(a, [999_999])).status).toBe(400)
  expect((await link(999_999, [a])).status).toBe(404)
  const answers = await Promise.all([link(a, [b]), link(b, [a])])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('a copy has everything except code, occasions and results; its parts are copied or shared', async () => {
  const [a, b] = [await newPart([education.id], 'A'), await newPart([education.id], 'B')]
  await put(`${education.id}/educationPartDependencies/${b}`, [a])
  const { lastChange: _, ...written } = education
  await save('PUT', { ...written, code: 'K1', responsibleIds: [educator.id], fee: 100 })
  const copy = async (sharesParts: boolean, person = superadministrator) =>
    answerOf(await person.fetch('POST', `/Educations/${education.id}/copy`, { title: 'Kopia', sharesParts }))
  expect((await copy(false, educator)).status).toBe(403)
  const { body } = await copy(false)
  expect(body).toMatchObject({
    title: 'Kopia',
    code: null,
    published: false,
    fee: 100,
    educationCategoryIds: [rally],
    responsibleIds: [educator.id],
  })
  expect(body.parts.map(({ title }) => title)).toEqual(['A', 'B'])
  const [copyOfA, copyOfB] = body.educationPartIds
  expect(body.educationPartIds).not.toContain(a)
  expect(body.partDependencies).toEqual({ [String(copyOfB)]: [copyOfA] })
  const shared = (await copy(true)).body
  expect(shared).toMatchObject({ educationPartIds: [a, b], partDependencies: { [String(b)]: [a] } })
})

test('a copy of a digital part runs the same course', async () => {
  const course = await createDigitalCourse()
  const { body } = await answerOf(
    await superadministrator.fetch('POST', `/Educations/${course.educationId}/copy`, { title: 'Ny' }),
  )
  expect(body.parts[0]).toMatchObject({ type: 1, packageId: course.packageId })
})
