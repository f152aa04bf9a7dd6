import { env } from 'cloudflare:workers'
import type { Submission } from '#api/participation/submissions/contract.ts'
import { submissionFiles, submissions } from '#api/participation/submissions/table.ts'
import { category, education, part, partResult } from './catalogue.ts'
import { database, type Person, signedIn } from './portal.ts'

export const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

export const pdf = (name = 'uppsats.pdf', text = '%PDF-1.7 uppsats') => new File([bytesOf(text)], name)

export interface Answer<Body = Submission> {
  status: number
  body: Body & { code: string; message: string; fields?: Record<string, string>; details?: { by?: string } }
}

export const answerOf = async <Body = Submission>(response: Response): Promise<Answer<Body>> => ({
  status: response.status,
  body: response.headers.get('content-type')?.includes('json') ? await response.json() : (undefined as never),
})

export async function upload(person: Person, educationPartId: number, file: File, headers = {}) {
  const form = new FormData()
  form.set('file', file)
  return answerOf(await person.fetch('POST', `/submission/Upload/${educationPartId}/`, form, headers))
}

/** Creates a submission part in an education with its own category, its educator, and a learner who is signed up. */
export async function handInScene() {
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
export async function handedIn(file = pdf()) {
  const scene = await handInScene()
  const { status, body } = await upload(scene.learner, scene.educationPartId, file)
  if (status !== 200) throw new Error(`the hand-in was refused: ${JSON.stringify(body)}`)
  return { ...scene, submission: body }
}

export type Scene = Awaited<ReturnType<typeof handedIn>>

/** Inserts a submission with its file directly into the database. */
export async function submitted(
  wanted: Pick<typeof submissions.$inferInsert, 'userId' | 'educationId' | 'educationPartId' | 'educationPartResultId'>,
): Promise<number> {
  const { query } = database()
  const now = new Date()
  const [row] = await query
    .insert(submissions)
    .values({ ...wanted, status: 1, version: 1, statusChangedAt: now, uploadedAt: now, createdAt: now, changedAt: now })
    .returning({ id: submissions.id })
  if (!row) throw new Error('the submission was not inserted')
  const key = crypto.randomUUID().replaceAll('-', '')
  await env.FILES.put(`submissions/${key}`, '%PDF-1.7')
  const file = { name: 'plan.pdf', contentType: 'application/pdf', size: 8, key, uploadedAt: now }
  await query.insert(submissionFiles).values({ submissionId: row.id, version: 1, ...file })
  return row.id
}
