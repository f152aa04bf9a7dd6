import type { BackupManifest } from '#api/office/backups/rules.ts'
import { createDraw } from '#story/draw.ts'
import {
  type BackupSource,
  quote,
  RestoreError,
  type RestoreTarget,
  readPart,
  toJsonChunks,
} from './restore-database.ts'

/** Rows that a restore compares. */
export const comparedRows = 1000

interface CountedTable {
  name: string
  rows: number
}

/**
 * Draws rows from tables, in proportion to their size: 1,000, where a row may be drawn twice. Returns the positions of
 * the rows, from 0, by the name of the table; nothing when all tables are empty. The same seed draws the same rows.
 */
export function drawRows(seed: string, tables: readonly CountedTable[]): Map<string, Set<number>> {
  const draw = createDraw(seed)
  const total = tables.reduce((sum, { rows }) => sum + rows, 0)
  const drawn = new Map<string, Set<number>>()
  for (let count = 0; count < comparedRows && total > 0; count += 1) {
    let at = draw.below(total)
    const table = tables.find(({ rows }) => {
      if (at < rows) return true
      at -= rows
      return false
    })
    if (table) drawn.set(table.name, (drawn.get(table.name) ?? new Set()).add(at))
  }
  return drawn
}

/** Reads the lines of a table at these positions from a backup. */
async function readLines(source: BackupSource, { parts }: BackupManifest['tables'][number], places: Set<number>) {
  const lines: string[] = []
  let first = 0
  for (const part of parts) {
    const own = [...places].filter((at) => at >= first && at < first + part.rows)
    const all = own.length > 0 ? await readPart(source, part) : []
    lines.push(...own.flatMap((at) => all[at - first] ?? []))
    first += part.rows
  }
  return lines
}

/** Returns the rows of a table that have exactly the values of these lines, as lines. */
async function findLines(
  target: RestoreTarget,
  { name, columns }: BackupManifest['tables'][number],
  lines: readonly string[],
): Promise<Set<string>> {
  const values = columns.map((_, at) => `given.value ->> ${at}`).join(', ')
  const list = columns.map((column) => `stored.${quote(column)}`).join(', ')
  const sql = `select ${list} from json_each(?) given cross join ${quote(name)} stored on (${list}) is (${values})`
  const found = new Set<string>()
  for (const json of toJsonChunks(lines)) {
    const [rows = []] = await target.run([{ sql, params: [json] }])
    for (const row of rows) found.add(JSON.stringify(columns.map((column) => row[column])))
  }
  return found
}

/**
 * Compares 1,000 rows drawn at random from a backup with those of the database that it was restored into.
 * @throws RestoreError when one is missing or differs.
 */
export async function compareRows(
  target: RestoreTarget,
  source: BackupSource,
  { id, tables }: BackupManifest,
): Promise<void> {
  for (const [name, places] of drawRows(id, tables)) {
    const table = tables.find((one) => one.name === name)
    if (!table) continue
    const lines = await readLines(source, table, places)
    const found = await findLines(target, table, lines)
    const missing = lines.filter((line) => !found.has(line)).length
    if (missing > 0) throw new RestoreError(`${missing} of ${lines.length} compared rows of ${name} differ`)
  }
}
