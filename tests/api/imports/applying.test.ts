import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { educations } from '#api/catalogue/educations/table.ts'
import type { Ctx } from '#api/context.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import { clearStaged, startImport } from '#api/office/imports/receive-file.ts'
import { importBatches, importRows } from '#api/office/imports/table.ts'
import { educationResults } from '#api/participation/results/table.ts'
import { listAuditEntries } from '../../audit.ts'
import { education } from '../../catalogue.ts'
import { database } from '../../portal.ts'
import { deliverJob, drainJobs, withoutQueue } from '../../queue.ts'
import { inDays } from '../../time.ts'
import {
  createKnownPerson,
  importContext,
  listResults,
  loadBatch,
  loadExternalId,
  resetImporterBeforeEach,
  runImport,
  stageRows,
  startStagedImport,
  superadministrator,
  toRow,
  toUniqueName,
  uploadFile,
} from './fixtures.ts'

const { query } = database()
resetImporterBeforeEach()

/** Returns a context in which `act` runs between the reads and the commit of the import. */
function contextRacedBy(act: () => Promise<unknown>): Ctx {
  const db = database()
  const commit = async (statements: Parameters<typeof db.commit>[0]) => {
    await act()
    return db.commit(statements)
  }
  // Applying reads only these fields of the context.
  return {
    actor: { id: importContext.importer.id },
    now: new Date(),
    requestId: 'r',
    newId: () => crypto.randomUUID(),
    db: { ...db, commit },
    queuedJobs: [],
  } as unknown as Ctx
}

describe('cleared and started concurrently, an import', () => {
  test('that was started first runs, and is not cleared', async () => {
    const person = await createKnownPerson()
    await stageRows([toRow({ id: await loadExternalId(person), education: toUniqueName('Kurs') })])
    await withoutQueue(async () => {
      await expect(clearStaged(contextRacedBy(startStagedImport))).rejects.toMatchObject({ text: 'import_running' })
      await expect(clearStaged(contextRacedBy(async () => undefined))).rejects.toMatchObject({ code: 'import_running' })
    })
    await drainJobs()
    expect(await loadBatch()).toMatchObject({ status: 2, added: 1 })
    expect(await listResults(person)).toHaveLength(1)
  })

  test('that was cleared first is neither started nor recorded as started', async () => {
    const person = await createKnownPerson()
    await stageRows([toRow({ id: await loadExternalId(person), education: toUniqueName('Kurs') })])
    const thrownAway = async () => {
      expect((await importContext.importer.fetch('POST', '/imports/clear')).status).toBe(204)
    }
    await expect(startImport(contextRacedBy(thrownAway))).rejects.toMatchObject({ text: 'import_nothing_staged' })
    const [audit] = await listAuditEntries('import')
    expect(audit).toMatchObject({ action: 'import.uploaded', targetId: expect.stringMatching(/^\d+$/) })
    expect(audit?.data).toMatchObject({ fileName: expect.any(String), rows: 1 })
    expect(await listResults(person)).toEqual([])
  })
})

