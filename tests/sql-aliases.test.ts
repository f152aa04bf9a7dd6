import { expect, test } from 'vitest'
import { type Source, sourcesIn } from './sources.ts'
import { columnTypesIn, shortColumnsIn, type TableReference, tableReferencesIn } from './sql-aliases.ts'

const at = ({ path, line }: TableReference) => `${path}:${line}`

/**
 * Lists functions that read a table under an alias that their caller may use too, so that a subquery captures the
 * caller's column.
 */
function capturingConditions(sources: readonly Source[]): string[] {
  const types = columnTypesIn(sources)
  const references = sources.flatMap((source) => {
    const origins = [source.path, ...source.imports.map(({ to }) => to)]
    return tableReferencesIn(source, (name) => origins.some((path) => types.get(path)?.has(name)))
  })
  const uses = Map.groupBy(references, ({ alias }) => alias)
  return references.flatMap((reference) => {
    const { alias, condition } = reference
    if (condition === null) return []
    if (alias === null) return [`${at(reference)} ${condition} reads a table without an alias`]
    const other = uses.get(alias)?.find((use) => use !== reference)
    return other ? [`${at(reference)} ${condition} names a table ${alias}, as ${at(other)} does`] : []
  })
}

const server = sourcesIn('src/server').filter(({ path }) => !path.endsWith('.test.ts'))

test('a condition that takes a column uses aliases that are unique in the source', () => {
  expect(
    capturingConditions(server),
    'a subquery captures the column of a caller who uses the same name, and the condition is always true',
  ).toEqual([])
})

test('no column is passed to a function of another file under an alias of one letter', () => {
  expect(server.flatMap(shortColumnsIn), 'name the table after what its rows are').toEqual([])
})

const source = (path: string, text: string): Source => ({ path, text, lines: 1, imports: [] })

test('both rules find a condition that would always be true', () => {
  const shared = source(
    'src/server/api/shared.ts',
    `export const leads = (occasionId: SQL) => sql\`exists (select 1 from occasion_responsibles r where r.occasion_id = \${occasionId})\``,
  )
  const caller = source(
    'src/server/api/caller.ts',
    `import { leads } from './shared.ts'\nconst rows = sql\`select r.id from education_part_results r where \${leads(sql\`r.occasion_id\`)}\``,
  )
  expect(capturingConditions([shared, caller])).toEqual([
    'src/server/api/shared.ts:1 leads names a table r, as src/server/api/caller.ts:2 does',
  ])
  expect(shortColumnsIn(caller)).toEqual(['src/server/api/caller.ts:2 hands over r.occasion_id'])
})

test('an alias of one letter is found inside a longer template, unless the template declares it', () => {
  const text = [
    `import { contains, isIn, queryRows } from './shared.ts'`,
    `const words = sql\`\${contains(sql\`(u.first_name || ' ' || u.last_name)\`, text)}\``,
    `const ids = sql\`\${isIn(sql\`coalesce(\${id}, l.user_id)\`)} \${isIn(sql\`(select x.id from users x where x.id = r.id)\`)}\``,
    `const rows = queryRows(sql\`select u.id \${fromUsers(id)} \${id ? sql\`and u.id = \${id}\` : sql\`\`}\`)`,
  ].join('\n')
  expect(shortColumnsIn(source('src/server/api/one.ts', text))).toEqual([
    'src/server/api/one.ts:2 hands over u.first_name',
    'src/server/api/one.ts:2 hands over u.last_name',
    'src/server/api/one.ts:3 hands over l.user_id',
    'src/server/api/one.ts:3 hands over r.id',
  ])
})

test('a table read under its own name, a destructured column and a column in a type of its own are found', () => {
  const text = [
    'type PersonId = number | SQL',
    'interface Place { userId: PersonId }',
    `const own = (userId: PersonId) => sql\`exists (select 1 from education_results where user_id = \${userId})\``,
    `const there = ({ userId }: Place) => sql\`(select 1 from users u, clubs c where u.id = \${userId})\``,
    'const other = (db: Database) => sql`select 1 from users u, clubs c`',
  ].join('\n')
  expect(capturingConditions([source('src/server/api/one.ts', text)])).toEqual([
    'src/server/api/one.ts:3 own reads a table without an alias',
    'src/server/api/one.ts:4 there names a table u, as src/server/api/one.ts:5 does',
    'src/server/api/one.ts:4 there names a table c, as src/server/api/one.ts:5 does',
  ])
})
