import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database.ts'
import { countRowsOfTables } from './count-rows.ts'
import { dataMap } from './data-map.ts'
import { getHandlings, splitNames, type TableRule } from './rules.ts'
import { bindToSubject, type Subject } from './subject.ts'

type ExportedRow = Record<string, unknown>

/** Rows about a person by table, and counts of the rows about others that refer to the person as actor. */
export interface PersonRecords {
  records: Record<string, ExportedRow[]>
  acts: { table: string; column: string; count: number }[]
}

const selectColumns = (rule: TableRule, subject: Subject, now: Date): SQL => {
  const withheld = splitNames(rule.withheld)
  const shown = [...getHandlings(rule).keys()].filter((name) => !withheld.includes(name))
  const expressions = shown.map((name) => {
    const text = rule.exportedAs?.[name]
    return text ? sql`(${bindToSubject(subject, text, now)}) as ${sql.identifier(name)}` : sql.identifier(name)
  })
  return sql.join(expressions, sql`, `)
}

/** A Worker has at most six open connections. */
const maxConcurrentReads = 6

const actorColumns = [...dataMap].flatMap(([table, rule]) =>
  splitNames(rule.columns.actor).map((column) => ({ table, column })),
)

async function countActs(db: Database, id: number): Promise<PersonRecords['acts']> {
  const counts = await countRowsOfTables(
    db,
    actorColumns.map(({ table, column }) => ({ table, where: sql`${sql.identifier(column)} = ${id}` })),
  )
  return actorColumns.flatMap((act, at) => (counts[at] ? [{ ...act, count: counts[at] }] : []))
}

/**
 * Reads all stored rows about a person, table by table according to the data map. Also counts the rows of others in
 * which the person acted. Withheld columns, such as secrets, and empty tables are omitted. Keys of `records` are table
 * names. Files are not read, and reads are not recorded.
 */
export async function loadRecords(db: Database, subject: Subject, now: Date): Promise<PersonRecords> {
  const records: PersonRecords['records'] = {}
  const read = async (table: string, rule: TableRule, about: string) => {
    const where = bindToSubject(subject, about, now)
    const rows = await db.rows<ExportedRow>(
      sql`select ${selectColumns(rule, subject, now)} from ${sql.identifier(table)} where ${where}`,
    )
    if (rows.length > 0) records[table] = rows
  }
  const all = [...dataMap].flatMap(([table, rule]) => (rule.about ? [[table, rule, rule.about] as const] : []))
  for (let from = 0; from < all.length; from += maxConcurrentReads)
    await Promise.all(all.slice(from, from + maxConcurrentReads).map((one) => read(...one)))
  return { records, acts: await countActs(db, subject.id) }
}

/**
 * Reads all stored rows of several accounts of one person: the person's own and those that were merged into it. They
 * are read as `loadRecords` does, in the order of `subjects`; the counts of acts are of each record.
 */
export async function loadRecordsOfAll(db: Database, subjects: readonly Subject[], now: Date): Promise<PersonRecords> {
  const all: PersonRecords[] = []
  for (const subject of subjects) all.push(await loadRecords(db, subject, now))
  const tables = [...new Set(all.flatMap(({ records }) => Object.keys(records)))]
  return {
    records: Object.fromEntries(tables.map((table) => [table, all.flatMap(({ records }) => records[table] ?? [])])),
    acts: all.flatMap(({ acts }) => acts),
  }
}
