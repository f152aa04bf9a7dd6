import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { jobs } from '#api/foundation/jobs/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { users } from '#api/people/users/table.ts'
import { listAuditEntries } from '../audit.ts'
import { configurePortal } from '../configuration.ts'
import { insertOpenResult } from '../course.ts'
import { insertParentRows } from '../parent-rows.ts'
import { openPlayerSocket } from '../player-socket.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { drainJobs } from '../queue.ts'
import { inDays } from '../time.ts'
import worker from '../worker.ts'

const { query } = database()
const monthsAgo = (months: number) => inDays(-months * 30.5)

/** Creates a person without activity for this many months. */
async function inactivePerson(months: number, lastLoginAt: Date | null = monthsAgo(months)): Promise<Person> {
  return signedIn({ createdAt: monthsAgo(60), changedAt: monthsAgo(months), lastLoginAt })
}

async function minute(): Promise<void> {
  const execution = createExecutionContext()
  await worker.scheduled(createScheduledController({ cron: '* * * * *' }), env, execution)
  await waitOnExecutionContext(execution)
  await drainJobs()
}

/** Runs the scheduled handler as on the next day, without the job of the day before. */
async function nextDay(): Promise<void> {
  await query.delete(jobs).where(eq(jobs.kind, 'users.shutIdle'))
  await minute()
}

const isShut = async ({ id }: Person) =>
  (await query.select({ at: users.inactiveAt }).from(users).where(eq(users.id, id)))[0]?.at !== null
const timesAudited = async ({ id }: Person) =>
  (await listAuditEntries('user')).filter((row) => row.action === 'user.inactive' && row.targetId === String(id)).length

beforeEach(() => configurePortal({ inactiveMonths: 24 }))

test('a person who has not signed in for two years is deactivated, once and with an audit entry', async () => {
  const [idle, never, here] = [await inactivePerson(25), await inactivePerson(25, null), await inactivePerson(23)]
  await nextDay()
  expect([await isShut(idle), await isShut(never), await isShut(here)]).toEqual([true, true, false])
  expect((await idle.fetch('GET', `/User/${idle.id}`)).status).toBe(401)
  await nextDay()
  await nextDay()
  expect([await timesAudited(idle), await timesAudited(never), await timesAudited(here)]).toEqual([1, 1, 0])
})

test('deactivating an account closes its open connection, and nobody else’s', async () => {
  const [idle, here] = [await inactivePerson(25), await inactivePerson(23)]
  const [line, others] = [await openPlayerSocket(idle), await openPlayerSocket(here)]
  await nextDay()
  expect(await line.closed).toBe(1008)
  expect(await others.receivedSoFar()).toEqual([])
})

test('the last superadministrator is not deactivated', async () => {
  const last = await signedIn({
    changedAt: monthsAgo(40),
    lastLoginAt: monthsAgo(40),
    roles: { SuperAdministrator: {} },
  })
  await nextDay()
  expect(await isShut(last)).toBe(false)
})

test('a person who participates without signing in, or was reactivated, is not deactivated', async () => {
  await insertParentRows({ educations: 1, education_parts: 1 })
  const [child, again] = [await inactivePerson(40), await inactivePerson(40)]
  const resultId = await insertOpenResult(child.id, 1)
  await query.update(users).set({ changedAt: new Date() }).where(eq(users.id, again.id))
  await nextDay()
  expect([await isShut(child), await isShut(again)]).toEqual([false, false])
  await query
    .update(educationPartResults)
    .set({ changedAt: monthsAgo(30) })
    .where(eq(educationPartResults.id, resultId))
  await nextDay()
  expect(await isShut(child)).toBe(true)
})

test('the period follows the configuration', async () => {
  const person = await inactivePerson(25)
  await configurePortal({ inactiveMonths: 36 })
  await nextDay()
  expect(await isShut(person)).toBe(false)
})

test('the schedule starts it once a day', async () => {
  const readJobs = () => query.select().from(jobs).where(eq(jobs.kind, 'users.shutIdle'))
  await nextDay()
  // The queue may still deliver it.
  await expect.poll(async () => (await readJobs()).map(({ state }) => state)).toEqual([3])
  const first = await readJobs()
  await minute()
  await minute()
  expect(await readJobs()).toEqual(first)
})
