import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Ledger } from './ledger.ts'

/** Highest number of characters in a parameter; D1 accepts 2 MB. */
const characters = 700_000

function toStoredValue(column: SQLiteColumn, given: unknown): unknown {
  const value = given === undefined ? column.default : given
  return value === undefined || value === null ? null : column.mapToDriverValue(value)
}

function* chunksOf(texts: Iterable<string>): Generator<string> {
  let chunk: string[] = []
  let length = 0
  for (const text of texts) {
    chunk.push(text)
    length += text.length
    if (length < characters) continue
    yield `[${chunk.join(',')}]`
    chunk = []
    length = 0
  }
  if (chunk.length > 0) yield `[${chunk.join(',')}]`
}

/** Returns statements that insert thousands of rows each: the database unpacks a single JSON parameter. */
function* statementsFor(db: D1Database, table: SQLiteTable, rows: Ledger['rowsOf']): Generator<D1PreparedStatement> {
  const columns = Object.entries(getTableColumns(table)).filter(([, column]) => !column.generated)
  const names = columns.map(([, column]) => column.name).join(', ')
  const cells = columns.map((_, at) => `value ->> ${at}`).join(', ')
  const insert = `INSERT INTO ${getTableName(table)} (${names}) SELECT ${cells} FROM json_each(?1)`
  function* texts() {
    const values: readonly Record<string, unknown>[] = rows(table)
    for (const row of values) yield JSON.stringify(columns.map(([key, column]) => toStoredValue(column, row[key])))
  }
  for (const chunk of chunksOf(texts())) yield db.prepare(insert).bind(chunk)
}

/** Inserts all rows of a ledger, table by table in the order in which they were added; not in one transaction. */
export async function writeLedger(db: D1Database, ledger: Ledger): Promise<void> {
  for (const table of ledger.tables()) {
    for (const statement of statementsFor(db, table, ledger.rowsOf)) await statement.run()
  }
}
