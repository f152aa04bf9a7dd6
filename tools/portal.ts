import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { D1Database, R2Bucket } from '@cloudflare/workers-types'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4WorkerOptions } from 'miniflare'
import { namingOrigin, originsAt, root, secretOf, stateIn } from './house.ts'
import { logFile } from './log-file.ts'
import { tieRuntimeTo } from './runtime.ts'
import { socketDoor, socketEntry } from './socket-door.ts'

/** What the build wrote down about the Worker; the parts of it that are needed to run it. */
interface BuiltWorker {
  name: string
  main: string
  compatibility_date: string
  compatibility_flags: string[]
  vars: Record<string, string>
  assets: { run_worker_first: string[] }
  d1_databases: { binding: string; database_id: string }[]
  r2_buckets: { binding: string; bucket_name: string }[]
  durable_objects: { bindings: { name: string; class_name: string }[] }
  queues: {
    producers: { binding: string; queue: string }[]
    consumers: { queue: string; max_batch_size: number; max_batch_timeout: number; max_retries: number }[]
  }
}

const dist = join(root, 'dist/server')

/**
 * Miniflare takes the first as the entry, and copies all that it has laid in its message so far for each further one:
 * the small ones come first, with a door before the large entry.
 */
function modulesOf(built: BuiltWorker, besides = '') {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.mjs'))
  const sized = files.map((name) => ({ path: join(dist, name), size: statSync(join(dist, name)).size }))
  const paths = sized.sort((a, b) => a.size - b.size).map(({ path }) => path)
  return [
    { type: 'ESModule' as const, path: join(dist, 'door.mjs'), contents: socketDoor(built) + besides },
    ...paths.map((path) => ({ type: 'ESModule' as const, path })),
  ]
}

const storesOf = (built: BuiltWorker) => ({
  name: built.name,
  compatibilityDate: built.compatibility_date,
  compatibilityFlags: built.compatibility_flags,
  d1Databases: Object.fromEntries(built.d1_databases.map((row) => [row.binding, row.database_id])),
  r2Buckets: Object.fromEntries(built.r2_buckets.map((row) => [row.binding, row.bucket_name])),
})

function workerOf(built: BuiltWorker, where: Where) {
  const { portal, content } = originsAt(where.port)
  return {
    ...storesOf(built),
    rootPath: dist,
    modulesRoot: dist,
    modules: modulesOf(built, where.entry?.source(built.main)),
    bindings: {
      ...built.vars,
      PORTAL_ORIGIN: portal,
      CONTENT_ORIGIN: content,
      NAMING_ORIGIN: namingOrigin,
      SESSION_SECRET: secretOf(where.dir),
      ...where.vars,
    },
    durableObjects: Object.fromEntries(
      built.durable_objects.bindings.map((row) => [row.name, { className: row.class_name, useSQLite: true }]),
    ),
    queueProducers: Object.fromEntries(built.queues.producers.map((row) => [row.binding, row.queue])),
    queueConsumers: Object.fromEntries(
      built.queues.consumers.map((row) => [
        row.queue,
        { maxBatchSize: row.max_batch_size, maxBatchTimeout: row.max_batch_timeout, maxRetries: row.max_retries },
      ]),
    ),
    assets: {
      directory: join(root, 'dist/client'),
      binding: 'ASSETS',
      routerConfig: { has_user_worker: true },
      run_worker_first: built.assets.run_worker_first,
    },
    // Straight to the Worker: Miniflare's own entry costs nearly half of the throughput.
    unsafeDirectSockets: [
      { host: '127.0.0.1', port: where.port, entrypoint: socketEntry },
      ...(where.entry ? [{ host: '127.0.0.1', port: where.entry.port, entrypoint: where.entry.name }] : []),
    ],
  }
}

export interface Where {
  dir: string
  port: number
  vars?: Record<string, string>
  /** Where the Worker's own lines go. */
  log: string
  /** Called when the database says that the disk is full. */
  whenFull?: () => void
  /** Where the engine's inspector listens, if it is to. */
  inspectorPort?: number
  /** A further way in, at a port of its own; its source follows the door's and is given the Worker's module. */
  entry?: { name: string; port: number; source: (main: string) => string }
}

export interface Store {
  db: D1Database
  files: R2Bucket
  close: () => Promise<void>
}

export interface Portal {
  origin: string
  /** Asks as over another address, such as a safe one, which the socket itself does not have. */
  ask: (url: string) => Promise<{ status: number; headers: Headers }>
  /** What the platform's clock does every minute. */
  tick: () => Promise<void>
  close: () => Promise<void>
}

const readBuilt = () => JSON.parse(readFileSync(join(dist, 'wrangler.json'), 'utf8')) as BuiltWorker

/** Everything the Worker says goes to a file; what went wrong is shown as well. */
function keepLog(file: string, whenFull: () => void = () => undefined) {
  mkdirSync(dirname(file), { recursive: true })
  const lines = logFile(file)
  return ({ level, message }: { level: string; message: string }) => {
    if (message.includes('SQLITE_FULL')) whenFull()
    lines.write(message)
    if (level === 'error') console.error(message)
  }
}

async function run(
  dir: string,
  workers: V4WorkerOptions[],
  { log, whenFull, inspectorPort }: Partial<Where> = {},
): Promise<Miniflare> {
  const shared = {
    log: new Log(LogLevel.WARN),
    cf: false,
    // Miniflare's own entry takes the clock's ticks; the portal's address is a socket of its own, without it.
    unsafeTriggerHandlers: true,
    resourcePersistencePath: stateIn(dir),
    ...(process.env['INSPECT'] ? { inspectorPort: 9155 } : {}),
    ...(inspectorPort ? { inspectorPort } : {}),
    ...(log ? { handleStructuredLogs: keepLog(log, whenFull) } : {}),
  }
  tieRuntimeTo(dir)
  const miniflare = new Miniflare(convertV4MiniflareOptions({ ...shared, workers }))
  await miniflare.ready
  return miniflare
}

/** The database and the file store alone: to migrate and seed before anybody can ask. */
export async function openStore(dir: string): Promise<Store> {
  const nobody = { modules: true, script: 'export default { fetch: () => new Response(null, { status: 404 }) }' }
  const miniflare = await run(dir, [{ ...storesOf(readBuilt()), ...nobody }])
  return {
    // Miniflare and workers-types describe the same runtime objects in two vocabularies.
    db: (await miniflare.getD1Database('DB')) as unknown as D1Database,
    files: (await miniflare.getR2Bucket('FILES')) as unknown as R2Bucket,
    close: () => miniflare.dispose(),
  }
}

/** Runs the built Worker with its database, files, queue and assets, all kept in one folder; another may share them. */
export async function openPortal(where: Where, beside?: V4WorkerOptions): Promise<Portal> {
  const built = readBuilt()
  const others = beside ? [{ ...storesOf(built), ...beside }] : []
  const miniflare = await run(where.dir, [workerOf(built, where), ...others], where)
  return {
    origin: originsAt(where.port).portal,
    async ask(url) {
      const { status, headers } = await miniflare.dispatchFetch(url, { redirect: 'manual' })
      return { status, headers: new Headers([...headers]) }
    },
    // Not through `getWorker()`: its proxy waits with the whole process, which then no longer reads the Worker's log;
    // a Worker with much to say would wait for that, and both for ever.
    async tick() {
      const answer = await miniflare.dispatchFetch('http://portal/cdn-cgi/local/scheduled?cron=*+*+*+*+*')
      if (!answer.ok) throw new Error(`the Worker answered ${answer.status}`)
    },
    close: () => miniflare.dispose(),
  }
}
