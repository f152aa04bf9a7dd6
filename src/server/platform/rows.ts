import { Column, is, SQL, Subquery } from 'drizzle-orm'

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

/** Drizzle finds out anew for each value of each row who reads it; this is found out once. Null: its own way is needed. */
export function rowReader(fields: readonly AnswerField[] | undefined): ((row: readonly unknown[]) => object) | null {
  // A row of several tables, each an object of its own, may be of some that were not found.
  if (!fields?.every(({ path }) => path.length === 1)) return null
  const columns = fields.map(({ path: [name = ''], field }) => ({ name, decoder: decoderOf(field) }))
  return (row) => {
    const read: Record<string, unknown> = {}
    for (const [at, { name, decoder }] of columns.entries()) {
      const value = row[at]
      read[name] = value === null ? null : decoder.mapFromDriverValue(value)
    }
    return read
  }
}
