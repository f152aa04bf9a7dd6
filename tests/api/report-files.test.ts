import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { educationResponsibles } from '#api/catalogue/educations/table.ts'
import type { Ctx } from '#api/context.ts'
import type { Job } from '#api/foundation/jobs/storage.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import { notices } from '#api/foundation/notices/table.ts'
import { jobHandlers } from '#api/job-handlers.ts'
import type { ReportFile } from '#api/office/reports/contract.ts'
import { reportFileKey } from '#api/office/reports/rules.ts'
import { userRoles } from '#api/people/roles/table.ts'
import { createContext } from '#edge/request-context.ts'
import { listAuditEntries } from '../audit.ts'
import { createEducation, partResult } from '../catalogue.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { deliverJob, drainJobs, runDailyJob, withoutQueue } from '../queue.ts'
import { writeSearchWords } from '../search-words.ts'
import { readSpreadsheetResponse } from '../spreadsheet.ts'
import { inDays } from '../time.ts'

const { query } = database()
const superadministrator = () => signedIn({ roles: { SuperAdministrator: {} } })
const course = await createEducation([{ title: 'Kursdag' }], { title: 'Banfunktionär' })
const signedUp = { educationPartId: course.firstPartId, educationId: course.id, signedUpAt: new Date('2026-03-10') }
for (const lastName of ['Alm', 'Berg', 'Ceder'])
  await partResult({ ...signedUp, userId: (await signedIn({ firstName: 'Anna', lastName })).id })

const reportQuery = { report: 'SignedUpAndCompleted', startDate: '2026-03-01', endDate: '2026-03-31' }
const begin = async (person: Person, more = {}) => {
  const response = await person.fetch('POST', '/reports/files', { ...reportQuery, ...more })
  expect(response.status).toBe(200)
  return (await response.json<{ id: string }>()).id
}
const listed = async (person: Person) => (await person.fetch('GET', '/reports/files')).json<ReportFile[]>()
const fetched = (person: Person, id: string) => person.fetch('GET', `/reports/files/${id}`)
const listNotices = (person: Person) => query.select().from(notices).where(eq(notices.userId, person.id))

test('a background report notifies its owner, and its file equals the direct one', async () => {
  const office = await superadministrator()
  await withoutQueue(async () => {
    const id = await begin(office)
    expect(await begin(office)).toBe(id)
    expect(await begin(office, { searchString: 'bana' })).not.toBe(id)
    expect(await listed(office)).toHaveLength(2)
    expect((await fetched(office, id)).status).toBe(404)
  })
  await drainJobs()
  const [, file] = await listed(office)
  const fileName = 'anmalda-och-genomforda_2026-03-01_2026-03-31.xlsx'
  expect(file).toMatchObject({ report: 'SignedUpAndCompleted', fileName, state: 3, done: 3, total: 3 })
  const response = await fetched(office, file?.id ?? '')
  expect(response.headers.get('content-disposition')).toContain(fileName)
  expect(response.headers.get('cache-control')).toContain('no-store')
  const search = 'startDate=2026-03-01&endDate=2026-03-31'
  const direct = await readSpreadsheetResponse(await office.fetch('GET', `/reports/SignedUpAndCompleted?${search}`))
  expect(await readSpreadsheetResponse(response)).toEqual(direct)
  expect(direct.rows.length).toBe(3)
  const path = `/myeducations?view=reports&file=${file?.id}`
  expect(await listNotices(office)).toContainEqual(
    expect.objectContaining({ kind: 'reportReady', path, values: { title: fileName } }),
  )
  const [, audit, ...more] = (await listAuditEntries('report')).filter(({ data }) => data['inBackground'])
  expect(more).toEqual([])
  expect(audit).toMatchObject({ action: 'report.exported', userId: office.id })
})

test('it belongs to its owner, until they lose access to the report', async () => {
  const [office, other] = [await superadministrator(), await superadministrator()]
  const id = await begin(office, { report: 'ManualInvoicing' })
  await drainJobs()
  expect((await fetched(office, id)).status).toBe(200)
  expect([(await fetched(other, id)).status, await listed(other)]).toEqual([404, []])
  await query.delete(userRoles).where(eq(userRoles.userId, office.id))
  await query.insert(userRoles).values({ userId: office.id, role: 'Educator' })
  expect((await fetched(office, id)).status).toBe(404)
  const refused = await office.fetch('POST', '/reports/files', { ...reportQuery, report: 'ManualInvoicing' })
  expect(refused.status).toBe(403)
})

