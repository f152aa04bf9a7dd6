import { Column, getTableName, is, SQL, Subquery } from 'drizzle-orm'

/** A column of an answer as Drizzle describes it: where its value goes, and what reads it. */
export interface AnswerField {
  path: readonly string[]
  field: unknown
}

type Read = (value: unknown) => unknown
type Decoder = { mapFromDriverValue: Read }

function decoderOf(field: unknown): Decoder {
  if (is(field, Column)) return field
  if (is(field, SQL)) return decoderIn(field)
  if (is(field, Subquery)) return decoderIn(field._.sql)
  return decoderIn((field as { sql: SQL }).sql)
}

/** Drizzle keeps it to itself. */
const decoderIn = (sql: SQL): Decoder => (sql as unknown as { decoder: Decoder }).decoder

interface Placed extends AnswerField {
  /** Which of the row's values it is. */
  at: number
}

type Row = readonly unknown[]

function valueReader({ at, field }: Placed): (row: Row) => unknown {
  const decoder = decoderOf(field)
  return (row) => (row[at] === null ? null : decoder.mapFromDriverValue(row[at]))
}

/** The table that all of them are columns of; null when there is no such table. */
function tableOf(columns: readonly Placed[]): string | null {
  const names = new Set(columns.flatMap(({ field }) => (is(field, Column) ? getTableName(field.table) : [])))
  const [name] = names
  return names.size === 1 && name !== undefined ? name : null
}

/** An object of its own, of one of several tables. It is null where a table that need not be there has no row, as its first column tells. */
function objectReader(columns: readonly Placed[], certain: Certain): (row: Row) => unknown {
  const readers = columns.map((column) => ({ name: column.path[1] ?? '', read: valueReader(column) }))
  const table = tableOf(columns)
  const first = table !== null && !certain[table] ? columns.find(({ field }) => is(field, Column)) : undefined
  return (row) => {
    if (first && row[first.at] === null) return null
    const object: Record<string, unknown> = {}
    for (const { name, read } of readers) object[name] = read(row)
    return object
  }
}

/** The tables of a question, and whether there is a row of each in every answer. */
export type Certain = Record<string, boolean>

/** Drizzle finds out anew for each value of each row who reads it; this is found out once. Null: its own way is needed. */
export function rowReader(
  fields: readonly AnswerField[] | undefined,
  certain: Certain = {},
): ((row: Row) => object) | null {
  if (!fields?.every(({ path }) => path.length <= 2)) return null
  const placed = fields.map((field, at) => ({ ...field, at }))
  const parts = [...Map.groupBy(placed, ({ path: [name = ''] }) => name)].map(([name, columns]) => {
    const [only] = columns
    return { name, read: only?.path.length === 1 ? valueReader(only) : objectReader(columns, certain) }
  })
  return (row) => {
    const read: Record<string, unknown> = {}
    for (const part of parts) read[part.name] = part.read(row)
    return read
  }
}
