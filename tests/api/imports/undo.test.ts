import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { jobs } from '#api/foundation/jobs/table.ts'
import { importBatches, importRows } from '#api/office/imports/table.ts'
import { certificates } from '#api/participation/certificates/table.ts'
import { educationResults } from '#api/participation/results/table.ts'
import { listAuditEntries } from '../../audit.ts'
import { education } from '../../catalogue.ts'
import { database, type Person } from '../../portal.ts'
import { drainJobs } from '../../queue.ts'
import { inDays } from '../../time.ts'
import { readRefusal } from '../results/fixtures.ts'
import {
  createKnownPerson,
  importContext,
  listResults,
  loadBatch,
  loadExternalId,
  resetImporterBeforeEach,
  runImport,
  superadministrator,
  toRow,
  toUniqueName,
} from './fixtures.ts'

const { query } = database()
resetImporterBeforeEach()

/** Imports a completed result of one education for each person, and returns the batch. */
async function importFor(people: readonly Person[], title: string) {
  const rows = await Promise.all(people.map(async (one) => toRow({ id: await loadExternalId(one), education: title })))
  const batch = await runImport(rows)
  if (!batch) throw new Error('there is no batch')
  return batch
}

async function createTitled() {
  const title = toUniqueName('Ångrad kurs')
  return { title, id: await education({ title }) }
}

const press = (id: number, person = importContext.importer) => person.fetch('POST', `/imports/${id}/undo`)

async function undo(id: number) {
  expect((await press(id)).status).toBe(204)
  await drainJobs()
  return (await loadBatch())?.undo
}

const setChanged = (person: Person) =>
  query
    .update(educationResults)
    .set({ validToOn: '2031-01-01', changedAt: inDays(1) })
    .where(eq(educationResults.userId, person.id))

test('results of an import are removed with their certificates, and those changed since are listed and left', async () => {
  const { title, id: educationId } = await createTitled()
  const [anna, bo] = [await createKnownPerson(), await createKnownPerson()]
  const batch = await importFor([anna, bo], title)
  expect(batch.undo).toMatchObject({ state: 'possible', results: 2, changed: 0, kept: [] })
  expect(batch.undo?.until).not.toBeNull()
  await setChanged(bo)
  const before = (await loadBatch())?.undo
  expect(before).toMatchObject({ results: 1, changed: 1, kept: [{ userId: bo.id, education: title }] })
  expect(await undo(batch.id)).toMatchObject({
    state: 'undone',
    until: null,
    results: 1,
    changed: 1,
    kept: [{ userId: bo.id, education: title }],
  })
  expect(await listResults(anna)).toEqual([])
  expect(await listResults(bo)).toMatchObject([{ completed: true, validToOn: '2031-01-01' }])
  const papers = await query.select().from(certificates).where(eq(certificates.userId, anna.id))
  expect(papers.map(({ withdrawnAt }) => withdrawnAt !== null)).toEqual([true])
  const entries = await listAuditEntries('education')
  const undone = entries.filter(
    ({ action, targetId }) => action === 'educationResult.importUndone' && targetId === String(educationId),
  )
  expect(undone.map(({ data }) => data['userId'])).toEqual([anna.id])
})

test('a result that was open before the import is open again, as it was', async () => {
  const { title, id: educationId } = await createTitled()
  const anna = await createKnownPerson()
  const signedUpAt = inDays(-3)
  await query
    .insert(educationResults)
    .values({ userId: anna.id, educationId, signedUpAt, source: 0, createdAt: signedUpAt, changedAt: signedUpAt })
  const batch = await importFor([anna], title)
  expect(await listResults(anna)).toMatchObject([{ completed: true, source: 1 }])
  await undo(batch.id)
  expect(await listResults(anna)).toMatchObject([
    {
      completed: false,
      completedAt: null,
      verificationCode: null,
      validToOn: null,
      signedUpAt,
      source: 0,
      registeredByUserId: null,
    },
  ])
})

test('a person who has signed up again keeps the imported completion of the earlier sign-up', async () => {
  const { title, id: educationId } = await createTitled()
  const anna = await createKnownPerson()
  const at = inDays(-3)
  const open = { userId: anna.id, educationId, signedUpAt: at, createdAt: at, changedAt: at }
  await query.insert(educationResults).values(open)
  const batch = await importFor([anna], title)
  await query.insert(educationResults).values(open)
  expect(await undo(batch.id)).toMatchObject({ state: 'undone', results: 0, changed: 1 })
  expect((await listResults(anna)).map(({ completed }) => completed).sort()).toEqual([false, true])
})

test('the licences that followed are assessed again', async () => {
  const { title, id: educationId } = await createTitled()
  const anna = await createKnownPerson()
  const batch = await importFor([anna], title)
  await press(batch.id)
  await drainJobs()
  const assessed = (await query.select().from(jobs).where(eq(jobs.kind, 'licenses.reassess'))).map(
    ({ payload }) => payload,
  )
  expect(assessed).toContainEqual({ userId: anna.id, educationId })
})

test('two presses at the same time take each result back once', async () => {
  const { title } = await createTitled()
  const people = [await createKnownPerson(), await createKnownPerson()]
  const batch = await importFor(people, title)
  const answers = await Promise.all([press(batch.id), press(batch.id)])
  expect(answers.map(({ status }) => status)).toEqual([204, 204])
  await drainJobs()
  expect((await press(batch.id)).status).toBe(204)
  await drainJobs()
  expect((await loadBatch())?.undo).toMatchObject({ state: 'undone', results: 2, changed: 0 })
  const entries = (await listAuditEntries('education')).filter(
    ({ action, data }) => action === 'educationResult.importUndone' && data['importId'] === batch.id,
  )
  expect(entries).toHaveLength(2)
  const presses = (await listAuditEntries('import')).filter(
    ({ action, targetId }) => action === 'import.undone' && targetId === String(batch.id),
  )
  expect(presses).toHaveLength(1)
  const live = await query
    .select()
    .from(jobs)
    .where(and(eq(jobs.kind, 'imports.undo'), eq(jobs.state, 0)))
  expect(live).toEqual([])
})

test('an import of another person, of more than thirty days ago, or that never ran cannot be undone', async () => {
  const { title } = await createTitled()
  const batch = await importFor([await createKnownPerson()], title)
  expect(await readRefusal(await press(batch.id, await superadministrator()))).toEqual([404, 'not_found'])
  await query
    .update(importBatches)
    .set({ changedAt: inDays(-31) })
    .where(eq(importBatches.id, batch.id))
  expect((await loadBatch())?.undo).toMatchObject({ state: 'possible', until: null })
  expect(await readRefusal(await press(batch.id))).toEqual([409, 'import_undo_over'])
  await query.update(importBatches).set({ status: 3, changedAt: new Date() }).where(eq(importBatches.id, batch.id))
  expect(await readRefusal(await press(batch.id))).toEqual([409, 'import_undo_over'])
  expect(await query.select().from(importRows).where(eq(importRows.batchId, batch.id))).toMatchObject([
    { undoneAt: null },
  ])
})
