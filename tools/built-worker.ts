import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MiniflareOptions } from 'miniflare'
import { root } from './local-portal.ts'

export type WorkerOptions = MiniflareOptions['workers'][number]
type WorkerConfig = WorkerOptions['config']

/** Settings needed to run the built Worker, as the build writes them to `wrangler.json`. */
export interface BuiltWorker {
  name: string
  main: string
  compatibility_date: string
  compatibility_flags: string[]
  vars: Record<string, string>
  assets: { run_worker_first: string[] }
  d1_databases: { binding: string; database_id: string }[]
  r2_buckets: { binding: string; bucket_name: string }[]
  durable_objects: { bindings: { name: string; class_name: string }[] }
  images?: { binding: string }
  queues: {
    producers: { binding: string; queue: string }[]
    consumers: { queue: string; max_batch_size: number; max_batch_timeout: number; max_retries: number }[]
  }
}

type Env = NonNullable<WorkerConfig['env']>

const dist = join(root, 'dist/server')

/**
 * Reads the settings of the built Worker.
 * @throws Error when there is no build.
 */
export const readBuilt = () => JSON.parse(readFileSync(join(dist, 'wrangler.json'), 'utf8')) as BuiltWorker

const esm = (contents: string) => ({ type: 'esm' as const, contents })

/**
 * Returns the built modules behind a small main module. Miniflare puts the main module first and copies all earlier
 * modules for each later one, so the large modules come last: starting a portal then takes half of the processor time.
 */
function manifestOf({ main }: BuiltWorker) {
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.mjs'))
  const built = names.map((name) => ({
    name: name.replaceAll('\\', '/'),
    contents: readFileSync(join(dist, name), 'utf8'),
  }))
  const small = built.toSorted((a, b) => a.contents.length - b.contents.length)
  const modules = small.map(({ name, contents }) => [name, esm(contents)] as const)
  const start = esm(`export * from './${main}'; export { default } from './${main}'`)
  return { mainModule: 'start.mjs', modulesRoot: dist, modules: { 'start.mjs': start, ...Object.fromEntries(modules) } }
}

/** Returns a Worker of one module with the database and the file store of the built Worker. */
export const storageWorker = (built: BuiltWorker, name: string, script: string): WorkerOptions => ({
  config: {
    name,
    compatibilityDate: built.compatibility_date,
    compatibilityFlags: built.compatibility_flags,
    manifest: { mainModule: 'main.mjs', modulesRoot: dist, modules: { 'main.mjs': esm(script) } },
    env: storageOf(built),
  },
})

const storageOf = ({ d1_databases, r2_buckets }: BuiltWorker): Env => ({
  ...Object.fromEntries(d1_databases.map((row) => [row.binding, { type: 'd1' as const, id: row.database_id }])),
  ...Object.fromEntries(r2_buckets.map((row) => [row.binding, { type: 'r2' as const, name: row.bucket_name }])),
})

/** Returns Miniflare's options for the built Worker: its modules, assets, database, file store, queue and variables. */
export function workerOptions(built: BuiltWorker, vars: Readonly<Record<string, string>>): WorkerOptions {
  const { name, queues, durable_objects, images } = built
  const texts = Object.entries({ ...built.vars, ...vars })
  const objects = durable_objects.bindings
  return {
    config: {
      name,
      compatibilityDate: built.compatibility_date,
      compatibilityFlags: built.compatibility_flags,
      manifest: manifestOf(built),
      env: {
        ...storageOf(built),
        ...Object.fromEntries(texts.map(([binding, value]) => [binding, { type: 'text' as const, value }])),
        ...Object.fromEntries(
          queues.producers.map((row) => [row.binding, { type: 'queue' as const, name: row.queue }]),
        ),
        ...Object.fromEntries(
          objects.map((row) => [
            row.name,
            { type: 'durable-object' as const, worker: name, exportName: row.class_name },
          ]),
        ),
        ...(images ? { [images.binding]: { type: 'images' as const } } : {}),
        ASSETS: { type: 'assets' },
      },
      exports: Object.fromEntries(
        objects.map((row) => [row.class_name, { type: 'durable-object' as const, storage: 'sqlite' as const }]),
      ),
      triggers: queues.consumers.map((row) => ({
        type: 'queue' as const,
        name: row.queue,
        maxBatchSize: row.max_batch_size,
        maxBatchTimeout: row.max_batch_timeout,
        maxRetries: row.max_retries,
      })),
      assets: {
        directory: join(root, 'dist/client'),
        hasUserWorker: true,
        runWorkerFirst: built.assets.run_worker_first,
      },
    },
  }
}
