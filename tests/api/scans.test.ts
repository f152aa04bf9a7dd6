import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { jobs } from '#api/foundation/jobs/table.ts'
import { fileScans } from '#api/foundation/scans/table.ts'
import type { Submission } from '#api/participation/submissions/contract.ts'
import { submissionFiles } from '#api/participation/submissions/table.ts'
import { listAuditEntries } from '../audit.ts'
import { database } from '../portal.ts'
import { drainJobs } from '../queue.ts'
import { readZipTexts } from '../spreadsheet.ts'
import { createPdf, createSubmission, readAnswer, type SubmissionFixture } from '../submission.ts'
import worker from '../worker.ts'

const { query } = database()
const virus = ['%PDF-1.7 X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
const settings = {
  SCANNER_URL: `http://127.0.0.1:${inject('scannerPort')}/scanHandlerBody`,
  SCANNER_TOKEN: 'scanner-token',
}
const without = { SCANNER_URL: '', SCANNER_TOKEN: '' }

beforeEach(() => void Object.assign(env, settings))
afterEach(() => void Object.assign(env, without))

const submissionOf = async ({ learner, educationPartId }: SubmissionFixture) => {
  const { body } = await readAnswer<Submission[]>(await learner.fetch('GET', `/submission/${educationPartId}`))
  const [newest] = body
  if (!newest) throw new Error('nothing was handed in')
  return newest
}
const opened = async ({ url }: Submission) => {
  // A request for a file uses none of the other members.
  const response = await worker.fetch(new Request(url), env, {
    waitUntil: () => undefined,
    passThroughOnException: () => undefined,
    props: {},
  } as unknown as ExecutionContext)
  return { status: response.status, text: await response.text() }
}
const keyOf = async (submissionId: number) => {
  const [row] = await query.select().from(submissionFiles).where(eq(submissionFiles.submissionId, submissionId))
  return `submissions/${row?.key}`
}

test('a submission is scanned after it is stored, and learner and reviewer see that', async () => {
  const scene = await createSubmission()
  expect(scene.submission).toMatchObject({ scan: 'NotScanned', files: [{ scan: 'NotScanned' }] })
  await drainJobs()
  expect(await submissionOf(scene)).toMatchObject({ scan: 'Clean', files: [{ scan: 'Clean' }] })
  expect((await opened(await submissionOf(scene))).text).toBe('%PDF-1.7 uppsats')
})

test('an infected file is returned to nobody by any call', async () => {
  const scene = await createSubmission(createPdf('virus.pdf', virus))
  await drainJobs()
  const { educator } = scene
  const submission = await submissionOf(scene)
  const { submissionId } = submission
  expect(submission.scan).toBe('Infected')
  expect((await opened(submission)).status).toBe(404)
  const one = await educator.fetch('POST', `/submissionAdmin/Download/${submissionId}`)
  expect([one.status, (await one.json<{ code: string }>()).code]).toEqual([409, 'file_infected'])
  const several = await educator.fetch('POST', '/submissionAdmin/Download', [submissionId])
  expect(several.status).toBe(200)
  const [[name, text] = []] = [...(await readZipTexts(new Uint8Array(await several.arrayBuffer())))]
  expect([name, text]).toEqual([expect.stringMatching(/virus\.pdf\.txt$/), expect.stringMatching(/skadlig kod/)])
  expect((await listAuditEntries('file'))[0]).toMatchObject({
    action: 'file.infected',
    targetId: await keyOf(submissionId),
  })
})

test('a failing scanner leaves the file unscanned, and the scan is retried', async () => {
  const scene = await createSubmission(createPdf('trasig.pdf', '%PDF-1.7 the scanner is out of order'))
  const key = await keyOf(scene.submission.submissionId)
  await drainJobs()
  expect((await submissionOf(scene)).scan).toBe('Failed')
  expect((await opened(await submissionOf(scene))).status).toBe(200)
  const [job] = await query
    .select()
    .from(jobs)
    .where(eq(jobs.key, `scans.scan:${key}`))
  expect(job).toMatchObject({ error: 'the scanner answered 500' })
  expect(job?.runAt.getTime()).toBeGreaterThan(Date.now())
  await env.FILES.put(key, '%PDF-1.7 in order')
  await query
    .update(jobs)
    .set({ runAt: new Date() })
    .where(eq(jobs.key, `scans.scan:${key}`))
  await drainJobs()
  expect((await submissionOf(scene)).scan).toBe('Clean')
})

test('without a scanner nothing is queued, and every file is shown as not scanned', async () => {
  Object.assign(env, without)
  const scene = await createSubmission()
  await drainJobs()
  expect((await submissionOf(scene)).scan).toBe('NotScanned')
  expect(
    await query
      .select()
      .from(fileScans)
      .where(eq(fileScans.key, await keyOf(scene.submission.submissionId))),
  ).toEqual([])
})
