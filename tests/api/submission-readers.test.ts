import { exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { HeldRoles } from '#api/actor.ts'
import type { SubmissionPage } from '#api/participation/submissions/review/contract.ts'
import { submissions } from '#api/participation/submissions/table.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { category } from '../catalogue.ts'
import { insertFederation } from '../federation.ts'
import { anonymous, database, type Person, signedIn } from '../portal.ts'
import { bodyOf } from '../response-body.ts'
import { createPdf, createSubmission, type SubmissionFixture, uploadSubmission } from '../submission.ts'

await insertFederation()
const { query } = database()

/** Requests every address of a file or its comments as this caller and returns the statuses. */
async function waysIn(fetch: Person['fetch'], { submission, resultId }: SubmissionFixture) {
  const id = submission.submissionId
  const listed = await fetch('POST', '/submissionAdmin', { submissionIds: [id] })
  const statusOf = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(method, path, body)
    await response.arrayBuffer()
    return response.status
  }
  return {
    listed: listed.ok ? (await bodyOf<SubmissionPage>(listed)).total : 0,
    statuses: [
      await statusOf('POST', `/submissionAdmin/Download/${id}`),
      await statusOf('POST', '/submissionAdmin/Download', [id]),
      await statusOf('GET', `/submissionAdmin/SuggestedExaminers/${id}`),
      await statusOf('PUT', `/submissionAdmin/UpdateStatus/${id}/Approved`),
      await statusOf('PUT', `/submissionAdmin/UpdateStatus/${id}/NeedsCompletion`, { comment: 'x' }),
      await statusOf('GET', `/comments/${resultId}`),
      await statusOf('POST', `/comments/${resultId}`, 'x'),
    ],
  }
}

const elsewhere = await category('Någon annanstans')

const others: [string, HeldRoles, number, object?][] = [
  ['another learner', {}, 403],
  ['an external person', {}, 403, { isExternal: true }],
  ['an educator of another category', { Educator: { EducationCategory: [elsewhere] } }, 404],
  ['an educator who answers for nothing', { Educator: {} }, 404],
  ['an administrator of another district', { Administrator: { Organization: [3] } }, 404],
  ['the administrator of a club', { OrganizationAdmin: { Organization: [20] } }, 403],
]

test.each(others)('%s gets no file and no comment', async (_, roles, refused, more = {}) => {
  const scene = await createSubmission()
  const other = await signedIn({ roles, ...more })
  const { listed, statuses } = await waysIn(other.fetch, scene)
  expect(listed).toBe(0)
  // Comments have no role check: they do not exist for a caller who may not read the submission.
  expect(statuses).toEqual([refused, refused, refused, refused, refused, 404, 404])
  const [row] = await query.select().from(submissions).where(eq(submissions.id, scene.submission.submissionId))
  expect(row?.status).toBe(1)
})

test('a caller without a session is asked to sign in', async () => {
  const { statuses } = await waysIn(anonymous, await createSubmission())
  expect(new Set(statuses)).toEqual(new Set([401]))
})

test('an educator limited to other clubs does not see it', async () => {
  const scene = await createSubmission()
  const limited = await signedIn({
    roles: { Educator: { EducationCategory: [scene.categoryId], Organization: [30] } },
  })
  expect((await waysIn(limited.fetch, scene)).listed).toBe(0)
})

test('a guardian does not read the child’s submission', async () => {
  const scene = await createSubmission()
  const guardian = await signedIn()
  const link = {
    adultUserId: guardian.id,
    childUserId: scene.learner.id,
    createdByUserId: scene.learner.id,
    confirmedAt: new Date(),
  }
  await query.insert(guardianLinks).values({ ...link, createdAt: new Date() })
  const { listed, statuses } = await waysIn(guardian.fetch, scene)
  expect([listed, ...statuses.slice(-2)]).toEqual([0, 404, 404])
})

