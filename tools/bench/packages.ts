import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Agent, get } from 'node:http'
import { cast } from '#story/people.ts'
import { readBuilt, storageWorker, type WorkerOptions } from '../built-worker.ts'
import { toOrigins } from '../local-portal.ts'
import { openStore } from '../portal.ts'
import { onDirectSocket } from './direct-socket.ts'

/** A course of 100 MB: files of its first slide, a film, and files of its other slides. */
const kilo = 1024
const firstSlide = [
  { path: 'index.html', size: 20 * kilo },
  ...['player.js', 'frame.js', 'data.js'].map((path) => ({ path, size: 400 * kilo })),
  { path: 'style.css', size: 80 * kilo },
  ...Array.from({ length: 8 }, (_, number) => ({ path: `slide-1/${number}.jpg`, size: 150 * kilo })),
]
const video = { path: 'film.mp4', size: 60 * kilo * kilo }
const others = Array.from({ length: 25 }, (_, number) => ({ path: `slide-2/${number}.jpg`, size: 1500 * kilo }))
/** A range in the middle of the film, as a learner requests by moving its slider. */
const range = { from: 30 * kilo * kilo, length: kilo * kilo }

const folder = 'b'.repeat(32)
const part = 2
const keyOf = (path: string) => `packages/${folder}/${path}`

export interface LearnerSession {
  token: string
}

/** Stores the course's files, publishes them in the part and signs a learner in, before the portal starts. */
export async function storeCourse(dir: string): Promise<LearnerSession> {
  const { db, files, close } = await openStore(dir)
  for (const { path, size } of [...firstSlide, video, ...others]) await files.put(keyOf(path), randomBytes(size))
  const [token, now, later] = [randomUUID(), new Date(), new Date(Date.now() + 3_600_000)]
  const hash = createHash('sha256').update(token).digest('hex')
  const { id } = cast.learner
  await db.batch([
    db
      .prepare(`INSERT INTO content_packages (id, original_name, size, folder, state, entry, activity_id, format, education_part_id,
          uploaded_by_user_id, created_at, changed_at) VALUES (900001, 'kurs.zip', 1, ?1, 2, 'index.html', 'https://courses.bench.test/large', 'xapi', ?2, 1, ?3, ?3)`)
      .bind(folder, part, now.toISOString()),
    db.prepare('UPDATE education_parts SET package_id = 900001 WHERE id = ?1').bind(part),
    db
      .prepare(
        'INSERT INTO sessions (token_hash, user_id, created_at, expires_at, last_used_at) VALUES (?1, ?2, ?3, ?4, ?3)',
      )
      .bind(hash, id, now.toISOString(), later.toISOString()),
  ])
  await close()
  return { token }
}

const fileSource = `export default {
  async fetch(request, env) {
    const key = 'packages/${folder}' + new URL(request.url).pathname
    const range = request.headers.get('range')
    const object = await env.FILES.get(key, range ? { range: request.headers } : {})
    return object ? new Response(object.body, { status: range ? 206 : 200 }) : new Response(null, { status: 404 })
  },
}`

/** Returns the baseline: a Worker that only serves files, or ranges of them, from the file store. */
export const bareFiles = (port: number): WorkerOptions =>
  onDirectSocket(storageWorker(readBuilt(), 'bare', fileSource), port)

interface FileRequest {
  port: number
  host: string
  path: string
  headers?: Record<string, string>
}

function fetchFile(
  agent: Agent,
  { port, host, path, headers = {} }: FileRequest,
): Promise<{ bytes: number; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get({ agent, host: '127.0.0.1', port, path, headers: { host, ...headers } }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('end', () => {
        const { statusCode = 0 } = response
        const body = Buffer.concat(pieces)
        if (statusCode > 299) reject(new Error(`${host}${path}: ${statusCode}`))
        else resolve({ bytes: body.length, body })
      })
    }).on('error', reject)
  })
}

/** Requests the page and then its files, six at a time, as a browser does. */
async function openSlide(agent: Agent, file: Omit<FileRequest, 'path'>): Promise<void> {
  const [page, ...rest] = firstSlide
  await fetchFile(agent, { ...file, path: `/${page?.path}` })
  await Promise.all(
    rest.map(async ({ path, size }) => {
      const { bytes } = await fetchFile(agent, { ...file, path: `/${path}` })
      if (bytes !== size) throw new Error(`${path} has ${bytes} bytes, and not ${size}`)
    }),
  )
}

async function ms(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

export interface PackageFigures {
  name: string
  portal: number
  bare: number
}

/**
 * Measures the portal and the bare Worker in turns, so that other work on the machine affects both. Each row is the
 * median of `rounds` rounds.
 */
export async function measurePackages(
  { port, barePort, token }: { port: number; barePort: number } & LearnerSession,
  rounds: number,
): Promise<PackageFigures[]> {
  const { portal, content } = toOrigins(port)
  const agent = new Agent({ keepAlive: true, maxSockets: 6 })
  const own = { port, host: `${folder}.${new URL(content).host}` }
  const bare = { port: barePort, host: `localhost:${barePort}` }
  const launch = async () => {
    const path = `/api/Articulate/part/${part}`
    const headers = { authorization: `Bearer ${token}` }
    const { body } = await fetchFile(agent, { port, host: new URL(portal).host, path, headers })
    const { courseUri } = JSON.parse(body.toString()) as { courseUri: string }
    if (!courseUri.includes(folder)) throw new Error(`another course is opened: ${courseUri}`)
  }
  const piece = (file: Omit<FileRequest, 'path'>) => async () => {
    const headers = { range: `bytes=${range.from}-${range.from + range.length - 1}` }
    const { bytes } = await fetchFile(agent, { ...file, path: `/${video.path}`, headers })
    if (bytes !== range.length) throw new Error(`${bytes} bytes of the film`)
  }
  const works = {
    'First slide, from its launch on': [
      async () => {
        await launch()
        await openSlide(agent, own)
      },
      () => openSlide(agent, bare),
    ],
    'First slide, its files alone': [() => openSlide(agent, own), () => openSlide(agent, bare)],
    'A megabyte from the middle of the film': [piece(own), piece(bare)],
  } as const
  const opened: PackageFigures[] = []
  for (const [name, [one, other]] of Object.entries(works)) {
    const [ours, theirs]: [number[], number[]] = [[], []]
    await one()
    await other()
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await ms(one))
      theirs.push(await ms(other))
    }
    opened.push({ name, portal: median(ours), bare: median(theirs) })
  }
  agent.destroy()
  return opened
}

/** Formats the section of `docs/performance.md` about the files of a large course. */
export const packagesText = (opened: readonly PackageFigures[]): string =>
  [
    'A browser opens the page of a course of 100 MB and asks for the twelve files of its first slide, 2.5 MB, six at a time. Beside it a bare Worker hands',
    'the same files out of the same file store and does nothing else. By turns; the median counts.',
    '',
    '| | portal ms | bare ms | ratio |',
    '| --- | ---: | ---: | ---: |',
    ...opened.map(
      ({ name, portal, bare }) =>
        `| ${name} | ${portal.toFixed(0)} | ${bare.toFixed(0)} | ${(portal / bare).toFixed(2)} |`,
    ),
  ].join('\n')
