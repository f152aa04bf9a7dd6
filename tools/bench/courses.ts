import { createHash, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as after } from 'node:timers/promises'
import { originsAt } from '../house.ts'
import { openStore } from '../portal.ts'
import { cpuOf } from './processor.ts'

/** So many people have a course open, and it keeps its state so often; so many look out for a completion meanwhile. */
export const crowd = { inCourses: 200, writesPerSecond: 1.35, polling: 500, pollsPerSecond: 0.5 }

/** What a course keeps while somebody is in it: where they are, and what they have answered. */
const state = JSON.stringify({
  slide: 17,
  answers: Array.from({ length: 60 }, (_, number) => ({ number, chosen: 'b' })),
})

const activityId = 'https://courses.bench.test/flags'
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

export interface Person {
  id: number
  token: string
}

/** Sessions for as many people as look out, and ways into a course for those who are in one; before anybody can ask. */
export async function letIn(dir: string): Promise<{ watching: Person[]; inside: Person[] }> {
  const { db, close } = await openStore(dir)
  const found = await db
    .prepare('SELECT id FROM users WHERE inactive_at IS NULL AND password_expires_at IS NULL ORDER BY id LIMIT ?1')
    .bind(crowd.polling)
    .all<{ id: number }>()
  const [now, later] = [new Date(), new Date(Date.now() + 4 * 3_600_000)].map((date) => date.toISOString())
  const people = found.results.map(({ id }) => ({ id, token: randomUUID() }))
  const inside = people.slice(0, crowd.inCourses).map(({ id }) => ({ id, token: randomUUID() }))
  await db.batch([
    ...people.map(({ id, token }) =>
      db
        .prepare(
          'INSERT INTO sessions (token_hash, user_id, created_at, expires_at, last_used_at) VALUES (?1, ?2, ?3, ?4, ?3)',
        )
        .bind(hashOf(token), id, now, later),
    ),
    ...inside.map(({ id, token }) =>
      db
        .prepare(`INSERT INTO launches (token_hash, user_id, education_part_id, package_id, activity_id, registration, created_at, expires_at)
          VALUES (?1, ?2, 2, 1, ?3, ?4, ?5, ?6)`)
        .bind(hashOf(token), id, activityId, randomUUID(), now, later),
    ),
  ])
  await close()
  return { watching: people, inside }
}

interface Question {
  method: 'GET' | 'PUT'
  path: string
  headers: Record<string, string>
  body?: string
}

interface Answer {
  ms: number
  status: number
}

function asker(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const ask = (question: Question, isAgain = false): Promise<Answer> => {
    const { method, path, headers, body } = question
    const begun = performance.now()
    const ended = (status: number) => ({ ms: performance.now() - begun, status })
    return new Promise((resolve) => {
      const sent = request({ agent, host: '127.0.0.1', port, path, method, headers }, (response) => {
        response.resume()
        response.on('end', () => resolve(ended(response.statusCode ?? 0)))
      })
      // A kept line may just have been closed from the other end, as it may for any browser; one that breaks otherwise is a refusal.
      sent.on('error', () => (sent.reusedSocket && !isAgain ? resolve(ask(question, true)) : resolve(ended(0))))
      sent.end(body)
    })
  }
  return { ask, close: () => agent.destroy() }
}

const writingOf = (port: number, { id, token }: Person): Question => {
  const { portal } = originsAt(port)
  const agent = JSON.stringify({ objectType: 'Agent', account: { homePage: portal, name: String(id) } })
  const query = new URLSearchParams({ stateId: 'resume', activityId, agent })
  const headers = {
    host: `localhost:${port}`,
    authorization: `Bearer ${token}`,
    'x-experience-api-version': '1.0.3',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(state)),
  }
  return { method: 'PUT', path: `/api/articulate/activities/state?${query}`, headers, body: state }
}

const lookingOf = (port: number, { id, token }: Person): Question => ({
  method: 'GET',
  path: `/api/EducationParts/2/results/${id}`,
  headers: { host: `localhost:${port}`, authorization: `Bearer ${token}` },
})

/** Asks at its own pace whether or not the last has been answered: a portal that is slow is not asked less. */
async function keepAsking(question: Question, perSecond: number, end: number, ask: (one: Question) => Promise<Answer>) {
  const pause = 1000 / perSecond
  const answers: Promise<Answer>[] = []
  await after(Math.random() * pause)
  for (let next = performance.now(); next < end; next += pause) {
    await after(Math.max(0, next - performance.now()))
    answers.push(ask(question))
  }
  return Promise.all(answers)
}

export interface Borne {
  name: string
  wanted: number
  perSecond: number
  p50: number
  p95: number
  refused: number
  /** By status; zero is a line that broke. */
  refusals: Record<string, number>
}

function borne(name: string, wanted: number, answers: readonly Answer[], seconds: number): Borne {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  const refused = answers.filter(({ status }) => status < 200 || status > 299)
  const refusals: Record<string, number> = {}
  for (const { status } of refused) refusals[status] = (refusals[status] ?? 0) + 1
  return {
    name,
    wanted,
    perSecond: answers.length / seconds,
    p50: at(0.5),
    p95: at(0.95),
    refused: refused.length,
    refusals,
  }
}

export interface Crowd {
  rows: Borne[]
  /** How much of one core the runtime used, its database included; null where the system does not tell. */
  cores: number | null
}

/** 200 people in courses and 500 who look out, all at once. */
export async function measureCourses(
  { port, pids, people }: { port: number; pids: readonly number[]; people: Awaited<ReturnType<typeof letIn>> },
  seconds: number,
): Promise<Crowd> {
  const { ask, close } = asker(port)
  const run = async (length: number) => {
    const end = performance.now() + length * 1000
    const [writes, polls] = await Promise.all([
      Promise.all(people.inside.map((one) => keepAsking(writingOf(port, one), crowd.writesPerSecond, end, ask))),
      Promise.all(people.watching.map((one) => keepAsking(lookingOf(port, one), crowd.pollsPerSecond, end, ask))),
    ])
    return { writes: writes.flat(), polls: polls.flat() }
  }
  await run(seconds)
  const [begun, spent] = [performance.now(), cpuOf(pids)]
  const { writes, polls } = await run(seconds)
  const [elapsed, spentThen] = [(performance.now() - begun) / 1000, cpuOf(pids)]
  close()
  return {
    rows: [
      borne('State written', crowd.inCourses * crowd.writesPerSecond, writes, elapsed),
      borne('The runner’s poll', crowd.polling * crowd.pollsPerSecond, polls, elapsed),
    ],
    cores: spent === null || spentThen === null ? null : (spentThen - spent) / 1000 / elapsed,
  }
}