test('the learner reads the comments and has no review queue', async () => {
  const scene = await createSubmission()
  const { listed, statuses } = await waysIn(scene.learner.fetch, scene)
  expect([listed, ...statuses]).toEqual([0, 403, 403, 403, 403, 403, 200, 200])
})

test('the assigned reviewer reads it regardless of scope, until the role is removed', async () => {
  const scene = await createSubmission()
  const given = await signedIn({ roles: { Educator: { EducationCategory: [elsewhere] } } })
  const was = await signedIn()
  const giveTo = (assigneeId: number) =>
    query.update(submissions).set({ assigneeId }).where(eq(submissions.id, scene.submission.submissionId))
  await giveTo(given.id)
  const { listed, statuses } = await waysIn(given.fetch, scene)
  expect([listed, ...statuses]).toEqual([1, 200, 200, 200, 200, 409, 200, 200])
  await giveTo(was.id)
  expect((await waysIn(was.fetch, scene)).statuses).toEqual([403, 403, 403, 403, 403, 404, 404])
})

test('the general address of files does not return submissions', async () => {
  const { learner, submission } = await createSubmission()
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  for (const person of [learner, office])
    expect((await person.fetch('GET', `/files/${submission.fileId}`)).status).toBe(404)
})

const content = (url: string, init: RequestInit = {}) => exports.default.fetch(url, init)

test('a signed address displays one file, without scripts', async () => {
  const { submission } = await createSubmission()
  const served = await content(submission.url)
  expect(served.status).toBe(200)
  const { headers } = served
  expect(headers.get('content-type')).toBe('application/pdf')
  expect(headers.get('content-disposition')).toMatch(/^inline; filename="uppsats.pdf"/)
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*frame-ancestors http/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cache-control')).toBe('private, max-age=1800')
  expect((await served.arrayBuffer()).byteLength).toBe(16)
  const saved = await content(`${submission.url}&download=1`)
  expect(saved.headers.get('content-disposition')).toMatch(/^attachment/)
  await saved.body?.cancel()
})

test('pictures and text are shown in a sandbox, other files are downloaded', async () => {
  const picture = new File([Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], 'foto.png')
  const scene = await createSubmission(picture)
  const shown = await content(scene.submission.url)
  expect(shown.headers.get('content-security-policy')).toContain('; sandbox;')
  expect(shown.headers.get('content-type')).toBe('image/png')
  await shown.body?.cancel()
  const { body } = await uploadSubmission(scene.learner, scene.educationPartId, new File(['PK\x03\x04'], 'bilder.zip'))
  const archive = await content(body.url)
  expect(archive.headers.get('content-disposition')).toMatch(/^attachment/)
  await archive.body?.cancel()
})

test('a missing, changed, foreign or expired signature is refused', async () => {
  const [one, other] = [await createSubmission(), await createSubmission()]
  const url = new URL(one.submission.url)
  const bare = `${url.origin}${url.pathname}`
  const moved = new URL(other.submission.url)
  moved.search = url.search
  const late = new URL(url)
  late.searchParams.set('until', String(Number(url.searchParams.get('until')) + 1))
  for (const address of [bare, moved.href, late.href, `${bare}?until=1&sig=${url.searchParams.get('sig')}`])
    expect((await content(address)).status).toBe(404)
  expect((await content(one.submission.url, { method: 'POST' })).status).toBe(405)
})

test('a range of a film is served', async () => {
  const { submission } = await createSubmission(createPdf('plan.pdf', '%PDF-0123456789'))
  const served = await content(submission.url, { headers: { range: 'bytes=5-8' } })
  expect([served.status, served.headers.get('content-range')]).toEqual([206, 'bytes 5-8/15'])
  expect(new TextDecoder().decode(await served.arrayBuffer())).toBe('0123')
  expect((await content(submission.url, { headers: { range: 'bytes=99-' } })).status).toBe(416)
  expect((await content(submission.url, { method: 'HEAD' })).headers.get('content-length')).toBe('15')
})
