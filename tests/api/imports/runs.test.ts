import { env } from 'cloudflare:workers'
import { eq, inArray } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { jobs } from '#api/foundation/jobs/table.ts'
import { takePortion } from '#api/office/imports/import-rows.ts'
import { columnKeys } from '#api/office/imports/rules.ts'
import { educationResults } from '#api/participation/results/table.ts'
import { type Database, openDatabase } from '#platform/database.ts'
import { listAuditEntries } from '../../audit.ts'
import { education } from '../../catalogue.ts'
import { listTables } from '../../marked-person.ts'
import { listForeignKeys } from '../../parent-rows.ts'
import { database, type Person } from '../../portal.ts'
import { deliverJob, drainJobs, withoutQueue } from '../../queue.ts'
import {
  createKnownPerson,
  importContext,
  listResults,
  loadBatch,
  loadExternalId,
  queueJob,
  resetImporterBeforeEach,
  runImportJob,
  stageRows,
  startStagedImport,
  toRow,
  toUniqueName,
} from './fixtures.ts'

const { query } = database()
resetImporterBeforeEach()

const rowsInRun = 4_600
const courses = 40

/** Creates a file whose import takes three transactions, each of which adds something new. */
async function longFile() {
  const people = await Promise.all(Array.from({ length: 20 }, () => createKnownPerson()))
  const [ids, course] = [await Promise.all(people.map(loadExternalId)), toUniqueName('Kurs')]
  const rows = Array.from({ length: rowsInRun }, (_, at) =>
    toRow({ id: ids[Math.floor((at * ids.length) / rowsInRun)] ?? '', education: `${course} ${at % courses}` }),
  )
  return { people, rows, results: people.length * courses }
}

const completedAt = new Date('2019-01-01T12:00:00Z')

const complete = ({ id: userId }: Person, educationId: number) =>
  query
    .insert(educationResults)
    .values({ userId, educationId, completed: true, completedAt, createdAt: new Date(), changedAt: new Date() })

const resultsOfAll = (people: readonly Person[]) =>
  query
    .select()
    .from(educationResults)
    .where(
      inArray(
        educationResults.userId,
        people.map(({ id }) => id),
      ),
    )

/** Returns a database whose second commit fails, either before or after its statements are executed. */
function databaseFailingAt(when: 'before' | 'after'): Database {
  const db = database()
  let commits = 0
  const commit = async (statements: Parameters<typeof db.commit>[0]) => {
    commits += 1
    if (commits === 2 && when === 'before') throw new Error('the runner is gone')
    const written = await db.commit(statements)
    if (commits === 2) throw new Error('the runner is gone')
    return written
  }
  return { ...db, commit } as Database
}

/** Expires the lease of the dead run and delivers the job's message again. */
async function redeliver(jobId: string): Promise<void> {
  await query
    .update(jobs)
    .set({ lockedUntil: new Date(Date.now() - 1000) })
    .where(eq(jobs.id, jobId))
  expect(await loadBatch()).toMatchObject({ stopped: false, resumed: true })
  await deliverJob(jobId)
  await drainJobs()
}

describe.each([
  ['before', 2_000],
  ['after', 4_000],
] as const)('a runtime that died %s its second transaction', (when, done) => {
  test('leaves the rest of the import to the next one, which adds nothing twice', async () => {
    const { people, rows, results } = await longFile()
    await stageRows(rows)
    await drainJobs()
    const jobId = await queueJob('imports.run', startStagedImport)
    await expect(runImportJob(jobId, databaseFailingAt(when))).rejects.toThrow('gone')
    expect(await loadBatch()).toMatchObject({ status: 1, done, stopped: false })
    const [job] = await query.select().from(jobs).where(eq(jobs.id, jobId))
    expect([job?.progressDone, job?.progressTotal]).toEqual([2_000, rowsInRun])
    await redeliver(jobId)
    expect(await loadBatch()).toMatchObject({ status: 2, done: rowsInRun, added: results })
    expect(await resultsOfAll(people)).toHaveLength(results)
    const importId = (await loadBatch())?.id
    const audits = (await listAuditEntries('education')).filter(({ data }) => data['importId'] === importId)
    expect(audits).toHaveLength(results)
  })

  test('leaves the rest of the reading to the next one', async () => {
    const { people, rows, results } = await longFile()
    const jobId = await queueJob('imports.read', () => stageRows(rows))
    await expect(runImportJob(jobId, databaseFailingAt(when))).rejects.toThrow('gone')
    expect(await loadBatch()).toMatchObject({ status: 5, done, stopped: false })
    await redeliver(jobId)
    expect(await loadBatch()).toMatchObject({
      status: 0,
      people: people.length,
      rows: rowsInRun,
      counts: { new: 0, newEducation: results, existing: rowsInRun - results, errors: 0 },
    })
  })
})

test('a stopped import ends after the current transaction, and can be started again', async () => {
  const { people, rows, results } = await longFile()
  await stageRows(rows)
  await drainJobs()
  const jobId = await queueJob('imports.run', startStagedImport)
  const db = database()
  const commit = async (statements: Parameters<typeof db.commit>[0]) => {
    const written = await db.commit(statements)
    await importContext.importer.fetch('POST', `/jobs/${jobId}/cancel`)
    return written
  }
  await withoutQueue(async () => {
    expect(await runImportJob(jobId, { ...db, commit } as Database)).toBeUndefined()
  })
  expect(await loadBatch()).toMatchObject({ status: 1, done: 2_000, stopped: true })
  await startStagedImport()
  await drainJobs()
  expect(await loadBatch()).toMatchObject({ status: 2, done: rowsInRun, added: results })
  expect(await resultsOfAll(people)).toHaveLength(results)
})

