import { env } from 'cloudflare:workers'
import { withEducationWords } from '#api/catalogue/educations/rules.ts'

interface Column {
  name: string
  type: string
}

interface ForeignKey {
  from: string
  table: string
}

const rowsOf = async <Row>(text: string, table: string) => (await env.DB.prepare(text).bind(table).all<Row>()).results

/** Lists the columns, other than the id, without which a row cannot be inserted. */
const requiredOf = (table: string) =>
  rowsOf<Column>(
    `select name, type from pragma_table_xinfo(?) where hidden = 0 and "notnull" = 1 and dflt_value is null and name <> 'id'`,
    table,
  )

export const listForeignKeys = (table: string) =>
  rowsOf<ForeignKey>('select "from", "table" from pragma_foreign_key_list(?)', table)

const now = new Date().toISOString()
/** An empty JSON list, which contains no word for the search index. */
const emptyText = '[]'

function emptyValue({ name, type }: Column): string | number {
  if (/int|real/i.test(type)) return 0
  if (name.endsWith('_at')) return now
  return name.endsWith('_on') ? now.slice(0, 10) : emptyText
}

/** Columns of which two parent rows need different values. */
const uniqueTexts: Readonly<Record<string, readonly string[]>> = {
  users: ['user_name'],
  licenses: ['code'],
  integration_accounts: ['name', 'secret_hash'],
}

/**
 * Returns inserts of a row with the id and of the rows that it references by the same id. Existing rows stay unchanged.
 */
export async function toParentStatements(table: string, id: number | string): Promise<D1PreparedStatement[]> {
  const references = new Map((await listForeignKeys(table)).map((key) => [key.from, key.table]))
  const required = await requiredOf(table)
  const above = required
    .flatMap(({ name }) => references.get(name) ?? [])
    .filter((parent) => typeof id === 'number' || parent !== 'users')
  const before = await Promise.all([...new Set(above)].map((parent) => toParentStatements(parent, id)))
  const names = ['id', ...required.map(({ name }) => name)]
  const valueIn = (column: Column) => {
    if (references.has(column.name)) return id
    if (uniqueTexts[table]?.includes(column.name)) return `parent-${id}`
    // One read of the register is live at a time.
    return table === 'register_runs' && column.name === 'state' ? 2 : emptyValue(column)
  }
  const values = [id, ...required.map(valueIn)]
  if (table === 'educations') {
    names.push('search_key')
    values.push(withEducationWords({ title: emptyText, code: null }).searchKey)
  }
  const text = `insert or ignore into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`
  return [...before.flat(), env.DB.prepare(text).bind(...values)]
}

/** Inserts otherwise empty rows, so that a test may reference them by id. */
export async function insertParentRows(idsByTable: Record<string, number | string>): Promise<void> {
  for (const [table, id] of Object.entries(idsByTable)) await env.DB.batch(await toParentStatements(table, id))
}
