import { describe, expect, test } from 'vitest'
import { declaredTables, foreignTablesIn, interpolatedTablesIn } from './named-tables.ts'
import { isTest, type Source, sourcesIn } from './sources.ts'

const code = sourcesIn('src').filter(({ path }) => !isTest(path) && !path.endsWith('.d.ts'))

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')

/** Lists the matches of a pattern in the product's code, as `path: text`. */
const found = (pattern: RegExp, of = code) =>
  of.flatMap(({ path, text }) => [...withoutComments(text).matchAll(pattern)].map(([match]) => `${path}: ${match}`))

/** Matches an `insert` without a column list; the table name may be interpolated. */
const insertWithoutColumns =
  /\b(?:insert(?:\s+or\s+\w+)?|replace)\s+into\s+(?:"[^"]+"|\w+|\$\{[^}]*\})(?![\w"}]|\s*\()/gi

const positional = [/->>?\s*\d/g, /->>?\s*'\$\[\d+\]/g, /\bjson_array\((?=[^()`]*(?:\([^()`]*\)[^()`]*)*,)[^`\n]*/g]

describe('SQL names its columns', () => {
  test('an insert lists its columns', () => {
    expect(found(insertWithoutColumns)).toEqual([])
  })

  test('only `insertFrom` writes an insert from a select, which lists its columns', () => {
    const writes = found(/\.insert\([^)]*\)\s*\.select\(/g).filter(
      (at) => !at.startsWith('src/server/platform/insert-from.ts'),
    )
    expect(writes).toEqual([])
  })

  test('JSON between SQL and code is objects, read by name', () => {
    expect(positional.flatMap((pattern) => found(pattern))).toEqual([])
  })

  test.each([
    'insert into policy_reports select 1, 2',
    "INSERT OR REPLACE INTO purges VALUES ('a', 1)",
    'insert into said default values',
  ])('%s is found', (sql) => {
    expect(found(insertWithoutColumns, [{ path: 'a.ts', text: sql, lines: 1, imports: [] }])).toHaveLength(1)
  })

  test.each(['value ->> 0', 'value -> 12', 'json_array(a.id, b.id)', 'json_array(min(a), b)'])('%s is found', (sql) => {
    const source = [{ path: 'a.ts', text: `sql\`${sql}\``, lines: 1, imports: [] }]
    expect(positional.flatMap((pattern) => found(pattern, source))).toHaveLength(1)
  })
})

describe('types are not cast', () => {
  test('a value is cast to another type in `unchecked` only', () => {
    expect(found(/\bas\s+(?:never|unknown\s+as)\b/g)).toEqual([])
  })
})

describe('Drizzle is used by its public interface', () => {
  test('no private member of a query is read', () => {
    expect(found(/\b_prepare\b|\bmapAllResult\b|\bcustomResultMapper\b|\bjoinsNotNullableMap\b|\.decoder\b/g)).toEqual(
      [],
    )
  })

  test('statements go to D1 through the batcher only', () => {
    const elsewhere = code.filter(({ path }) => path !== 'src/server/platform/read-batcher.ts')
    expect(found(/\bsession\.(?:batch|prepare)\(|\bDB\.(?:batch|prepare|exec)\(/g, elsewhere)).toEqual([])
  })
})

describe('SQL names the tables of its own domain', () => {
  /**
   * Highest number of places in `office` that name a table of another domain. Lower it when possible; never raise it.
   */
  const maxNamedInOffice = 27
  const foreign = foreignTablesIn(code, declaredTables(code))
  const texts = (named: typeof foreign) => named.map(({ path, table }) => `${path} names ${table}`)
  const isOffice = ({ path }: { path: string }) => path.startsWith('src/server/api/office/')

  test('rows of another domain are read through views that it exports', () => {
    expect(texts(foreign.filter((named) => !isOffice(named))), 'read a view of the owner’s views.ts').toEqual([])
  })

  test('a lower domain names no table of a higher one', () => {
    expect(texts(foreign.filter(({ isUpward }) => isUpward)), 'declare a contribution: see contributed.ts').toEqual([])
  })

  test('office names no more foreign tables than before', () => {
    expect(foreign.filter(isOffice).length).toBeLessThanOrEqual(maxNamedInOffice)
  })

  test('raw SQL interpolates no table of another domain', () => {
    /** Highest number of places in `office`. Lower it when possible; never raise it. */
    const maxInterpolatedInOffice = 9
    const found = interpolatedTablesIn(code)
    const inOffice = found.filter((at) => at.startsWith('src/server/api/office/'))
    expect(
      found.filter((at) => !inOffice.includes(at)),
      'read a view of the owner’s views.ts',
    ).toEqual([])
    expect(inOffice.length).toBeLessThanOrEqual(maxInterpolatedInOffice)
  })

  test('an interpolated table of another domain is found, one of the own domain is not', () => {
    const text = `import { users } from '#api/people/users/table.ts'\nsql\`select 1 from \${users}\``
    const at = (path: string): Source => ({ path, text, lines: 1, imports: [] })
    expect(interpolatedTablesIn([at('src/server/api/courses/xapi/storage.ts')])).toHaveLength(1)
    expect(interpolatedTablesIn([at('src/server/api/people/roles/storage.ts')])).toEqual([])
  })

  test.each([
    ['sql`select 1 from users u`', 1],
    ['sql`select 1 from results r\n join users on users.id = r.user_id`', 1],
    ['query.innerJoin(sql`users u`, sql`u.id = r.user_id`)', 1],
    [`sql\`select 1 from \${peopleView} users where users.id = 1\``, 0],
    ['sql`select 1 from sign_ups`', 0],
    ['// taken from users', 0],
  ])('%s names %i foreign tables', (text, count) => {
    const source = (path: string, written: string): Source => ({ path, text: written, lines: 1, imports: [] })
    const sources = [
      source('src/server/api/people/users/table.ts', "export const users = sqliteTable('users', {})"),
      source('src/server/api/money/sign-ups/table.ts', "export const signUps = sqliteTable('sign_ups', {})"),
      source('src/server/api/money/sign-ups/storage.ts', text),
    ]
    expect(foreignTablesIn(sources, declaredTables(sources))).toHaveLength(count)
  })
})
