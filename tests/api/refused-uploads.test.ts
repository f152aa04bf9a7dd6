import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { contentPackages } from '#api/catalogue/packages/table.ts'
import { storedFiles } from '#api/foundation/files/table.ts'
import { quotas } from '#api/foundation/quotas/rules.ts'
import { uploads } from '#api/foundation/uploads/table.ts'
import { submissionFiles } from '#api/participation/submissions/table.ts'
import { configurePortal } from '../configuration.ts'
import { createDigitalCourse } from '../course.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { bodyOf } from '../response-body.ts'
import { createSubmission, toBytes } from '../submission.ts'

const { query } = database()
afterAll(() => configurePortal({}))

/** Uploads a file of one part, and returns the id of the upload. */
async function upload(person: Person, path: string, { fileName = 'stor.pdf', text = '%PDF-1.7 regler' } = {}) {
  const { uploadId } = await bodyOf<{ uploadId: string }>(person.fetch('POST', path, { fileName, size: text.length }))
  const part = await person.raw(
    'PUT',
    `${path.replace(/\/\d+\/uploads/, '/uploads')}/${uploadId}/parts/1`,
    toBytes(text),
  )
  expect(part.status).toBe(200)
  return uploadId
}

const saveMedium = (person: Person, uploadId: string) => {
  const form = new FormData()
  form.set('request', JSON.stringify({ title: 'Stor', uploadId }))
  return person.fetch('POST', '/Media', form)
}

/** Expects a refusal that removes file and upload, so that the same request finds no upload the next time. */
async function expectRefusedOnce(person: Person, send: () => Promise<Response>, [status, code]: [number, string]) {
  const [begun] = await query.select().from(uploads).where(eq(uploads.uploadedByUserId, person.id))
  expect(begun).toBeDefined()
  const refused = await send()
  expect([refused.status, await refused.json()]).toMatchObject([status, { code }])
  expect(await query.select().from(uploads).where(eq(uploads.uploadedByUserId, person.id))).toEqual([])
  expect(await env.FILES.head(begun?.fileKey ?? '')).toBeNull()
  expect((await send()).status).toBe(404)
}

test('a medium beyond the size limit or the quota is refused, and its upload counts no longer', async () => {
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  await configurePortal({ maxUploadMb: 1 })
  const large = await upload(office, '/Packages/uploads', { text: `%PDF-1.7 ${'stor '.repeat(300_000)}` })
  await expectRefusedOnce(office, () => saveMedium(office, large), [413, 'too_large'])
  await query.insert(storedFiles).values({
    name: 'x',
    sha256: '0'.repeat(64),
    contentType: 'application/pdf',
    size: quotas.mediaBytes,
    key: crypto.randomUUID(),
    visibility: 'SignedIn',
    purpose: 'Medium',
    cleaned: true,
    ownerUserId: office.id,
    createdAt: new Date(),
  })
  const small = await upload(office, '/Packages/uploads')
  await expectRefusedOnce(office, () => saveMedium(office, small), [409, 'media_quota'])
})

test('a package beyond the quota is refused, and its upload counts no longer', async () => {
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  const { educationPartId } = await createDigitalCourse()
  const stamps = { createdAt: new Date(), changedAt: new Date() }
  const owned = { uploadedByUserId: office.id, originalName: 'x', folder: crypto.randomUUID(), state: 2 as const }
  await query.insert(contentPackages).values({ ...stamps, ...owned, size: quotas.packageBytes })
  const uploadId = await upload(office, '/Packages/uploads', { fileName: 'kurs.zip', text: 'PK' })
  const complete = () => office.fetch('POST', `/Packages/uploads/${uploadId}/complete`, { educationPartId })
  await expectRefusedOnce(office, complete, [409, 'package_quota'])
})

test('a submission with other content than its name, or beyond the quota, is refused, and its upload counts no longer', async () => {
  const { learner, educationPartId, submission } = await createSubmission()
  const path = `/submission/${educationPartId}/uploads`
  const handIn = (uploadId: string) => () => {
    const form = new FormData()
    form.set('request', JSON.stringify({ uploadId }))
    return learner.fetch('POST', `/submission/Upload/${educationPartId}`, form)
  }
  const other = await upload(learner, path, { text: 'ingen pdf' })
  await expectRefusedOnce(learner, handIn(other), [415, 'unsupported_media_type'])
  const version = { submissionId: submission.submissionId, version: 99, uploadedAt: new Date() }
  const file = { key: crypto.randomUUID(), name: 'x.pdf', contentType: 'application/pdf', size: quotas.submissionBytes }
  await query.insert(submissionFiles).values({ ...version, ...file })
  await expectRefusedOnce(learner, handIn(await upload(learner, path)), [409, 'submission_quota'])
})
