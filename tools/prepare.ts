import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deleteStoredData } from './local-portal.ts'
import { migrate } from './migrate.ts'
import { openStore, type Store } from './portal.ts'

async function isEmpty({ db }: Store): Promise<boolean> {
  return (await db.prepare('SELECT id FROM users LIMIT 1').first()) === null
}

const seedingMarkIn = (dir: string) => join(dir, 'seeding')

async function seed(dir: string, store: Store, scale: number): Promise<void> {
  const begun = Date.now()
  const { fillPortal: plant } = await import('./seed/fill-portal.ts')
  writeFileSync(seedingMarkIn(dir), 'While this file is here, the seed is not complete.')
  await plant(store, scale)
  rmSync(seedingMarkIn(dir))
  console.log(`Seeded in ${((Date.now() - begun) / 1000).toFixed(1)} s`)
}

/** Releases jobs and idempotency keys that a killed portal held; no portal runs on a folder that is being prepared. */
const releaseLeases = ({ db }: Store) =>
  db.batch([
    db.prepare(`UPDATE jobs SET locked_until = '1970-01-01T00:00:00.000Z' WHERE state = 2`),
    db.prepare('DELETE FROM idempotency_answers WHERE committed_at IS NULL'),
  ])

/**
 * Updates the store in a folder: applies all migrations, and seeds a database without users. Deletes the data of a seed
 * that was interrupted, and releases the jobs and idempotency keys of a killed portal.
 */
export async function prepare(dir: string, scale = 1): Promise<void> {
  mkdirSync(dir, { recursive: true })
  if (existsSync(seedingMarkIn(dir))) deleteStoredData(dir)
  const store = await openStore(dir)
  try {
    const applied = await migrate(store.db)
    if (applied.length > 0) console.log(`Database: ${applied.join(', ')}`)
    await releaseLeases(store)
    if (await isEmpty(store)) await seed(dir, store, scale)
  } finally {
    await store.close()
  }
}
