import { isTest, levelOf, type Source } from './sources.ts'

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')

const domainOf = (path: string): string | null => /^src\/server\/api\/([^/]+)\//.exec(path)?.[1] ?? null

/** Maps each table to the path of the file that declares it. */
export function declaredTables(sources: readonly Source[]): Map<string, string> {
  const declarations = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\bsqliteTable\(\s*'(\w+)'/g)].map(([, table = '']) => [table, path] as const),
  )
  return new Map(declarations)
}

/** A place where SQL names a table of another domain instead of reading a view. */
export interface NamedTable {
  path: string
  table: string
  /** True when the table belongs to a higher domain than the file. */
  isUpward: boolean
}

const tableImports = /import (?:type )?\{([^}]*)\} from '#api\/(\w+)\/[^']*\btable\.ts'/g

/**
 * Lists the tables of other domains that raw SQL names by interpolation, such as `from ${users}`, as `path names
 * users`.
 */
export const interpolatedTablesIn = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ path, text }) => {
    const domain = domainOf(path)
    if (domain === null || isTest(path)) return []
    const foreign = [...text.matchAll(tableImports)].flatMap(([, names = '', owner]) =>
      owner === domain ? [] : names.split(',').map((name) => name.trim()),
    )
    const named = [...withoutComments(text).matchAll(/\b(?:from|join|into|update)\s+\$\{(\w+)\}/gi)]
    return named.flatMap(([, table = '']) => (foreign.includes(table) ? [`${path} names ${table}`] : []))
  })

/** Lists the tables after `from`, `join`, `into` and `update`, and those that are a whole template: sql`users u`. */
const namedIn = (text: string): string[] =>
  [/\b(?:from|join|into|update)\s+(\w+)/gi, /\bsql(?:<[^>`]*>)?`(\w+)(?:\s+\w+)?`/g].flatMap((pattern) =>
    [...withoutComments(text).matchAll(pattern)].map(([, table = '']) => table.toLowerCase()),
  )

export function foreignTablesIn(sources: readonly Source[], declared: ReadonlyMap<string, string>): NamedTable[] {
  const ofDomains = sources.filter(({ path }) => domainOf(path) !== null && !isTest(path))
  return ofDomains.flatMap(({ path, text }) =>
    namedIn(text).flatMap((table) => {
      const owner = declared.get(table)
      if (owner === undefined || domainOf(owner) === domainOf(path)) return []
      return [{ path, table, isUpward: levelOf(owner) > levelOf(path) }]
    }),
  )
}
