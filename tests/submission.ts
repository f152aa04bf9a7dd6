import { env } from 'cloudflare:workers'
import type { Submission } from '#api/participation/submissions/contract.ts'
import { submissionFiles, submissions } from '#api/participation/submissions/table.ts'
import { category, education, part, partResult } from './catalogue.ts'
import { database, type Person, signedIn } from './portal.ts'

export const toBytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

export const createPdf = (name = 'uppsats.pdf', text = '%PDF-1.7 uppsats') => new File([toBytes(text)], name)

export interface ApiAnswer<Body = Submission> {
  status: number
  body: Body & { code: string; message: string; fields?: Record<string, string>; details?: { by?: string } }
}

export const readAnswer = async <Body = Submission>(response: Response): Promise<ApiAnswer<Body>> => ({
  // A response without JSON has no body that a test reads.
  status: response.status,
  body: response.headers.get('content-type')?.includes('json') ? await response.json() : (undefined as never),
})

export async function uploadSubmission(person: Person, educationPartId: number, file: File, headers = {}) {
  const form = new FormData()
  form.set('file', file)
  return readAnswer(await person.fetch('POST', `/submission/Upload/${educationPartId}/`, form, headers))
}

/** Creates a submission part in an education with its own category, its educator, and a learner who is signed up. */
export async function createSubmissionPart() {
  const categoryId = await category(`Gren ${crypto.randomUUID()}`)
  const educationPartId = await part({ type: 3, title: 'Banplan' })
  const educator = await signedIn({
    firstName: 'Ulla',
    roles: { Educator: { EducationCategory: [categoryId] } },
    email: 'ulla@example.se',
  })
  const educationId = await education({ partIds: [educationPartId], categoryIds: [categoryId] })
  const learner = await signedIn({ firstName: 'Sara', email: 'sara@example.se' })
  const resultId = await partResult({ userId: learner.id, educationPartId, educationId })
  return { categoryId, educationPartId, educationId, educator, learner, resultId }
}

/** Creates the same with a file handed in. */
export async function createSubmission(file = createPdf()) {
  const scene = await createSubmissionPart()
  const { status, body } = await uploadSubmission(scene.learner, scene.educationPartId, file)
  if (status !== 200) throw new Error(`the hand-in was refused: ${JSON.stringify(body)}`)
  return { ...scene, submission: body }
}

export type SubmissionFixture = Awaited<ReturnType<typeof createSubmission>>

/** Inserts a submission with its file directly into the database. */
export async function insertSubmission(
  fields: Pick<typeof submissions.$inferInsert, 'userId' | 'educationId' | 'educationPartId' | 'educationPartResultId'>,
): Promise<number> {
  const { query } = database()
  const now = new Date()
  const [row] = await query
    .insert(submissions)
    .values({ ...fields, status: 1, version: 1, statusChangedAt: now, uploadedAt: now, createdAt: now, changedAt: now })
    .returning({ id: submissions.id })
  if (!row) throw new Error('the submission was not inserted')
  const key = crypto.randomUUID().replaceAll('-', '')
  await env.FILES.put(`submissions/${key}`, '%PDF-1.7')
  const file = { name: 'plan.pdf', contentType: 'application/pdf', size: 8, key, uploadedAt: now }
  await query.insert(submissionFiles).values({ submissionId: row.id, version: 1, ...file })
  return row.id
}
