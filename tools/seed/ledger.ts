import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

type Row = Record<string, unknown>

/** Rows of many tables, in the order in which they are inserted. */
export interface Ledger {
  add: <T extends SQLiteTable>(table: T, row: T['$inferInsert']) => void
  /** Returns the next id of a table whose ids the story chooses. */
  nextId: (table: SQLiteTable) => number
  rowsOf: <T extends SQLiteTable>(table: T) => readonly T['$inferInsert'][]
  tables: () => SQLiteTable[]
}

/** Creates an empty ledger. */
export function openLedger(): Ledger {
  const rowsByTable = new Map<SQLiteTable, Row[]>()
  const ids = new Map<SQLiteTable, number>()
  const rowsOf = (table: SQLiteTable) => {
    const known = rowsByTable.get(table)
    if (known) return known
    const made: Row[] = []
    rowsByTable.set(table, made)
    return made
  }
  return {
    add: (table, row) => void rowsOf(table).push(row),
    nextId(table) {
      const id = (ids.get(table) ?? 0) + 1
      ids.set(table, id)
      return id
    },
    // `add` accepts only rows of the table's own type.
    rowsOf: rowsOf as Ledger['rowsOf'],
    tables: () => [...rowsByTable.keys()],
  }
}
