import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { D1Database } from '@cloudflare/workers-types'
import { root } from './local-portal.ts'
import { earlierBaseline, newerDatabase } from './start-errors.ts'

const folder = join(root, 'migrations')

/** Table in which `wrangler d1 migrations apply` records applied files, so that both tools agree. */
const createAccountTable = `CREATE TABLE IF NOT EXISTS d1_migrations(
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`

/**
 * Splits a file into statements. Each ends with a line that ends in a semicolon, a trigger with its END.
 * @throws Error when the last one does not end.
 */
export function splitStatements(text: string): string[] {
  const statements: string[] = []
  let open: string[] = []
  for (const line of text.split('\n')) {
    if (open.length === 0 && /^\s*(--.*)?$/.test(line)) continue
    open.push(line)
    const isTrigger = /^\s*CREATE\s+(TEMP\w*\s+)?TRIGGER/i.test(open[0] ?? '')
    if (!(isTrigger ? /^\s*END\s*;\s*$/i : /;\s*$/).test(line)) continue
    statements.push(open.join('\n').trim().replace(/;$/, ''))
    open = []
  }
  if (open.length > 0) throw new Error(`a statement does not end: ${open[0]}`)
  return statements
}

/** Lists every migration's name and text, in order. */
export const listMigrations = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

/**
 * Applies new migrations in order, each file whole or not at all, and returns their names.
 * @throws CannotStart when the database is of a newer version or an earlier baseline.
 */
export async function migrate(db: D1Database): Promise<string[]> {
  await db.prepare(createAccountTable).run()
  const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>()
  const applied = new Set(results.map((row) => row.name))
  const known = listMigrations()
  // Older code would write rows that do not fit the newer tables.
  const unknown = [...applied.difference(new Set(known.map(({ name }) => name)))]
  if (unknown.length > 0)
    throw known[0] && applied.has(known[0].name) ? newerDatabase(unknown) : earlierBaseline(unknown)
  const fresh = known.filter(({ name }) => !applied.has(name))
  for (const { name, text } of fresh) {
    const statements = splitStatements(text).map((statement) => db.prepare(statement))
    await db.batch([...statements, db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name)])
  }
  return fresh.map(({ name }) => name)
}