describe('the import', () => {
  test('adds new results, creates missing educations, and is recorded', async () => {
    const [course, missing] = [toUniqueName('Kurs'), toUniqueName('Saknad')]
    const educationId = await education({ title: course, validityMonths: 24 })
    const [anna, bo] = [await createKnownPerson(), await createKnownPerson()]
    const done = await runImport([
      toRow({ id: await loadExternalId(anna), education: course }),
      toRow({ id: await loadExternalId(anna), education: missing, on: '20190901' }),
      toRow({ id: await loadExternalId(bo), education: missing.toUpperCase() }),
      toRow({ id: 'nobody', education: course }),
    ])
    expect(done).toMatchObject({ status: 2, added: 3, done: 4 })
    const [made, ...more] = (await query.select().from(educations)).filter(({ title }) => title.startsWith(missing))
    expect([made?.publishedAt, more]).toEqual([null, []])
    expect(await listResults(anna)).toMatchObject([
      {
        educationId,
        completed: true,
        completedAt: new Date('2020-05-01T12:00:00Z'),
        validToOn: '2022-05-01',
        source: 1,
        registeredByUserId: importContext.importer.id,
        verificationCode: expect.stringMatching(/^[\w-]{14}$/),
      },
      { educationId: made?.id, completedAt: new Date('2019-09-01T12:00:00Z'), validToOn: null },
    ])
    expect(await listResults(bo)).toHaveLength(1)
    const audits = (await listAuditEntries('education')).filter(({ data }) => data['importId'])
    expect(audits.filter(({ data }) => data['userId'] === anna.id)).toHaveLength(2)
    expect((await listAuditEntries('import')).map(({ action }) => action).slice(0, 3)).toEqual([
      'import.done',
      'import.started',
      'import.uploaded',
    ])
  })

  test('completes started educations, and leaves completed ones unchanged', async () => {
    const educationId = await education({ title: toUniqueName('Kurs') })
    const [title] = await query.select().from(educations).where(eq(educations.id, educationId))
    const [under, done] = [await createKnownPerson(), await createKnownPerson()]
    const now = new Date()
    const plain = { educationId, createdAt: now, changedAt: now }
    await query.insert(educationResults).values([
      { ...plain, userId: under.id },
      { ...plain, userId: done.id, completed: true, completedAt: now },
    ])
    const [before] = await listResults(done)
    await runImport([
      toRow({ id: await loadExternalId(under), education: title?.title ?? '' }),
      toRow({ id: await loadExternalId(done), education: title?.title ?? '' }),
    ])
    expect(await listResults(under)).toMatchObject([{ completed: true, completedAt: new Date('2020-05-01T12:00:00Z') }])
    expect(await listResults(done)).toEqual([before])
  })

  test('is applied once, however often it is started', async () => {
    const person = await createKnownPerson()
    await stageRows([toRow({ id: await loadExternalId(person), education: toUniqueName('Kurs') })])
    let jobId = ''
    await withoutQueue(async () => {
      const [first, second] = await Promise.all([startStagedImport(), startStagedImport()])
      expect(first.jobId).toBe(second.jobId)
      expect((await importContext.importer.fetch('POST', '/imports/clear')).status).toBe(409)
      expect((await uploadFile([toRow({ id: 'x', education: 'A' })])).status).toBe(409)
      jobId = first.jobId ?? ''
    })
    const batch = await loadBatch()
    const starts = (await listAuditEntries('import')).filter(
      ({ action, targetId }) => action === 'import.started' && targetId === String(batch?.id),
    )
    expect(starts).toHaveLength(1)
    await deliverJob(jobId)
    await deliverJob(jobId)
    expect(await startStagedImport()).toEqual({ jobId: null, added: 1 })
    expect(await listResults(person)).toHaveLength(1)
  })

  test('that was stopped can be started again, and continues', async () => {
    const person = await createKnownPerson()
    await stageRows([toRow({ id: await loadExternalId(person), education: toUniqueName('Kurs') })])
    await withoutQueue(async () => {
      const { jobId } = await startStagedImport()
      await importContext.importer.fetch('POST', `/jobs/${jobId}/cancel`)
      expect(await loadBatch()).toMatchObject({ status: 1, stopped: true, done: 0 })
      const again = await startStagedImport()
      expect(again.jobId).not.toBe(jobId)
    })
    await drainJobs()
    expect(await loadBatch()).toMatchObject({ status: 2, stopped: false, added: 1 })
  })

  test('of a long file is read and applied in the background, with its progress in rows', async () => {
    const [person, course] = [await createKnownPerson(), toUniqueName('Lång')]
    const id = await loadExternalId(person)
    await stageRows(Array.from({ length: 2_600 }, (_, at) => toRow({ id, education: `${course} ${at % 40}` })))
    expect((await query.select().from(jobs).where(eq(jobs.kind, 'imports.read'))).length).toBe(1)
    await drainJobs()
    expect(await loadBatch()).toMatchObject({ status: 0, people: 1, counts: { newEducation: 40, existing: 2_560 } })
    await startStagedImport()
    await drainJobs()
    expect(await loadBatch()).toMatchObject({ status: 2, done: 2_600, added: 40 })
    expect(await listResults(person)).toHaveLength(40)
  })

  test('of the same new education by two concurrent people creates one', async () => {
    const [other, missing] = [await superadministrator(), toUniqueName('Samtidig')]
    const [anna, bo] = [await createKnownPerson(), await createKnownPerson()]
    await stageRows([toRow({ id: await loadExternalId(anna), education: missing })])
    await stageRows([toRow({ id: await loadExternalId(bo), education: missing })], other)
    const [mine, theirs] = [await startStagedImport(), await startStagedImport(other)]
    await Promise.all([deliverJob(mine.jobId ?? ''), deliverJob(theirs.jobId ?? '')])
    await drainJobs()
    expect((await query.select().from(educations)).filter(({ title }) => title === missing)).toHaveLength(1)
    expect([(await listResults(anna)).length, (await listResults(bo)).length]).toEqual([1, 1])
  })
})

test('old staged rows are removed; their results remain', async () => {
  const person = await createKnownPerson()
  await runImport([toRow({ id: await loadExternalId(person), education: toUniqueName('Kurs') })])
  await query.update(importBatches).set({ changedAt: inDays(-40) })
  await query
    .insert(jobs)
    .values({ id: toUniqueName('f'), kind: 'imports.forget', payload: {}, runAt: new Date(), createdAt: new Date() })
  await drainJobs()
  expect(await query.select().from(importRows)).toEqual([])
  expect(await listResults(person)).toHaveLength(1)
})
