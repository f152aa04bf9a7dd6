import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { D1Database } from '@cloudflare/workers-types'
import { root } from './house.ts'

const folder = join(root, 'migrations')

/** The table in which `wrangler d1 migrations apply` keeps its own account, so that both agree. */
const account = `CREATE TABLE IF NOT EXISTS d1_migrations(
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`

/** Applies what is new, each file whole or not at all; returns the names. */
export async function migrate(db: D1Database): Promise<string[]> {
  await db.prepare(account).run()
  const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>()
  const applied = new Set(results.map((row) => row.name))
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql') && !applied.has(name))
  if (names.length === 0) return []
  const { unstable_splitSqlQuery: statementsOf } = await import('wrangler')
  for (const name of names.sort()) {
    const statements = statementsOf(readFileSync(join(folder, name), 'utf8')).map((text) => db.prepare(text))
    await db.batch([...statements, db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name)])
  }
  return names
}
