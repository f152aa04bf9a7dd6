import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { isOver } from '#api/foundation/jobs/rules.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import { users } from '#api/people/users/table.ts'
import { insertFederation } from '../../federation.ts'
import { deliverJob, withoutQueue } from '../../queue.ts'
import { connectRegister, getPerson, query, readRegister, row, serveRegister } from './fixtures.ts'

await insertFederation()
connectRegister()

/** Queries that D1 allows a Worker in one invocation. */
const maxQueries = 1000

/** Counts the statements that work prepares, in sessions and out of them. */
async function countQueries(work: () => Promise<unknown>): Promise<number> {
  const [prepare, openSession] = [env.DB.prepare.bind(env.DB), env.DB.withSession.bind(env.DB)]
  let count = 0
  const counting = (inner: typeof prepare) => (text: string) => {
    count += 1
    return inner(text)
  }
  const spies = [
    vi.spyOn(env.DB, 'prepare').mockImplementation(counting(prepare)),
    vi.spyOn(env.DB, 'withSession').mockImplementation((start) => {
      const opened = openSession(start)
      return Object.assign(opened, { prepare: counting(opened.prepare.bind(opened)) })
    }),
  ]
  await work()
  for (const spy of spies) spy.mockRestore()
  return count
}

/** Delivers the messages of a new job of the register until it is over. Returns the queries of each. */
async function countOfEachMessage(): Promise<number[]> {
  const [id, now] = [crypto.randomUUID(), new Date()]
  await query.insert(jobs).values({ id, kind: 'register.sync', payload: {}, runAt: now, createdAt: now })
  const counts: number[] = []
  await withoutQueue(async () => {
    for (let isDone = false; !isDone && counts.length < 50; ) {
      counts.push(await countQueries(() => deliverJob(id)))
      const [job] = await query.select().from(jobs).where(eq(jobs.id, id))
      isDone = job !== undefined && isOver(job.state)
    }
  })
  return counts
}

test('a message of a read that protects many people stays below the queries that D1 allows', async () => {
  const people = Array.from({ length: 30 }, (_, at) => row(`Q${at}`, { email: `q${at}@example.se` }))
  await readRegister(people)
  const { id } = await getPerson('Q29')
  serveRegister(people.map((one) => ({ ...one, protected: true })))
  const counts = await countOfEachMessage()
  const [last] = await query.select().from(users).where(eq(users.id, id))
  expect(last?.protectedAt).not.toBeNull()
  // Several messages, of which the largest has the statements of several people.
  expect(counts.length).toBeGreaterThan(2)
  expect(Math.max(...counts)).toBeGreaterThan(200)
  expect(Math.max(...counts)).toBeLessThanOrEqual(maxQueries)
})
