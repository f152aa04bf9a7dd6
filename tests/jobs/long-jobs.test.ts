import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import type { Ctx } from '#api/context.ts'
import { type JobHandler, runJob } from '#api/foundation/jobs/run.ts'
import { startJob } from '#api/foundation/jobs/storage.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import type { JobList, JobProgress } from '#api/office/job-list/contract.ts'
import { createLog } from '#platform/log.ts'
import { listAuditEntries } from '../audit.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { deliverJob, withoutQueue } from '../queue.ts'
import { bodyOf } from '../response-body.ts'
import { runHandler } from '../run-handler.ts'

const { query } = database()
const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })

/** Returns the context of a job handler at a moment of the test's choosing. */
const contextOf = (person: Person | null, now = new Date()) =>
  // The handlers of these jobs read only these fields of the context.
  ({
    actor: person && { id: person.id },
    db: database(),
    env,
    now,
    newId: () => crypto.randomUUID(),
    log: createLog('test'),
    queuedJobs: [],
    openPlayers: { ask: [], leave: [] },
  }) as unknown as Ctx & Ctx<null>

const start = (person: Person, key: string = crypto.randomUUID(), payload = {}) =>
  startJob(contextOf(person), 'test.count', payload, { key, total: 3 })

const stored = async (id: string) => {
  const [row] = await query.select().from(jobs).where(eq(jobs.id, id))
  if (!row) throw new Error(`there is no job ${id}`)
  return row
}
const run = (id: string, handler: JobHandler, now = new Date()) =>
  runJob(contextOf(null, now), id, { 'test.count': handler })
const later = (seconds: number) => new Date(Date.now() + seconds * 1000)

/** Counts to three, one step in each run. */
const counting: JobHandler = async (_ctx, { at = 0 }: { at?: number }) =>
  at + 1 < 3 ? { rest: { at: at + 1 }, progress: { done: at + 1, total: 3 } } : { result: { counted: at + 1 } }

const follow = async (person: Person, id: string): Promise<JobProgress> => {
  const response = await person.fetch('GET', `/jobs/${id}`)
  expect(response.status).toBe(200)
  return response.json()
}

