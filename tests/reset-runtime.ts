import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'

interface TestRuntime {
  /** Bindings of the environment before any test changed them. */
  initialBindings: Env
  /** True when a response may have been cached since the flag was last cleared. */
  isKept: boolean
}

declare global {
  /** State of the runtime, which outlives the module instances of one test file. */
  var runtimeOfTests: TestRuntime | undefined
}

/**
 * Sets `isKept` whenever a response is put into the data centre's cache. An invalidation puts only `/.edge/versions`
 * there, which does not count.
 */
async function watchRuntime(): Promise<TestRuntime> {
  const runtime: TestRuntime = { initialBindings: { ...env }, isKept: false }
  // Imported dynamically: the portal's modules are evaluated again for each file, after its runtime has been reset.
  const { dataCentreCache } = await import('#platform/cache.ts')
  const cache = dataCentreCache()
  const put = cache.put.bind(cache)
  cache.put = (address, answer) => {
    runtime.isKept ||= !String(address).endsWith('/.edge/versions')
    return put(address, answer)
  }
  return runtime
}

function restoreBindings({ initialBindings }: TestRuntime): void {
  for (const name of Object.keys(env)) if (!(name in initialBindings)) Reflect.deleteProperty(env, name)
  Object.assign(env, initialBindings)
}

/**
 * Deletes everything that is stored. Each binding is used once first: `reset()` skips bindings that have been evicted
 * for inactivity.
 */
async function emptyStores(): Promise<void> {
  const { dataCentreCache } = await import('#platform/cache.ts')
  await Promise.all([
    env.DB.prepare('SELECT 1').run(),
    env.FILES.head('-'),
    dataCentreCache().match('http://portal.test/'),
  ])
  await reset()
}

/** Applies all migrations in one batch and records them in `d1_migrations`, as applying them one by one would. */
async function applyMigrations(): Promise<void> {
  await applyD1Migrations(env.DB, [])
  const prepared = env.MIGRATIONS.flatMap(({ name, queries }) => [
    ...queries.map((query) => env.DB.prepare(query)),
    env.DB.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
  ])
  await env.DB.batch(prepared)
}

/**
 * Resets the runtime to its state before the first test: nothing stored, nothing stubbed. The next import of any
 * module, the portal's included, evaluates a new instance, so the portal's memory is empty as well.
 */
export async function resetRuntime(): Promise<TestRuntime> {
  globalThis.runtimeOfTests ??= await watchRuntime()
  const runtime = globalThis.runtimeOfTests
  vi.useRealTimers()
  vi.unstubAllGlobals()
  restoreBindings(runtime)
  await emptyStores()
  vi.resetModules()
  await applyMigrations()
  return runtime
}
