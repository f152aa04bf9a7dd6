import { env } from 'cloudflare:workers'
import { desc, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { contentPackages } from '#api/catalogue/packages/table.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import { type ForgedEntry, forgeZip } from '#story/forged-zips.ts'
import { createDigitalCourse } from '../course.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { deliverJob, withoutQueue } from '../queue.ts'

const page: ForgedEntry = { path: 'index.html', content: '<!doctype html><title>Ny</title>' }
const sound = [page, { path: 'a.txt', content: 'a' }, { path: 'b.txt', content: 'b' }]
const unsound = [page, { path: 'a.txt', content: 'a' }, { path: 'b.txt', content: 'b', crc: 9 }]

const { query } = database()

let superadministrator: Person
beforeAll(async () => {
  superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
})

const keysUnder = async (prefix: string) => (await env.FILES.list({ prefix })).objects.map(({ key }) => key)

interface KillPoint {
  /** Number of the step before which the run is killed, counted from 1; later steps are not reached. */
  step: number
  steps: number
}

const counted = ['get', 'put', 'delete', 'list', 'batch', 'prepare']

/** Wraps a binding whose process ends at a step: later calls never happen. */
function bindingKilledAt<T extends object>(binding: T, killing: KillPoint): T {
  return new Proxy(binding, {
    get(target, name) {
      const member = Reflect.get(target, name, target)
      if (typeof member !== 'function') return member
      return (...given: unknown[]) => {
        if (counted.includes(String(name)) && killing.steps++ >= killing.step) throw new Error('the process ended')
        const answer: unknown = member.apply(target, given)
        return name === 'withSession' ? bindingKilledAt(answer as object, killing) : answer
      }
    },
  })
}

/** Runs the job and kills it at a step; returns whether it was killed. */
async function runKilledAt(jobId: string, step: number): Promise<boolean> {
  const killing = { step, steps: 0 }
  const { FILES, DB } = env
  Object.assign(env, { FILES: bindingKilledAt(FILES, killing), DB: bindingKilledAt(DB, killing) })
  try {
    await deliverJob(jobId).catch(() => undefined)
  } finally {
    Object.assign(env, { FILES, DB })
  }
  return killing.steps > step
}

async function uploaded(entries: ForgedEntry[], educationPartId: number) {
  const form = new FormData()
  form.set('request', JSON.stringify({ educationPartId }))
  form.set('file', new File([forgeZip(entries)], 'kurs.zip', { type: 'application/zip' }))
  await superadministrator.fetch('POST', '/Packages', form)
  const [row] = await query.select().from(contentPackages).orderBy(desc(contentPackages.id)).limit(1)
  const waiting = await query.select().from(jobs).where(eq(jobs.kind, 'packages.unpack'))
  const job = waiting.find(({ payload }) => payload['packageId'] === row?.id)
  if (!row || !job) throw new Error('the package was not uploaded')
  return { row, job }
}

const packageOf = async (id: number) =>
  (await query.select().from(contentPackages).where(eq(contentPackages.id, id)))[0]
const servedBy = async (id: number) =>
  (await query.select().from(educationParts).where(eq(educationParts.id, id)))[0]?.packageId

/** Expires the lease of the dead run, which would take minutes, and makes the job due. */
const redeliver = (id: string) =>
  query
    .update(jobs)
    .set({ state: 0, attempts: 0, runAt: new Date(0), lockedUntil: null })
    .where(eq(jobs.id, id))

test.each([
  ['sound', sound, 2],
  ['unsound', unsound, 3],
] as const)(
  'wherever the unpacking of a %s package is interrupted, the next run has the same result',
  async (_, entries, state) => {
    let cuts = 0
    for (let step = 0; step < 200; step++) {
      const course = await createDigitalCourse()
      let isCut = false
      await withoutQueue(async () => {
        const { row, job } = await uploaded([...entries], course.educationPartId)
        isCut = await runKilledAt(job.id, step)
        // The old version is served until the new one is complete.
        const then = await packageOf(row.id)
        if (then?.state !== 2) expect(await servedBy(course.educationPartId)).toBe(course.packageId)
        await redeliver(job.id)
        await deliverJob(job.id)
        expect(await packageOf(row.id), `cut at ${step}`).toMatchObject({ state })
        expect(await servedBy(course.educationPartId)).toBe(state === 2 ? row.id : course.packageId)
        expect(await keysUnder(`packages/${row.folder}/`)).toHaveLength(state === 2 ? 3 : 0)
      })
      if (!isCut) break
      cuts++
    }
    expect(cuts).toBeGreaterThan(8)
  },
)

test('a package is not stored without the job that unpacks it', async () => {
  await env.DB.exec(
    "create trigger no_unpacking before insert on jobs when new.kind = 'packages.unpack' begin select raise(abort, 'stopped'); end",
  )
  const before = await query.select().from(contentPackages)
  const archives = await keysUnder('package-archives/')
  const form = new FormData()
  form.set('request', JSON.stringify({ educationPartId: null }))
  form.set('file', new File([forgeZip([page])], 'kurs.zip'))
  const response = await superadministrator.fetch('POST', '/Packages', form)
  await env.DB.exec('drop trigger no_unpacking')
  expect(response.status).toBeGreaterThanOrEqual(400)
  expect(await query.select().from(contentPackages)).toEqual(before)
  expect(await keysUnder('package-archives/')).toEqual(archives)
})
