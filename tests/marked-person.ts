import { env } from 'cloudflare:workers'
import { personKey } from '#api/courses/xapi/agent.ts'
import { dataMap } from '#api/office/data-retention/data-map.ts'
import { namesIn } from '#api/office/data-retention/rules.ts'
import { foreignKeysOf, parentStatements } from './parents.ts'

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

/** The columns of a table as the database has them; those of a virtual table that are no data are left out. */
export const columnsOf = (table: string) =>
  rowsOf<Column>('select name, type, pk, hidden from pragma_table_xinfo(?) where hidden <> 1', table)

/** Tables of the migrated database, without those that SQLite, D1 and its full-text search keep for themselves. */
export async function tablesOf(): Promise<string[]> {
  const rows = await rowsOf<{ name: string; sql: string }>("select name, sql from sqlite_master where type = 'table'")
  const virtual = rows.filter(({ sql }) => /^create virtual/i.test(sql)).map(({ name }) => name)
  const isShadow = (name: string) => virtual.some((of) => name.startsWith(`${of}_`))
  return rows.map(({ name }) => name).filter((name) => !/^(_cf_|sqlite_)/.test(name) && !isShadow(name))
}

/** The text that stands in a marked column: JSON, so that no column minds. */
export const mark = (table: string, column: string) => `"mark-${table}-${column}"`

interface Marked {
  table: string
  column: string
}

/** Values of columns that tie a row to the person, where no number does. */
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

interface MarkedRow {
  marked: Marked[]
  statement: D1PreparedStatement
  /** Inserts of the rows that it refers to. */
  parents: D1PreparedStatement[]
}

async function markTable(table: string, id: number, userName: string): Promise<MarkedRow> {
  const own = ownValues(id, userName)[table] ?? {}
  const columns = (await columnsOf(table)).filter(({ hidden }) => hidden === 0)
  const keys = await foreignKeysOf(table)
  const above = new Map(keys.map((key) => [key.from, key.table]))
  const textOf = (name: string) => (above.has(name) ? mark(above.get(name) ?? '', 'id') : mark(table, name))
  // The marked file is the person's picture, which nothing else shows.
  const markedValue = ({ name, type }: Column) =>
    above.get(name) === 'stored_files' ? null : (own[name] ?? (/text/i.test(type) ? textOf(name) : id))
  const values = columns.map(markedValue)
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  const statement = env.DB.prepare(`insert into ${table} (${names}) values (${values.map(() => '?').join(', ')})`)
  const given = new Map(columns.map(({ name }, at) => [name, values[at] ?? id]))
  const parents = await Promise.all(
    keys
      .filter(({ table: parent }) => !['users', 'stored_files'].includes(parent))
      .map((key) => parentStatements(key.table, given.get(key.from) ?? id)),
  )
  return {
    marked: columns.flatMap(({ name }, at) => (values[at] === mark(table, name) ? [{ table, column: name }] : [])),
    statement: statement.bind(...values),
    parents: parents.flat(),
  }
}

/** Runs work while no trigger of the database does. */
async function withoutTriggers(work: () => Promise<void>): Promise<void> {
  const triggers = await rowsOf<{ name: string; sql: string }>(
    "select name, sql from sqlite_master where type = 'trigger'",
  )
  await env.DB.batch(triggers.map(({ name }) => env.DB.prepare(`drop trigger ${name}`)))
  await work()
  await env.DB.batch(triggers.map(({ sql }) => env.DB.prepare(sql)))
}

/** Tables in which a person can stand, by the data map. */
export const personTables = [...dataMap].filter(([, rule]) => rule.about || rule.columns.actor).map(([table]) => table)

/** Gives a person a row in each of those tables, every text of it marked and every number the person's own; answers the marks. */
export async function markEverywhere({ id, userName }: { id: number; userName: string }): Promise<Marked[]> {
  const rows = await Promise.all(
    personTables.filter((table) => table !== 'users').map((table) => markTable(table, id, userName)),
  )
  // The marked rows first: a parent that is one of them stays marked.
  const inserts = [...rows.map(({ statement }) => statement), ...rows.flatMap(({ parents }) => parents)]
  await withoutTriggers(async () => {
    await env.DB.batch([env.DB.prepare('pragma defer_foreign_keys = on'), ...inserts])
  })
  return rows.flatMap(({ marked }) => marked)
}

/** Texts of the database that hold one of these, as `table.column: text`. */
export async function textsHolding(...wanted: string[]): Promise<string[]> {
  const found: string[] = []
  for (const table of await tablesOf())
    for (const row of await rowsOf<Record<string, unknown>>(`select * from ${table}`))
      for (const [column, value] of Object.entries(row))
        if (wanted.some((text) => String(value).includes(text))) found.push(`${table}.${column}`)
  return [...new Set(found)].sort()
}

/** The columns of a rule's handlings, as `table.column`. */
export const columnsHandled = (...handlings: ('plain' | 'keep' | 'actor')[]): string[] =>
  [...dataMap].flatMap(([table, rule]) =>
    handlings.flatMap((handling) => namesIn(rule.columns[handling]).map((column) => `${table}.${column}`)),
  )
