/** Text in quotes, a comment, a bracket, a comma or a word: as much of SQL as it takes to find the columns of a result. */
const tokens = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|[(),]|[a-z_]\w*/gi

const endsColumns = new Set(['from', 'where', 'group', 'order', 'limit', 'union', 'intersect', 'except', 'window'])
const verbs = new Set(['select', 'values', 'insert', 'replace', 'update', 'delete'])

interface Statement {
  verb: string | null
  /** The expressions between `select` and `from`. */
  columns: string[]
}

/** Finds the verb and the result columns of a statement, outside of all brackets. */
function parse(sql: string): Statement {
  let depth = 0
  let begin = -1
  const columns: string[] = []
  const end = (at: number) => columns.push(sql.slice(begin, at).trim())
  for (const { 0: token, index } of sql.matchAll(tokens)) {
    if (token === '(') depth += 1
    else if (token === ')') depth -= 1
    if (depth > 0 || token === ')') continue
    const word = token.toLowerCase()
    if (begin < 0 && verbs.has(word)) {
      if (word !== 'select') return { verb: word, columns }
      begin = index + token.length
    } else if (begin >= 0 && token === ',') {
      end(index)
      begin = index + 1
    } else if (begin >= 0 && endsColumns.has(word)) {
      end(index)
      return { verb: 'select', columns }
    }
  }
  if (begin < 0) return { verb: null, columns }
  end(sql.length)
  return { verb: 'select', columns }
}

const alias = /\sas\s+(?:"([^"]+)"|([a-z_]\w*))$/i
/** A column with or without its table, and nothing else. */
const columnAlone = /^(?:(?:"[^"]+"|\w+)\.)*(?:"([^"]+)"|([a-z_]\w*))$/i

/** The name that SQLite gives a result column: its alias, the name of the column, or else the text of the expression. */
function nameOf(column: string): string {
  const found = alias.exec(column) ?? columnAlone.exec(column)
  return found?.[1] ?? found?.[2] ?? column
}

/** The names of a read's result columns; null for a statement that is no `select`. */
export function columnNames(sql: string): string[] | null {
  const { verb, columns } = parse(sql)
  return verb === 'select' ? columns.map((column) => nameOf(column.replace(/^distinct\s+/i, ''))) : null
}

/** Why a read cannot be batched: D1 answers a batch with objects, which lose one of two columns of one name and sort numbers first. */
function faultOf(names: readonly string[]): string | null {
  const double = names.find((name, at) => !/(^|\.)\*$/.test(name) && names.indexOf(name) !== at)
  if (double !== undefined) return `two columns are called ${double}`
  const numeric = names.find((name) => /^\d+$/.test(name))
  return numeric === undefined ? null : `a column is called ${numeric}`
}

interface Reading {
  isRead: boolean
  fault: string | null
}

/** Texts of an isolate are few: values are bound. */
const maxKnownTexts = 500
const known = new Map<string, Reading>()

function readingOf(sql: string): Reading {
  const before = known.get(sql)
  if (before) return before
  const names = columnNames(sql)
  const reading = { isRead: names !== null, fault: names && faultOf(names) }
  if (known.size >= maxKnownTexts) known.clear()
  known.set(sql, reading)
  return reading
}

export const isRead = (sql: string): boolean => readingOf(sql).isRead

/** @throws Error for a read whose columns the answer of a batch cannot tell apart. */
export function refuseDuplicateColumns(sql: string): void {
  const { fault } = readingOf(sql)
  if (fault) throw new Error(`A batched read needs a name of its own for each column, but ${fault}: ${sql}`)
}