describe('a long job', () => {
  test('continues from its cursor, reports its progress, and keeps its results', async () => {
    const learner = await signedIn()
    const id = await start(learner)
    expect(await follow(learner, id)).toMatchObject({ state: 1, done: 0, total: 3, result: null })
    await run(id, counting)
    expect(await follow(learner, id)).toMatchObject({ state: 1, done: 1, total: 3 })
    await run(id, counting)
    await run(id, counting)
    expect(await follow(learner, id)).toMatchObject({ state: 3, done: 3, total: 3, result: { counted: 3 } })
  })

  test('that requests to continue later waits for its time', async () => {
    const id = await start(await signedIn())
    await run(id, async () => ({ rest: { at: 1 }, runAt: later(600) }))
    expect(await stored(id)).toMatchObject({ state: 0, attempts: 0 })
    await run(id, counting)
    expect(await stored(id)).toMatchObject({ state: 0, payload: { at: 1 } })
  })

  test('is one per key until it has ended, however often it is started', async () => {
    const [learner, key] = [await signedIn(), crypto.randomUUID()]
    const first = await start(learner, key)
    expect(await start(learner, key)).toBe(first)
    await run(first, async () => ({ result: {} }))
    expect(await start(learner, key)).not.toBe(first)
  })

  test('is visible to its owner and to superadministrators only', async () => {
    const [learner, other] = [await signedIn(), await signedIn()]
    const id = await start(learner)
    expect((await other.fetch('GET', `/jobs/${id}`)).status).toBe(404)
    expect(await follow(superadministrator, id)).toMatchObject({ id })
  })

  test('does not run twice at once; a job whose run died is claimed again', async () => {
    const id = await start(await signedIn())
    let runs = 0
    const once: JobHandler = async () => {
      runs += 1
      await run(id, once)
      return { result: { runs } }
    }
    await run(id, once)
    expect(runs).toBe(1)
    const orphan = await start(await signedIn())
    await query
      .update(jobs)
      .set({ state: 2, lockedUntil: later(-1) })
      .where(eq(jobs.id, orphan))
    await run(orphan, counting)
    expect(await stored(orphan)).toMatchObject({ state: 1, progressDone: 1 })
  })

  test('is leased while its run is alive, and released soon after it died', async () => {
    const id = await start(await signedIn())
    const { promise: end, resolve: finish } = Promise.withResolvers<void>()
    const working = run(id, async () => {
      await end
      return { result: {} }
    })
    const leaseEnd = async () => (await stored(id)).lockedUntil?.getTime() ?? 0
    await vi.waitFor(async () => expect(await leaseEnd()).toBeGreaterThan(0))
    const first = await leaseEnd()
    await vi.waitFor(async () => expect(await leaseEnd()).toBeGreaterThan(first), { timeout: 20_000, interval: 250 })
    expect((await leaseEnd()) - Date.now()).toBeLessThan(20_000)
    finish()
    await working
    expect(await stored(id)).toMatchObject({ state: 3 })
  })

  test('reports that it was claimed again after its run died', async () => {
    const learner = await signedIn()
    const id = await start(learner)
    const dead = { state: 2 as const, attempts: 1, lockedUntil: later(-1) }
    await query.update(jobs).set(dead).where(eq(jobs.id, id))
    expect(await follow(learner, id)).toMatchObject({ resumed: true })
    await run(id, async () => {
      expect(await follow(learner, id)).toMatchObject({ resumed: true })
      return { rest: { at: 1 } }
    })
    expect(await follow(learner, id)).toMatchObject({ state: 1, resumed: false })
  })

  test('whose payload cannot be read fails at once, and is shown', async () => {
    const id = await start(await signedIn())
    await env.DB.prepare(`UPDATE jobs SET payload = '{"at":' WHERE id = ?`).bind(id).run()
    await deliverJob(id)
    const row = await env.DB.prepare('SELECT state, attempts, error FROM jobs WHERE id = ?').bind(id).first()
    expect(row).toEqual({ state: 4, attempts: 0, error: 'the payload is not JSON' })
    const response = await superadministrator.fetch('GET', '/jobs?state=4')
    expect(response.status).toBe(200)
    const { items } = await bodyOf<JobList>(response)
    expect(items.find((job) => job.id === id)).toMatchObject({ error: 'the payload is not JSON' })
  })

  test('a run that returns late changes nothing', async () => {
    const id = await start(await signedIn())
    await run(id, async () => {
      // The lease expires, and another run finishes the job before this one ends.
      await run(id, async () => ({ result: { by: 'the other' } }), later(400))
      return { rest: { at: 1 } }
    })
    expect(await stored(id)).toMatchObject({ state: 3, result: { by: 'the other' } })
  })

  test('that fails is tried later, and is failed with its error at the fifth time', async () => {
    const id = await start(await signedIn())
    const failing: JobHandler = async () => {
      throw new Error('no line')
    }
    await run(id, failing)
    expect(await stored(id)).toMatchObject({ state: 0, attempts: 1, error: 'no line' })
    for (let attempt = 2; attempt <= 5; attempt++) await run(id, failing, later(100_000))
    expect(await stored(id)).toMatchObject({ state: 4, attempts: 5, error: 'no line', key: null })
  })

  test('that crashes its run every time has a limited number of attempts', async () => {
    const id = await start(await signedIn())
    await query
      .update(jobs)
      .set({ state: 2, attempts: 5, lockedUntil: later(-1) })
      .where(eq(jobs.id, id))
    await run(id, counting)
    expect((await stored(id)).state).toBe(4)
  })
})

test('ended jobs are removed after a month, except failed ones', async () => {
  const ids = await Promise.all([3, 5, 4, 1].map(async () => start(await signedIn())))
  const [succeeded = '', canceled = '', failed = '', waiting = ''] = ids
  const long = { createdAt: later(-31 * 86_400), runAt: later(86_400) }
  for (const [id, state] of [
    [succeeded, 3],
    [canceled, 5],
    [failed, 4],
    [waiting, 0],
  ] as const)
    await query
      .update(jobs)
      .set({ ...long, state })
      .where(eq(jobs.id, id))
  const fresh = await start(await signedIn())
  await run(fresh, async () => ({ result: {} }))
  expect(await runHandler('jobs.forget', contextOf(null))).toBeUndefined()
  const left = (await query.select({ id: jobs.id }).from(jobs)).map(({ id }) => id)
  expect([...ids, fresh].filter((id) => left.includes(id))).toEqual([failed, waiting, fresh])
})

