import { env } from 'cloudflare:workers'
import { personKey } from '#api/courses/xapi/agent.ts'
import { dataMap } from '#api/office/data-retention/data-map.ts'
import { splitNames } from '#api/office/data-retention/rules.ts'
import { listForeignKeys, toParentStatements } from './parent-rows.ts'

interface Column {
  name: string
  type: string
  pk: number
  hidden: number
}

const rowsOf = async <Row>(text: string, ...values: (string | number)[]) =>
  (
    await env.DB.prepare(text)
      .bind(...values)
      .all<Row>()
  ).results

/** Reads the columns of a table from the database, without the internal columns of virtual tables. */
export const listColumns = (table: string) =>
  rowsOf<Column>('select name, type, pk, hidden from pragma_table_xinfo(?) where hidden <> 1', table)

/** Lists the tables of the migrated database, without internal tables of SQLite, D1 and full-text search. */
export async function listTables(): Promise<string[]> {
  const rows = await rowsOf<{ name: string; sql: string }>("select name, sql from sqlite_master where type = 'table'")
  const virtual = rows.filter(({ sql }) => /^create virtual/i.test(sql)).map(({ name }) => name)
  const isShadow = (name: string) => virtual.some((of) => name.startsWith(`${of}_`))
  return rows.map(({ name }) => name).filter((name) => !/^(_cf_|sqlite_)/.test(name) && !isShadow(name))
}

/** Returns the text in a marked column: valid JSON, so that it fits every check constraint. */
export const toMark = (table: string, column: string, tag = 'mark') => `"${tag}-${table}-${column}"`

interface MarkedColumn {
  table: string
  column: string
}

/** Values of columns that link a row to the person other than by id. */
const ownValues = (id: number, userName: string): Record<string, Record<string, string | number>> => ({
  audit_entries: {
    action: 'test.marked',
    target_type: 'user',
    target_id: String(id),
    data: '{"field":"mark-audit_entries-data"}',
  },
  driver_exam_protocols: {
    items: JSON.stringify([{ id: 1, passed: true, comment: 'mark-driver_exam_protocols-items' }]),
  },
  education_invitations: { accepted: 0 },
  educations: { in_public_catalogue: 1 },
  erasure_requests: { requested_as: 'self', state: 3 },
  guardian_links: { relation: 'parent' },
  guardian_requests: { relation: 'parent' },
  login_failures: { subject: `account:${userName}` },
  outbox_mails: { secret: 0 },
  refused_attempts: { subject: `user:${id}` },
  stored_files: { purpose: 'PersonPicture' },
  xapi_documents: { agent: personKey(env.PORTAL_ORIGIN, id) },
  xapi_references: { kind: 'agent', key: personKey(env.PORTAL_ORIGIN, id), is_related: 0 },
})

interface MarkedPerson {
  id: number
  userName: string
  /** First word of every marked text; "mark" by default. Two marked people need different ones. */
  tag?: string
}

interface MarkedRow {
  marked: MarkedColumn[]
  statement: D1PreparedStatement
  /** Inserts of the rows that it references. */
  parents: D1PreparedStatement[]
}

async function markTable(table: string, { id, userName, tag }: MarkedPerson): Promise<MarkedRow> {
  const own = ownValues(id, userName)[table] ?? {}
  const columns = (await listColumns(table)).filter(({ hidden }) => hidden === 0)
  const keys = await listForeignKeys(table)
  const above = new Map(keys.map((key) => [key.from, key.table]))
  const textOf = (name: string) =>
    above.has(name) ? toMark(above.get(name) ?? '', 'id', tag) : toMark(table, name, tag)
  // References to files stay null: the marked file is the person's picture, which no other row may reference.
  const markedValue = ({ name, type }: Column) =>
    above.get(name) === 'stored_files' ? null : (own[name] ?? (/text/i.test(type) ? textOf(name) : id))
  const values = columns.map(markedValue)
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  const statement = env.DB.prepare(`insert into ${table} (${names}) values (${values.map(() => '?').join(', ')})`)
  const given = new Map(columns.map(({ name }, at) => [name, values[at] ?? id]))
  const parents = await Promise.all(
    keys
      .filter(({ table: parent }) => !['users', 'stored_files'].includes(parent))
      .map((key) => toParentStatements(key.table, given.get(key.from) ?? id)),
  )
  return {
    marked: columns.flatMap(({ name }, at) =>
      values[at] === toMark(table, name, tag) ? [{ table, column: name }] : [],
    ),
    statement: statement.bind(...values),
    parents: parents.flat(),
  }
}

/** Runs work with all triggers of the database removed. */
async function withoutTriggers(work: () => Promise<void>): Promise<void> {
  const triggers = await rowsOf<{ name: string; sql: string }>(
    "select name, sql from sqlite_master where type = 'trigger'",
  )
  await env.DB.batch(triggers.map(({ name }) => env.DB.prepare(`drop trigger ${name}`)))
  await work()
  await env.DB.batch(triggers.map(({ sql }) => env.DB.prepare(sql)))
}

/** Tables that can hold data about a person, according to the data map. */
export const personTables = [...dataMap].filter(([, rule]) => rule.about || rule.columns.actor).map(([table]) => table)

/**
 * Inserts a row for the person into each of those tables, with every text marked and every number the person's id.
 * Returns the marked columns.
 */
export async function markEverywhere(person: MarkedPerson): Promise<MarkedColumn[]> {
  const rows = await Promise.all(
    personTables.filter((table) => table !== 'users').map((table) => markTable(table, person)),
  )
  // Marked rows first: a parent that is one of them keeps its marks.
  const inserts = [...rows.map(({ statement }) => statement), ...rows.flatMap(({ parents }) => parents)]
  await withoutTriggers(async () => {
    await env.DB.batch([env.DB.prepare('pragma defer_foreign_keys = on'), ...inserts])
  })
  return rows.flatMap(({ marked }) => marked)
}

/** Lists the columns that contain one of the texts, as `table.column`. */
export async function listColumnsHolding(...texts: string[]): Promise<string[]> {
  const found: string[] = []
  for (const table of await listTables())
    for (const row of await rowsOf<Record<string, unknown>>(`select * from ${table}`))
      for (const [column, value] of Object.entries(row))
        if (texts.some((text) => String(value).includes(text))) found.push(`${table}.${column}`)
  return [...new Set(found)].sort()
}

/** Lists the columns that the data map handles in one of the given ways, as `table.column`. */
export const listColumnsHandled = (...handlings: ('plain' | 'keep' | 'actor')[]): string[] =>
  [...dataMap].flatMap(([table, rule]) =>
    handlings.flatMap((handling) => splitNames(rule.columns[handling]).map((column) => `${table}.${column}`)),
  )
