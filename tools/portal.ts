import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { D1Database, R2Bucket } from '@cloudflare/workers-types'
import { Log, LogLevel, Miniflare, type MiniflareOptions } from 'miniflare'
import { readBuilt, storageWorker, type WorkerOptions, workerOptions } from './built-worker.ts'
import { loadSecret, namingOrigin, stateFolder, toOrigins } from './local-portal.ts'
import { openLogFile } from './log-file.ts'
import { recordRuntimes } from './runtime.ts'

export interface PortalOptions {
  /** The folder with the database, the files, the queue and the secret. */
  dir: string
  port: number
  vars?: Record<string, string>
  /** The file to which the Worker's log is appended. */
  log: string
  /** Called when the database reports a full disk. */
  whenFull?: () => void
  /** Port of the engine's inspector; disabled by default. */
  inspectorPort?: number
}

export interface Store {
  db: D1Database
  files: R2Bucket
  /** The bucket of backups. */
  backups: R2Bucket
  close: () => Promise<void>
}

export interface Portal {
  origin: string
  /** Requests a URL of any origin, such as one with https, which the socket itself does not serve. */
  ask: (url: string) => Promise<{ status: number; headers: Headers; text: string }>
  /** Runs the scheduled handler, as the platform does every minute. */
  tick: () => Promise<void>
  close: () => Promise<void>
}

/** Appends every line of the Worker to the log file; errors are shown as well. */
function writeLog({ log, whenFull = () => undefined }: PortalOptions) {
  mkdirSync(dirname(log), { recursive: true })
  const lines = openLogFile(log)
  return ({ level, message }: { level: string; message: string }) => {
    if (message.includes('SQLITE_FULL')) whenFull()
    lines.write(message)
    if (level === 'error') console.error(message)
  }
}

async function startMiniflare(dir: string, options: MiniflareOptions): Promise<Miniflare> {
  const shared = {
    log: new Log(LogLevel.WARN),
    logRequests: false,
    cf: false,
    resourcePersistencePath: stateFolder(dir),
  }
  const miniflare = new Miniflare({ ...shared, ...options })
  await recordRuntimes(dir, miniflare.ready)
  return miniflare
}

/** Opens only the database and the file store, to migrate and seed before the portal accepts requests. */
export async function openStore(dir: string): Promise<Store> {
  const script = 'export default { fetch: () => new Response(null, { status: 404 }) }'
  const built = readBuilt()
  const miniflare = await startMiniflare(dir, { workers: [storageWorker(built, built.name, script)] })
  return {
    // Miniflare and workers-types describe the same runtime objects in two vocabularies.
    db: (await miniflare.getD1Database('DB')) as unknown as D1Database,
    files: (await miniflare.getR2Bucket('FILES')) as unknown as R2Bucket,
    backups: (await miniflare.getR2Bucket('BACKUPS')) as unknown as R2Bucket,
    close: () => miniflare.dispose(),
  }
}

/**
 * Returns Miniflare's options for the built Worker on a data folder; `vars` replace the portal's own settings. Creates
 * the session secret on first use.
 */
export function portalWorker({ dir, port, vars = {} }: PortalOptions): WorkerOptions {
  const { portal, content } = toOrigins(port)
  return workerOptions(readBuilt(), {
    PORTAL_ORIGIN: portal,
    CONTENT_ORIGIN: content,
    NAMING_ORIGIN: namingOrigin,
    SESSION_SECRET: loadSecret(dir),
    ...vars,
  })
}

/**
 * Runs Workers in Miniflare on a data folder until `close`; the first is the portal. They listen on 127.0.0.1 alone.
 */
export async function runWorkers(options: PortalOptions, workers: WorkerOptions[], port = options.port) {
  const miniflare = await startMiniflare(options.dir, {
    host: '127.0.0.1',
    port,
    handleStructuredLogs: writeLog(options),
    // `wrangler dev` sets this too: it runs the scheduled handler on request.
    unsafeTriggerHandlers: true,
    ...(options.inspectorPort ? { inspectorPort: options.inspectorPort } : {}),
    workers,
  })
  return {
    origin: toOrigins(options.port).portal,
    async ask(url) {
      const response = await miniflare.dispatchFetch(url, { redirect: 'manual' })
      return { status: response.status, headers: new Headers([...response.headers]), text: await response.text() }
    },
    // The first call of `getWorker().scheduled()` blocks this process until the handler returns. The Worker's log is
    // not read in that time; a full pipe would block the Worker too, and both would wait forever.
    async tick() {
      const response = await miniflare.dispatchFetch('http://localhost/cdn-cgi/local/scheduled?cron=*+*+*+*+*')
      if (!response.ok) throw new Error(`the Worker answered ${response.status}`)
    },
    close: () => miniflare.dispose(),
  } satisfies Portal
}

/** Runs the built Worker with its database, files, queue and assets, all stored in one folder. */
export const openPortal = (options: PortalOptions): Promise<Portal> => runWorkers(options, [portalWorker(options)])
