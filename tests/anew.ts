import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'

declare global {
  /** What the runtime was given before any test changed it. */
  var givenToRuntime: Env | undefined
}

function giveBack(): void {
  globalThis.givenToRuntime ??= { ...env }
  const given = globalThis.givenToRuntime
  for (const name of Object.keys(env)) if (!(name in given)) Reflect.deleteProperty(env, name)
  Object.assign(env, given)
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
export async function beginAnew(): Promise<void> {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  giveBack()
  await reset()
  vi.resetModules()
  await migrate()
}
