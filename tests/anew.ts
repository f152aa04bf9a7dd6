import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'

interface Runtime {
  /** What it was given before any test changed it. */
  given: Env
  /** An answer may have been kept since this was last false. */
  isKept: boolean
}

declare global {
  /** What outlives a file, as the runtime does. */
  var runtimeOfTests: Runtime | undefined
}

/** No response is cached that is not put into the data centre's cache too, where an invalidation puts nothing but its versions. */
async function watched(): Promise<Runtime> {
  const runtime: Runtime = { given: { ...env }, isKept: false }
  // Asked for here alone: the portal's modules are evaluated for each file after it has begun anew.
  const { dataCentreCache } = await import('#platform/cache.ts')
  const cache = dataCentreCache()
  const put = cache.put.bind(cache)
  cache.put = (address, answer) => {
    runtime.isKept ||= !String(address).endsWith('/.edge/versions')
    return put(address, answer)
  }
  return runtime
}

function giveBack({ given }: Runtime): void {
  for (const name of Object.keys(env)) if (!(name in given)) Reflect.deleteProperty(env, name)
  Object.assign(env, given)
}

/** Throws away what is stored. What sleeps would be passed over, and what nobody has asked for a while sleeps. */
async function empty(): Promise<void> {
  const { dataCentreCache } = await import('#platform/cache.ts')
  await Promise.all([
    env.DB.prepare('SELECT 1').run(),
    env.FILES.head('-'),
    dataCentreCache().match('http://portal.test/'),
  ])
  await reset()
}

/** In one go, with the account of them that is kept when they run one by one. */
async function migrate(): Promise<void> {
  await applyD1Migrations(env.DB, [])
  const prepared = env.MIGRATIONS.flatMap(({ name, queries }) => [
    ...queries.map((query) => env.DB.prepare(query)),
    env.DB.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
  ])
  await env.DB.batch(prepared)
}

/**
 * The runtime as it was before the first test in it: nothing stored, nothing stubbed, and of every module, the portal's too, a
 * new instance the next time it is imported, so that what the portal keeps in memory is gone as well.
 */
export async function beginAnew(): Promise<Runtime> {
  globalThis.runtimeOfTests ??= await watched()
  const runtime = globalThis.runtimeOfTests
  vi.useRealTimers()
  vi.unstubAllGlobals()
  giveBack(runtime)
  await empty()
  vi.resetModules()
  await migrate()
  return runtime
}
