import { expect, test } from 'vitest'
import type { Submission } from '#api/participation/submissions/contract.ts'
import type { SubmissionPage } from '#api/participation/submissions/review/contract.ts'
import { listAuditEntries } from '../audit.ts'
import { partResult } from '../catalogue.ts'
import { insertFederation } from '../federation.ts'
import { type Person, signedIn } from '../portal.ts'
import { createActors } from '../scope/actors.ts'
import { insertCourse } from '../scope/federation.ts'
import { createPdf, createSubmission, uploadSubmission } from '../submission.ts'
import { readRefusal } from './results/fixtures.ts'

await insertFederation()

const assign = (person: Person, assigneeId: number, filter: object, expectedCount: number) =>
  person.fetch('PUT', `/submissionAdmin/AssignMatching/${assigneeId}`, { filter, expectedCount })

/** Creates three submissions of one part, and another part with one that the same filter does not select. */
async function createSubmissions() {
  const scene = await createSubmission()
  for (const firstName of ['Bo', 'Cia']) {
    const learner = await signedIn({ firstName })
    await partResult({ userId: learner.id, educationPartId: scene.educationPartId })
    await uploadSubmission(learner, scene.educationPartId, createPdf())
  }
  return { scene, filter: { educationPartIds: [scene.educationPartId], statuses: [1, 2] } }
}

const assigneesOf = async (person: Person, filter: object) =>
  (await person.json<SubmissionPage>('POST', '/submissionAdmin', filter)).items.map(({ assigneeId }) => assigneeId)

test('all submissions of a filter are assigned, and no others', async () => {
  const { scene, filter } = await createSubmissions()
  const other = await createSubmission()
  const answer = await (await assign(scene.educator, scene.educator.id, filter, 3)).json<Submission[]>()
  expect(answer).toHaveLength(3)
  expect(await assigneesOf(scene.educator, filter)).toEqual(Array(3).fill(scene.educator.id))
  expect(await assigneesOf(other.educator, {})).toEqual([null])
  const entries = (await listAuditEntries('submission')).filter(({ action }) => action === 'submission.assigned')
  expect(entries.filter(({ userId }) => userId === scene.educator.id)).toHaveLength(3)
})

test('nothing is assigned when the number differs, or when one of them is decided', async () => {
  const { scene, filter } = await createSubmissions()
  expect(await readRefusal(await assign(scene.educator, scene.educator.id, filter, 2))).toEqual([
    409,
    'selection_changed',
  ])
  const id = scene.submission.submissionId
  await scene.educator.fetch('PUT', `/submissionAdmin/UpdateStatus/${id}/Approved`)
  const all = { ...filter, statuses: [] }
  expect(await readRefusal(await assign(scene.educator, scene.educator.id, all, 3))).toEqual([
    409,
    'submission_decided',
  ])
  expect(await assigneesOf(scene.educator, filter)).toEqual([null, null])
})

test('a filter selects nothing outside of the caller’s scope', async () => {
  const { scene, filter } = await createSubmissions()
  const actors = await createActors(await insertCourse('Alfa'))
  for (const { name, person } of actors.filter((actor) => !('SuperAdministrator' in actor.roles))) {
    const { status } = await assign(person, person.id, filter, 3)

    expect([403, 409], name).toContain(status)
  }
  expect(await assigneesOf(scene.educator, filter)).toEqual([null, null, null])
})
