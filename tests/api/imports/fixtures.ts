import { desc, eq } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import type { Ctx } from '#api/context.ts'
import { claimJob } from '#api/foundation/jobs/claim-storage.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import type { ImportBatch, ImportedResultRow } from '#api/office/imports/contract.ts'
import { jobs as importJobs } from '#api/office/imports/jobs.ts'
import { educationResults } from '#api/participation/results/table.ts'
import { users } from '#api/people/users/table.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { drainJobs, withoutQueue } from '../../queue.ts'

const head = 'IdrottsID;E-post;Efternamn;Förnamn;Födelsedatum;Utbildning;Genomförd;Förening'
let names = 0
export const toUniqueName = (name: string) => `${name} ${++names} ${Date.now()}`

export async function superadministrator(): Promise<Person> {
  return signedIn({ roles: { SuperAdministrator: {} } })
}
let current: Person | null = null

/** The person who imports in the current test. */
export const importContext = {
  get importer(): Person {
    if (!current) throw new Error('a file of tests begins with somebodyNewEachTime()')
    return current
  },
}

export const resetImporterBeforeEach = () =>
  beforeEach(async () => {
    current = await superadministrator()
  })

export const toRow = (
  cells: Partial<Record<'id' | 'email' | 'last' | 'first' | 'born' | 'education' | 'on' | 'club', string>>,
) =>
  [cells.id, cells.email, cells.last, cells.first, cells.born, cells.education, cells.on ?? '2020-05-01', cells.club]
    .map((cell) => cell ?? '')
    .join(';')

export function uploadFile(
  rows: readonly string[],
  person = importContext.importer,
  name = 'resultat.csv',
): Promise<Response> {
  const form = new FormData()
  form.set('title', name)
  form.set('file', new File([`\uFEFF${[head, ...rows].join('\r\n')}\r\n`], name, { type: 'text/csv' }))
  return person.fetch('POST', '/imports/educationResultsFile', form)
}

export async function stageRows(
  rows: readonly string[],
  person = importContext.importer,
): Promise<ImportedResultRow[]> {
  const response = await uploadFile(rows, person)
  expect(response.status).toBe(200)
  return response.json()
}
export const startStagedImport = async (person = importContext.importer) => {
  const response = await person.fetch('POST', '/imports/start')
  expect(response.status).toBe(200)
  return response.json<{ jobId: string | null; added: number }>()
}
export const loadBatch = async (person = importContext.importer) =>
  (await person.fetch('GET', '/imports/batch')).json<ImportBatch | null>()
export async function runImport(rows: readonly string[], person = importContext.importer): Promise<ImportBatch | null> {
  await stageRows(rows, person)
  await startStagedImport(person)
  await drainJobs()
  return loadBatch(person)
}
export const listResults = ({ id }: { id: number }) =>
  database().query.select().from(educationResults).where(eq(educationResults.userId, id))
export const createKnownPerson = (more: Parameters<typeof signedIn>[0] = {}) =>
  signedIn({ externalPersonId: toUniqueName('id'), ...more })
export const loadExternalId = async ({ id }: Person) => {
  const [user] = await database().query.select().from(users).where(eq(users.id, id))
  return user?.externalPersonId ?? ''
}

/** Runs work that queues a job, without delivering it; returns the job's id. */
export async function queueJob(kind: 'imports.read' | 'imports.run', work: () => Promise<unknown>): Promise<string> {
  await withoutQueue(async () => void (await work()))
  const [job] = await database()
    .query.select()
    .from(jobs)
    .where(eq(jobs.kind, kind))
    .orderBy(desc(jobs.createdAt))
    .limit(1)
  if (!job) throw new Error(`there is no ${kind}`)
  return job.id
}

/** Runs an import's job once, as a queue message would, with a database that a test may watch. */
export async function runImportJob(jobId: string, db = database()): Promise<unknown> {
  const now = new Date()
  const job = await claimJob(db, jobId, now)
  if (!job) throw new Error(`${jobId} is not due`)
  const ctx = {
    db,
    now,
    changedTags: [],
    queuedJobs: [],
    actor: null,
    requestId: jobId,
    newId: () => crypto.randomUUID(),
  }
  // An import reads only these fields, and the payload is of the job's kind.
  return importJobs[job.kind]?.(ctx as unknown as Ctx<null>, job.payload as never, job)
}
