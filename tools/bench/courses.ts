import { createHash, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as after } from 'node:timers/promises'
import { namingOrigin } from '../local-portal.ts'
import { openStore } from '../portal.ts'
import { openPlayerSockets } from './player-sockets.ts'
import { readProcessorTime } from './processor.ts'

/**
 * Size of the crowd: people in courses and state writes of each per second; people waiting for a completion and their
 * polls per second, without and with a WebSocket.
 */
export const crowd = {
  inCourses: 200,
  writesPerSecond: 1.35,
  polling: 500,
  pollsPerSecond: 0.5,
  looksPerSecond: 1 / 30,
}

/** State that a course stores for its learner: the slide and the answers. */
const state = JSON.stringify({
  slide: 17,
  answers: Array.from({ length: 60 }, (_, number) => ({ number, chosen: 'b' })),
})

const activityId = 'https://courses.bench.test/flags'
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

export interface CrowdMember {
  id: number
  token: string
}

/** Inserts sessions for the people who wait and launches for those in a course, before the portal starts. */
export async function prepareCrowd(dir: string): Promise<{ watching: CrowdMember[]; inside: CrowdMember[] }> {
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

/**
 * Maximum idle time of a connection in milliseconds. The runtime closes it after five idle seconds, or when busy on the
 * next request, which is lost.
 */
const maxIdleMs = 2000

function openClient(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 256, timeout: maxIdleMs })
  const ask = (question: Question, isAgain = false): Promise<Answer> => {
    const { method, path, headers, body } = question
    const begun = performance.now()
    const ended = (status: number) => ({ ms: performance.now() - begun, status })
    return new Promise((resolve) => {
      const sent = request(
        { agent: isAgain ? false : agent, host: '127.0.0.1', port, path, method, headers },
        (response) => {
          response.resume()
          response.on('end', () => resolve(ended(response.statusCode ?? 0)))
        },
      )
      // A reused connection may just have been closed by the server; browsers then retry over a new one. Any other
      // broken connection counts as a refusal.
      sent.on('error', () => (sent.reusedSocket && !isAgain ? resolve(ask(question, true)) : resolve(ended(0))))
      sent.end(body)
    })
  }
  return { ask, close: () => agent.destroy() }
}

const stateWriteOf = (port: number, { id, token }: CrowdMember): Question => {
  const agent = JSON.stringify({ objectType: 'Agent', account: { homePage: namingOrigin, name: String(id) } })
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

const completionPollOf = (port: number, { id, token }: CrowdMember): Question => ({
  method: 'GET',
  path: `/api/EducationParts/2/results/${id}`,
  headers: { host: `localhost:${port}`, authorization: `Bearer ${token}` },
})

/**
 * Sends a request at a fixed rate whether or not the last one has been answered, so that a slow portal gets no fewer.
 */
async function sendAtRate(question: Question, perSecond: number, end: number, ask: (one: Question) => Promise<Answer>) {
  const pause = 1000 / perSecond
  const answers: Promise<Answer>[] = []
  const first = performance.now() + Math.random() * pause
  for (let next = first; next < end; next += pause) {
    await after(Math.max(0, next - performance.now()))
    answers.push(ask(question))
  }
  return Promise.all(answers)
}

interface ResponseFigures {
  name: string
  wantedPerSecond: number
  perSecond: number
  p50: number
  p95: number
  refused: number
  /** Refused requests by status; zero is a broken connection. */
  refusals: Record<string, number>
}

function toFigures(
  name: string,
  wantedPerSecond: number,
  answers: readonly Answer[],
  seconds: number,
): ResponseFigures {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  const refused = answers.filter(({ status }) => status < 200 || status > 299)
  const refusals: Record<string, number> = {}
  for (const { status } of refused) refusals[status] = (refusals[status] ?? 0) + 1
  return {
    name,
    wantedPerSecond,
    perSecond: answers.length / seconds,
    p50: at(0.5),
    p95: at(0.95),
    refused: refused.length,
    refusals,
  }
}

/** One way of waiting for a completion, measured beside the state writes. */
export interface WatchFigures {
  rows: ResponseFigures[]
  /** Processor cores that the runtime used, its database included; null when the system does not report it. */
  cores: number | null
}

export interface CrowdFigures {
  /** Everybody polls every two seconds. */
  polled: WatchFigures
  /** Everybody has a WebSocket and polls every thirty seconds. */
  pushed: WatchFigures & { linesOpen: number }
}

export interface CrowdStage {
  port: number
  pids: readonly number[]
  people: Awaited<ReturnType<typeof prepareCrowd>>
  /** Secret with which the portal seals sessions. */
  secret: string
}

/** Measures all writes and polls together, after a warm-up of the same length. */
async function measureWatch({ port, pids, people }: CrowdStage, seconds: number, name: string, asksPerSecond: number) {
  const { ask, close } = openClient(port)
  const run = async (length: number) => {
    const end = performance.now() + length * 1000
    const [writes, polls] = await Promise.all([
      Promise.all(people.inside.map((one) => sendAtRate(stateWriteOf(port, one), crowd.writesPerSecond, end, ask))),
      Promise.all(people.watching.map((one) => sendAtRate(completionPollOf(port, one), asksPerSecond, end, ask))),
    ])
    return { writes: writes.flat(), polls: polls.flat() }
  }
  await run(seconds)
  const [begun, spent] = [performance.now(), readProcessorTime(pids)]
  const { writes, polls } = await run(seconds)
  const [elapsed, spentThen] = [(performance.now() - begun) / 1000, readProcessorTime(pids)]
  close()
  return {
    rows: [
      toFigures(`State written, ${name}`, crowd.inCourses * crowd.writesPerSecond, writes, elapsed),
      toFigures(`Looked out, ${name}`, crowd.polling * asksPerSecond, polls, elapsed),
    ],
    cores: spent === null || spentThen === null ? null : (spentThen - spent) / 1000 / elapsed,
  }
}

/**
 * Measures 200 people in courses and 500 who wait for a completion: first polling every two seconds, then with a
 * WebSocket each.
 */
export async function measureCourses(stage: CrowdStage, seconds: number): Promise<CrowdFigures> {
  const polled = await measureWatch(stage, seconds, 'by the poll', crowd.pollsPerSecond)
  const lines = await openPlayerSockets(
    stage.port,
    stage.secret,
    stage.people.watching.map(({ token }) => token),
  )
  const figures = await measureWatch(stage, seconds, 'with lines', crowd.looksPerSecond)
  const linesOpen = lines.stillOpen()
  lines.close()
  return { polled, pushed: { ...figures, linesOpen } }
}
