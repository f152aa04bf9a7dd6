import { migrate } from './migrate.ts'
import { openStore } from './portal.ts'

/** Brings the store in a folder up to date: every migration, and the seed when nobody lives there. */
export async function prepare(dir: string): Promise<void> {
  const store = await openStore(dir)
  try {
    const applied = await migrate(store.db)
    if (applied.length > 0) console.log(`Database: ${applied.join(', ')}`)
  } finally {
    await store.close()
  }
}