describe('the superadministrator', () => {
  const act = (id: string, action: string, person = superadministrator) => person.fetch('POST', `/jobs/${id}/${action}`)
  const stateAfter = async (id: string, action: string) => {
    expect((await act(id, action)).status).toBe(204)
    return stored(id)
  }

  test('sees the newest first, by state, with their count', async () => {
    const learner = await signedIn({ firstName: 'Rut', lastName: 'Rapport' })
    const id = await start(learner)
    await query
      .update(jobs)
      .set({ state: 4, error: 'no line', attempts: 5, createdAt: later(60) })
      .where(eq(jobs.id, id))
    const list: JobList = await (await superadministrator.fetch('GET', '/jobs?state=4&pageSize=1')).json()
    expect(list.items).toMatchObject([
      { id, state: 4, error: 'no line', attempts: 5, requestedBy: { id: learner.id, name: 'Rut Rapport' } },
    ])
    expect(list.total).toBe(list.counts['4'])
    const all: JobList = await (await superadministrator.fetch('GET', '/jobs?pageSize=1')).json()
    expect(all.total).toBe(Object.values(all.counts).reduce((sum, one) => sum + one, 0))
  })

  test('cancels a job, whose current step is its last', async () => {
    const id = await start(await signedIn())
    await run(id, async () => {
      expect((await act(id, 'cancel')).status).toBe(204)
      return { rest: { at: 1 } }
    })
    expect(await stored(id)).toMatchObject({ state: 5, key: null })
    await run(id, counting)
    expect((await stored(id)).state).toBe(5)
  })

  test('resumes a failed job, and runs a scheduled one early', async () => {
    const id = await start(await signedIn())
    await run(id, counting)
    await query.update(jobs).set({ state: 4, attempts: 5, error: 'x', finishedAt: new Date() }).where(eq(jobs.id, id))
    expect(await stateAfter(id, 'retry')).toMatchObject({ state: 1, attempts: 0, error: null, payload: { at: 1 } })
    await query
      .update(jobs)
      .set({ state: 0, runAt: later(900) })
      .where(eq(jobs.id, id))
    expect((await stateAfter(id, 'run')).runAt.getTime()).toBeLessThanOrEqual(Date.now())
    await run(id, counting, later(1))
    expect(await stored(id)).toMatchObject({ progressDone: 2 })
    expect(await listAuditEntries('job')).toMatchObject([
      { action: 'job.run' },
      { action: 'job.retry' },
      { action: 'job.cancel' },
    ])
  })

  test('starts a daily job on demand, once for two presses, and the job list shows its outcome', async () => {
    const daily = async () => {
      const response = await superadministrator.fetch('POST', '/jobs/daily', { kind: 'imports.forget' })
      expect(response.status).toBe(200)
      return (await response.json<{ jobId: string }>()).jobId
    }
    const last = async () => {
      const list: JobList = await (await superadministrator.fetch('GET', '/jobs')).json()
      return list.daily.find(({ kind }) => kind === 'imports.forget')?.last
    }
    expect(await last()).toBeNull()
    await withoutQueue(async () => {
      const first = await daily()
      expect(await daily()).toBe(first)
      expect(await last()).toMatchObject({ state: 1, finished: null })
      await deliverJob(first)
    })
    expect(await last()).toMatchObject({ state: 3, finished: expect.any(String) })
    await withoutQueue(async () => void (await daily()))
    expect(await last()).toMatchObject({ state: 1 })
    const refused = await superadministrator.fetch('POST', '/jobs/daily', { kind: 'imports.run' })
    expect(refused.status).toBe(400)
  })

  test('is refused when the job is in another state', async () => {
    const id = await start(await signedIn())
    const refused = await act(id, 'retry')
    expect([refused.status, (await refused.json<{ code: string }>()).code]).toEqual([409, 'job_state'])
    expect((await act('nothing', 'run')).status).toBe(404)
    expect((await act(id, 'cancel', await signedIn())).status).toBe(403)
  })
})
