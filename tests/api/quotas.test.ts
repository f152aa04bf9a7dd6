import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { contentPackages } from '#api/catalogue/packages/table.ts'
import { xapiAttachments, xapiDocuments } from '#api/courses/xapi/table.ts'
import { storedFiles } from '#api/foundation/files/table.ts'
import { quotas } from '#api/foundation/quotas/rules.ts'
import { quotaBreaches } from '#api/foundation/quotas/table.ts'
import { uploads } from '#api/foundation/uploads/table.ts'
import { submissionFiles } from '#api/participation/submissions/table.ts'
import { sha256 } from '#platform/digest.ts'
import { createDigitalCourse } from '../course.ts'
import { createPng } from '../pictures.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { createPdf, createSubmission, uploadSubmission } from '../submission.ts'
import { multipart, statement } from '../xapi/another-system.ts'
import { launchCourse } from '../xapi/course-launch.ts'

const { query } = database()
const codeOf = async (response: Response) => [response.status, (await response.json<{ code: string }>()).code]
const objectsUnder = async (prefix: string) => (await env.FILES.list({ prefix })).objects.length
const educator = () => signedIn({ roles: { Educator: {} } })
const row = { name: 'x', sha256: '0'.repeat(64), contentType: 'image/png', createdAt: new Date(), cleaned: true }

const learnerInCourse = async () => {
  const person = await signedIn()
  const { educationPartId } = await createDigitalCourse()
  const store = await launchCourse(person, educationPartId)
  const { activityId, agent, registration } = store.launch
  const place = (stateId: string) =>
    `activities/state?${new URLSearchParams({ stateId, activityId, agent: JSON.stringify(agent), registration })}`
  const put = (stateId: string, body: string) => store.send('PUT', place(stateId), body)
  return { person, store, put, registration }
}

/** Sets the stored size of a person's documents without storing the bytes. */
const enlarge = (registration: string, size: number) =>
  query.update(xapiDocuments).set({ size }).where(eq(xapiDocuments.registration, registration))

test('a course stores its state up to the limit of its launch, in the database and in the file store', async () => {
  const { put, registration } = await learnerInCourse()
  expect((await put('first', '{"slide":1}')).status).toBe(204)
  await enlarge(registration, quotas.launchStateBytes - 1000)
  expect((await put('second', 'x'.repeat(990))).status).toBe(204)
  const refused = await put('third', 'x'.repeat(2000))
  expect(refused.status).toBe(413)
  expect(await refused.json()).toMatchObject({
    error: expect.stringMatching(/^state_quota: The course has saved more/),
  })
  const before = await objectsUnder('xapi-documents/')
  expect((await put('large', 'x'.repeat(1_100_000))).status).toBe(413)
  expect(await objectsUnder('xapi-documents/')).toBe(before)
  expect((await put('first', '{"slide":2}')).status, 'what is there already may become smaller').toBe(204)
})

test('concurrent writes do not exceed the limit together', async () => {
  const { put, registration } = await learnerInCourse()
  await put('first', 'x')
  await enlarge(registration, quotas.launchStateBytes - 2500)
  const answers = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((id) => put(id, 'x'.repeat(1000))))
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 204, 413, 413, 413, 413])
})

test('the quota of a person covers all courses and does not affect others', async () => {
  const { person, put, registration } = await learnerInCourse()
  await put('first', 'x')
  const [first] = await query.select().from(xapiDocuments).where(eq(xapiDocuments.registration, registration))
  if (!first) throw new Error('there is no document')
  const elsewhere = { ...first, activityId: 'https://courses.test/elsewhere', registration: crypto.randomUUID() }
  await query.insert(xapiDocuments).values({ ...elsewhere, size: quotas.stateBytes })
  expect((await put('second', 'x')).status).toBe(413)
  expect((await (await learnerInCourse()).put('first', 'x')).status).toBe(204)
  expect((await person.fetch('GET', '/User')).status).toBe(200)
})

test('a launch stores a limited number of documents', async () => {
  const { put, registration } = await learnerInCourse()
  await put('0', 'x')
  await env.DB.prepare(`insert into xapi_documents (kind, activity_id, agent, registration, document_id, content_type, etag, body, changed_at, size)
    select d.kind, d.activity_id, d.agent, d.registration, 'n' || n.value, d.content_type, d.etag, d.body, d.changed_at, 1
    from xapi_documents d, json_each(?1) n where d.registration = ?2`)
    .bind(JSON.stringify(Array.from({ length: quotas.launchStateDocuments - 1 }, (_, at) => at)), registration)
    .run()
  expect((await put('one more', 'x')).status).toBe(413)
  expect((await put('0', 'y')).status).toBe(204)
})