/** Returns a database that records every statement sent to it. */
function recordingDatabase(): { db: Database; statements: string[] } {
  const statements: string[] = []
  const withSession = (bookmark: string) =>
    new Proxy(env.DB.withSession(bookmark), {
      get(target, key) {
        const member: unknown = Reflect.get(target, key, target)
        if (typeof member !== 'function') return member
        return (...given: unknown[]) => {
          if (key === 'prepare') statements.push(String(given[0]))
          return member.apply(target, given)
        }
      },
    })
  // The batcher calls only `withSession` of the binding.
  return { db: openDatabase({ withSession } as unknown as D1Database, null), statements }
}

/** Returns SQLite's query plan for a statement, with every parameter bound to null. */
async function planOf(statement: string): Promise<string[]> {
  const nothing = statement
    .split('?')
    .slice(1)
    .map(() => null)
  const { results } = await env.DB.prepare(`explain query plan ${statement}`)
    .bind(...nothing)
    .all<{ detail: string }>()
  return results.map(({ detail }) => detail)
}

/**
 * Returns the tables that a statement scans completely. Parameter lists and subqueries of titles are not tables. A
 * multi-row insert also plans a scan of the tables that reference its table; SQLite runs it only while a foreign key is
 * violated.
 */
async function scansOf(statement: string): Promise<string[]> {
  const steps = await planOf(statement)
  const into = /^insert into "(\w+)"/.exec(statement)?.[1] ?? ''
  const names = new Set<string>()
  for (const name of await listTables())
    if ((await listForeignKeys(name)).some(({ table }) => table === into)) names.add(name)
  return steps.filter(
    (step) => /^SCAN (?!\w+ VIRTUAL|CONSTANT|wanted$)/.test(step) && !names.has(/^SCAN (\w+)/.exec(step)?.[1] ?? ''),
  )
}

/**
 * Highest number of statements that D1 accepts from one invocation, and of transactions in one run (bounded in
 * `jobs.ts`).
 */
const statementsAllowed = 1_000
const spansInRun = 25

describe('the statements of a run', () => {
  test('stay within the limit of one invocation, and scan no table', async () => {
    const { rows } = await longFile()
    const [reading, applying] = [recordingDatabase(), recordingDatabase()]
    await runImportJob(await queueJob('imports.read', () => stageRows(rows)), reading.db)
    await runImportJob(await queueJob('imports.run', startStagedImport), applying.db)
    expect(await loadBatch()).toMatchObject({ status: 2, done: rowsInRun })
    for (const { statements } of [reading, applying]) {
      const perSpan = statements.length / 3
      expect(perSpan * spansInRun).toBeLessThan(statementsAllowed)
      const plans = await Promise.all([...new Set(statements)].map(scansOf))
      expect(plans.flat()).toEqual([])
    }
  })

  test('contain no parameter beyond the size limit, however long the cells are', () => {
    const cell = 'å'.repeat(200)
    const given = Object.fromEntries(columnKeys.map((name) => [name, cell])) as Record<
      (typeof columnKeys)[number],
      string
    >
    const rows = Array.from({ length: 2_000 }, (_, at) => ({
      rowNumber: at + 2,
      given,
      personKey: null,
      userId: null,
      educationId: null,
      educationKey: null,
      completedOn: null,
      status: null,
      reason: null,
    }))
    const portion = takePortion(rows)
    expect(portion).toEqual(rows.slice(0, 250))
    expect(takePortion(portion)).toEqual(portion)
    expect(
      takePortion(rows.slice(0, 1).map((one) => ({ ...one, given: { ...given, club: 'x'.repeat(600_000) } }))),
    ).toHaveLength(1)
  })
})

test('rows that have changed since the preview are checked again', async () => {
  const [course, missing] = [toUniqueName('Kurs'), toUniqueName('Saknad')]
  const educationId = await education({ title: course })
  const [anna, bo] = [await createKnownPerson(), await createKnownPerson()]
  await stageRows([
    toRow({ id: await loadExternalId(anna), education: course }),
    toRow({ id: await loadExternalId(bo), education: missing }),
  ])
  expect(await loadBatch()).toMatchObject({ counts: { new: 1, newEducation: 1, existing: 0 } })
  // One person completes the education; somebody else creates the education that the other row names.
  await complete(anna, educationId)
  const madeId = await education({ title: missing })
  await startStagedImport()
  await drainJobs()
  expect(await loadBatch()).toMatchObject({ status: 2, added: 1, counts: { new: 1, newEducation: 0, existing: 1 } })
  expect(await listResults(anna)).toMatchObject([{ completedAt }])
  expect(await listResults(bo)).toMatchObject([{ educationId: madeId }])
})

test('a missing education whose title is the id of another one is created', async () => {
  const person = await createKnownPerson()
  const otherId = await education({ title: toUniqueName('Kurs') })
  await complete(person, otherId)
  await stageRows([toRow({ id: await loadExternalId(person), education: String(otherId) })])
  expect(await loadBatch()).toMatchObject({ counts: { newEducation: 1, existing: 0 } })
})
