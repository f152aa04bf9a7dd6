/** Tokens that separate the result columns of a statement: quoted text, comments, brackets, commas and words. */
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
/** Matches a column, with or without its table, and nothing else. */
const columnAlone = /^(?:(?:"[^"]+"|\w+)\.)*(?:"([^"]+)"|([a-z_]\w*))$/i

/**
 * Returns the name that SQLite gives a result column: its alias, the name of the column, or else the text of the
 * expression.
 */
function nameOf(column: string): string {
  const found = alias.exec(column) ?? columnAlone.exec(column)
  return found?.[1] ?? found?.[2] ?? column
}

/**
 * Returns the names of the result columns of a `select`, the first one of a compound; null for another statement. A
 * leading `with` does not matter; `insert … returning` is another statement.
 *
 * The name is the alias after `as`, or that of the column without its table, both without double quotes. Another
 * expression gives its text, also one with an alias but no `as`; `*` is not expanded and stays as written.
 */
export function parseColumnNames(sql: string): string[] | null {
  const { verb, columns } = parse(sql)
  return verb === 'select' ? columns.map((column) => nameOf(column.replace(/^distinct\s+/i, ''))) : null
}

/**
 * Explains why a read cannot be batched: D1 returns objects, which lose one of two equal column names and sort numbers
 * first.
 */
function faultOf(names: readonly string[]): string | null {
  const double = names.find((name, at) => !/(^|\.)\*$/.test(name) && names.indexOf(name) !== at)
  if (double !== undefined) return `two columns are called ${double}`
  const numeric = names.find((name) => /^\d+$/.test(name))
  return numeric === undefined ? null : `a column is called ${numeric}`
}

interface Analysis {
  isRead: boolean
  fault: string | null
}

/** Enough for the statements of an isolate, whose values are bound. */
const maxAnalyses = 500
const analyses = new Map<string, Analysis>()

function analyse(sql: string): Analysis {
  const cached = analyses.get(sql)
  if (cached) return cached
  const names = parseColumnNames(sql)
  const analysis = { isRead: names !== null, fault: names && faultOf(names) }
  if (analyses.size >= maxAnalyses) analyses.clear()
  analyses.set(sql, analysis)
  return analysis
}

/**
 * Whether a statement is a `select`, which may join a batch of reads. Capitals, comments before it and a leading `with`
 * do not matter; `values` alone is none.
 */
export const isReadStatement = (sql: string): boolean => analyse(sql).isRead

/**
 * Checks that each result column of a read has a name of its own, as the rows of a batch require. Passes every
 * statement that is no `select`. Columns behind `*` are unknown here and pass too.
 * @throws Error when two columns have one name, or one is a number.
 */
export function assertUniqueColumns(sql: string): void {
  const { fault } = analyse(sql)
  if (fault) throw new Error(`A batched read needs a unique name for each column, but ${fault}: ${sql}`)
}