test('a person’s attachments have a total limit', async () => {
  const { store, person } = await learnerInCourse()
  const post = async (content: string) => {
    const sum = await sha256(content)
    const attachment = {
      usageType: 'https://usages.test/x',
      display: {},
      contentType: 'text/plain',
      length: 1,
      sha2: sum,
    }
    const sentStatement = statement({
      actor: store.launch.agent,
      object: { id: store.launch.activityId },
      attachments: [attachment],
    })
    const { body, headers } = multipart(sentStatement, [{ content, sum }])
    return store.send('POST', 'statements', body, headers)
  }
  expect((await post('ett')).status).toBe(200)
  await query.update(xapiAttachments).set({ size: quotas.attachmentBytes }).where(eq(xapiAttachments.userId, person.id))
  const before = await objectsUnder('xapi-attachments/')
  const refused = await post('två')
  expect([refused.status, await refused.json()]).toMatchObject([413, { error: /^attachment_quota: / }])
  expect(await objectsUnder('xapi-attachments/')).toBe(before)
})

async function saveProfile(person: Person) {
  const form = new FormData()
  form.set('user', '{}')
  form.set('file', new File([createPng()], 'jag.png'))
  return person.fetch('PUT', '/User', form)
}

test('a person’s pictures have a total limit', async () => {
  const person = await signedIn()
  const size = quotas.pictureBytes
  await query.insert(storedFiles).values({
    ...row,
    size,
    key: crypto.randomUUID(),
    visibility: 'Public',
    purpose: 'EducationPicture',
    ownerUserId: person.id,
  })
  expect(await codeOf(await saveProfile(person))).toEqual([409, 'picture_quota'])
  expect((await saveProfile(await signedIn())).status).toBe(200)
})

test('an educator’s media have a total limit', async () => {
  const person = await educator()
  const save = () => {
    const form = new FormData()
    form.set('request', JSON.stringify({ title: 'Regler' }))
    form.set('file', createPdf())
    return person.fetch('POST', '/Media', form)
  }
  expect((await save()).status).toBe(200)
  await query.update(storedFiles).set({ size: quotas.mediaBytes }).where(eq(storedFiles.ownerUserId, person.id))
  const before = await objectsUnder('media/')
  expect(await codeOf(await save())).toEqual([409, 'media_quota'])
  expect(await objectsUnder('media/')).toBe(before)
})

test('a submission has a size limit, and stores nothing of a refused file', async () => {
  const { learner, educationPartId, submission } = await createSubmission()
  const version = { submissionId: submission.submissionId, version: 99, uploadedAt: new Date() }
  const large = { ...version, key: crypto.randomUUID(), name: 'x.pdf', contentType: 'application/pdf' }
  await query.insert(submissionFiles).values({ ...large, size: quotas.submissionBytes })
  const before = await objectsUnder('submissions/')
  const refused = await uploadSubmission(learner, educationPartId, createPdf())
  expect([refused.status, refused.body.code]).toEqual([409, 'submission_quota'])
  expect(refused.body.message).toMatch(/Kontakta din utbildare/)
  expect(await objectsUnder('submissions/')).toBe(before)
})

test('a submission has a limited number of versions', async () => {
  const { learner, educationPartId } = await createSubmission()
  for (let version = 2; version <= quotas.submissionVersions; version += 1)
    expect((await uploadSubmission(learner, educationPartId, createPdf())).body.version).toBe(version)
  expect((await uploadSubmission(learner, educationPartId, createPdf())).body.code).toBe('submission_quota')
})

test('an educator’s packages have a total limit, and so have unfinished uploads', async () => {
  const person = await educator()
  const begin = () => person.fetch('POST', '/Packages/uploads', { fileName: 'kurs.zip', size: 1000 })
  const now = new Date()
  const begun = { originalName: 'x', fileKey: 'x', multipartId: 'x', uploadedByUserId: person.id, createdAt: now }
  expect((await begin()).status).toBe(200)
  await query.insert(uploads).values({ ...begun, id: crypto.randomUUID(), size: quotas.uploadBytes })
  expect(await codeOf(await begin())).toEqual([409, 'upload_quota'])
  await query.update(uploads).set({ size: 1 }).where(eq(uploads.uploadedByUserId, person.id))
  const answers = await Promise.all(Array.from({ length: quotas.openUploads }, begin))
  expect(answers.filter(({ status }) => status === 200).length).toBe(quotas.openUploads - 2)

  const owner = await educator()
  const stamps = { createdAt: now, changedAt: now, uploadedByUserId: owner.id }
  await query
    .insert(contentPackages)
    .values({ ...stamps, originalName: 'x', folder: crypto.randomUUID(), size: quotas.packageBytes, state: 2 })
  const { educationPartId } = await createDigitalCourse()
  const form = new FormData()
  form.set('file', new File(['PK'], 'kurs.zip'))
  form.set('request', JSON.stringify({ educationPartId }))
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  await query
    .update(contentPackages)
    .set({ uploadedByUserId: office.id })
    .where(eq(contentPackages.uploadedByUserId, owner.id))
  const before = await objectsUnder('package-archives/')
  expect(await codeOf(await office.fetch('POST', '/Packages', form))).toEqual([409, 'package_quota'])
  expect(await objectsUnder('package-archives/')).toBe(before)
})

test('no breach is ever stored', async () => {
  expect(await query.select().from(quotaBreaches)).toEqual([])
})
