import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { jobs } from '#api/foundation/jobs/table.ts'
import { comments } from '#api/participation/comments/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { submissionFiles, submissions } from '#api/participation/submissions/table.ts'
import { listAuditEntries } from '../audit.ts'
import { database, signedIn } from '../portal.ts'
import { drainJobs } from '../queue.ts'
import { createPdf, createSubmission, type SubmissionFixture, uploadSubmission } from '../submission.ts'
import worker from '../worker.ts'

const { query } = database()

async function nextDay(): Promise<void> {
  await query.delete(jobs).where(eq(jobs.kind, 'submissions.sweep'))
  const execution = createExecutionContext()
  await worker.scheduled(createScheduledController({ cron: '* * * * *' }), env, execution)
  await waitOnExecutionContext(execution)
  await drainJobs()
}

const filesOf = ({ submission }: SubmissionFixture) =>
  query.select().from(submissionFiles).where(eq(submissionFiles.submissionId, submission.submissionId))
const countFiles = async (keys: readonly string[]) =>
  (await Promise.all(keys.map((key) => env.FILES.head(`submissions/${key}`)))).filter(Boolean).length
const say = ({ learner, resultId }: SubmissionFixture) =>
  query
    .insert(comments)
    .values({ educationPartResultId: resultId, userId: learner.id, text: 'Hej', createdAt: new Date() })

test('the submission of a removed sign-up is deleted with files and comments; the rest remains', async () => {
  const [removed, remaining] = [await createSubmission(), await createSubmission()]
  await uploadSubmission(removed.learner, removed.educationPartId, createPdf('igen.pdf', '%PDF-1.7 igen'))
  for (const scene of [removed, remaining]) await say(scene)
  const keys = (await filesOf(removed)).map(({ key }) => key)
  const others = (await filesOf(remaining)).map(({ key }) => key)
  expect([await countFiles(keys), await countFiles(others)]).toEqual([2, 1])

  await nextDay()
  expect(await countFiles(keys)).toBe(2)
  await query.delete(educationPartResults).where(eq(educationPartResults.id, removed.resultId))
  await nextDay()
  await nextDay()

  expect([await countFiles(keys), await countFiles(others)]).toEqual([0, 1])
  expect([(await filesOf(removed)).length, (await filesOf(remaining)).length]).toEqual([0, 1])
  const left = await query
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      inArray(
        submissions.id,
        [removed, remaining].map(({ submission }) => submission.submissionId),
      ),
    )
  expect(left).toEqual([{ id: remaining.submission.submissionId }])
  const words = await query.select().from(comments)
  expect(words.map(({ educationPartResultId }) => educationPartResultId)).toEqual([remaining.resultId])
  const swept = (await listAuditEntries('submission')).filter(({ action }) => action === 'submission.swept')
  expect(swept).toMatchObject([{ targetId: String(removed.submission.submissionId), data: { files: 2 } }])
})

test('a sign-up with the id of a removed one has none of its data', async () => {
  const removed = await createSubmission()
  await say(removed)
  await query.delete(educationPartResults).where(eq(educationPartResults.id, removed.resultId))
  const desk = await removed.educator.fetch('POST', '/submissionAdmin/', {})
  expect(await desk.json()).toMatchObject({ total: 0 })
  const other = await signedIn()
  const [next] = await query
    .insert(educationPartResults)
    .values({
      id: removed.resultId,
      userId: other.id,
      educationPartId: removed.educationPartId,
      educationId: removed.educationId,
      customAnswers: [],
      signedUpAt: new Date(),
      createdAt: new Date(),
      changedAt: new Date(),
    })
    .returning()
  expect(
    await query
      .select()
      .from(comments)
      .where(eq(comments.educationPartResultId, next?.id ?? 0)),
  ).toEqual([])
  expect((await uploadSubmission(other, removed.educationPartId, createPdf('min.pdf'))).body).toMatchObject({
    version: 1,
    userId: other.id,
  })
})

test('more submissions than one run handles are all deleted on the same day', async () => {
  const scene = await createSubmission()
  const now = new Date()
  const stamps = { statusChangedAt: now, uploadedAt: now, createdAt: now, changedAt: now }
  for (let at = 0; at < 45; at += 1)
    await query.insert(submissions).values({
      userId: scene.learner.id,
      educationPartId: scene.educationPartId,
      educationPartResultId: 900_000 + at,
      status: 1,
      version: 1,
      ...stamps,
    })
  await nextDay()
  const left = await query.select().from(submissions)
  expect(left.filter(({ educationPartResultId }) => educationPartResultId >= 900_000)).toEqual([])
  expect(left.map(({ id }) => id)).toContain(scene.submission.submissionId)
})