test('it contains the rows in the owner’s scope at the time of its creation', async () => {
  const educator = await signedIn({ roles: { Educator: {} } })
  const other = await createEducation([{ title: 'Annan' }], { title: 'Depåchef' })
  await query.insert(educationResponsibles).values({ educationId: other.id, userId: educator.id })
  const id = await begin(educator)
  await drainJobs()
  expect((await readSpreadsheetResponse(await fetched(educator, id))).rows).toEqual([])
  await withoutQueue(async () => {
    const office = await superadministrator()
    const late = await begin(office)
    await query.delete(userRoles).where(eq(userRoles.userId, office.id))
    await deliverJob(late)
    const [job] = await query.select().from(jobs).where(eq(jobs.id, late))
    expect([job?.state, job?.error]).toEqual([0, expect.stringContaining('may no longer read')])
  })
})

test('created by two runs, it is one file and one notice; cancelled, it is none', async () => {
  const office = await superadministrator()
  const run = (job: Job) => {
    const request = createContext({ request: new Request('http://portal.test/'), env, after: () => undefined })
    return jobHandlers['reports.write']?.({ ...request, actor: null } as Ctx<null>, job.payload as never, job)
  }
  const claimed = async (id: string) => {
    const lockedUntil = new Date(Date.now() + 12_000)
    const [job] = await query.update(jobs).set({ state: 2, lockedUntil }).where(eq(jobs.id, id)).returning()
    if (!job) throw new Error(`there is no job ${id}`)
    return job
  }
  await withoutQueue(async () => {
    const id = await begin(office)
    const job = await claimed(id)
    await run(job)
    await run(job)
    expect(await listNotices(office)).toHaveLength(1)
    expect(await env.FILES.head(reportFileKey(id))).not.toBeNull()
    const canceled = await begin(office, { searchString: 'fu' })
    const claimedJob = await claimed(canceled)
    await query.update(jobs).set({ state: 5 }).where(eq(jobs.id, canceled))
    await partResult({ ...signedUp, userId: office.id })
    await expect(
      run({ ...claimedJob, payload: { ...claimedJob.payload, query: (job.payload as { query: object }).query } }),
    ).rejects.toThrow('canceled')
    expect(await env.FILES.head(reportFileKey(canceled))).toBeNull()
  })
})

test('a file is deleted after a week, and not before', async () => {
  const office = await superadministrator()
  const id = await begin(office)
  await drainJobs()
  await runDailyJob('reports.sweep')
  expect((await fetched(office, id)).status).toBe(200)
  const request = createContext({ request: new Request('http://portal.test/'), env, after: () => undefined })
  const now = inDays(8)
  await jobHandlers['reports.sweep']?.({ ...request, actor: null, now } as Ctx<null>, {} as never, {} as never)
  expect((await fetched(office, id)).status).toBe(404)
})

test('a large file is stored in parts', async () => {
  const office = await superadministrator()
  const many = await createEducation([{ title: 'Stor del' }], { title: 'Massutbildning' })
  await query.run(`insert into users (first_name, last_name, user_name, email, created_at, changed_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000)
    select 'Många', 'Nummer' || i, 'stor-' || i, hex(randomblob(2000)), '2026-01-01', '2026-01-01' from n`)
  await writeSearchWords()
  await query.run(`insert into education_part_results (user_id, education_part_id, education_id, signed_up_at, custom_answers, created_at, changed_at)
    select id, ${many.firstPartId}, ${many.id}, '2026-03-10T12:00:00.000Z', '[]', '2026-03-10', '2026-03-10' from users where user_name like 'stor-%'`)
  const id = await begin(office, { searchString: 'massutb' })
  await drainJobs()
  const [file] = await listed(office)
  expect(file).toMatchObject({ state: 3, done: 3_000, total: 3_000 })
  const stored = await env.FILES.head(reportFileKey(id))
  expect(stored?.size).toBeGreaterThan(5 * 1024 * 1024)
  const { rows } = await readSpreadsheetResponse(await fetched(office, id))
  expect(new Set(rows.map(([, , , , name]) => name)).size).toBe(3_000)
})
