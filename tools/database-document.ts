import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { unreferencedColumns } from '../tests/unreferenced-columns.ts'
import { root } from './local-portal.ts'
import { listMigrations } from './migrate.ts'

const domains = ['foundation', 'people', 'catalogue', 'participation', 'courses', 'money', 'office']

type Config = ReturnType<typeof getTableConfig>

/** Lists the tables that a domain declares. */
async function tablesOf(domain: string): Promise<Config[]> {
  const files = globSync(`src/server/api/${domain}/**/table.ts`, { cwd: root }).sort()
  const modules = await Promise.all(files.map((file) => import(join(root, file)) as Promise<Record<string, unknown>>))
  return modules
    .flatMap((module) => Object.values(module))
    .filter((value) => is(value, SQLiteTable))
    .map((table) => getTableConfig(table))
}

/** Lists the foreign keys of one column. */
const referencesOf = ({ foreignKeys }: Config) =>
  foreignKeys.map((key) => {
    const { columns, foreignTable } = key.reference()
    return { column: columns[0]?.name ?? '', to: getTableConfig(foreignTable).name }
  })

const keysOf = ({ columns, primaryKeys }: Config) =>
  new Set([
    ...columns.filter(({ primary }) => primary).map(({ name }) => name),
    ...primaryKeys.flatMap((key) => key.columns.map(({ name }) => name)),
  ])

function entity(config: Config): string[] {
  const keys = keysOf(config)
  const references = new Set(referencesOf(config).map(({ column }) => column))
  const shown = config.columns.filter(({ name }) => keys.has(name) || references.has(name))
  const marks = (name: string) => [keys.has(name) && 'PK', references.has(name) && 'FK'].filter(Boolean).join(', ')
  if (shown.length === 0) return [`  ${config.name}`]
  return [
    `  ${config.name} {`,
    ...shown.map((column) => `    ${column.getSQLType()} ${column.name} ${marks(column.name)}`),
    '  }',
  ]
}

function relations(config: Config): string[] {
  const keys = keysOf(config)
  return referencesOf(config).map(({ column, to }) => {
    const isRequired = config.columns.some(({ name, notNull }) => name === column && notNull)
    const many = keys.size === 1 && keys.has(column) ? 'o|' : 'o{'
    return `  ${to} ${isRequired ? '||' : '|o'}--${many} ${config.name} : ${column}`
  })
}

async function diagram(domain: string): Promise<string> {
  const tables = (await tablesOf(domain)).sort((a, b) => (a.name < b.name ? -1 : 1))
  return ['```mermaid', 'erDiagram', ...tables.flatMap(entity), ...tables.flatMap(relations), '```'].join('\n')
}

const trigger =
  /((?:^-- .*\n)+)^CREATE TRIGGER (\w+)\s+(BEFORE|AFTER|INSTEAD OF) (INSERT|UPDATE|DELETE)(?: OF\s+[\w\s,]+?)? ON (\w+)/gm

interface Trigger {
  name: string
  table: string
  moment: string
  purpose: string
}

const dropped = /^DROP (?:TRIGGER|TABLE|VIEW) (?:IF EXISTS )?(\w+)/gim

const createdIn = (text: string): Trigger[] =>
  [...text.matchAll(trigger)].map(([, comment = '', name = '', time = '', event = '', table = '']) => ({
    name,
    table,
    moment: `${time} ${event}`.toLowerCase(),
    purpose: comment.replaceAll(/^-- /gm, '').trim().replaceAll('\n', ' '),
  }))

/** Lists the triggers that remain after all migrations, in the order of their creation. */
export function listTriggers(): Trigger[] {
  let remaining: Trigger[] = []
  for (const { text } of listMigrations()) {
    const droppedNames = new Set([...text.matchAll(dropped)].map(([, name]) => name))
    remaining = remaining.filter(({ name, table }) => !droppedNames.has(name) && !droppedNames.has(table))
    remaining.push(...createdIn(text))
  }
  return remaining
}

const triggerRows = () =>
  [
    '| table or view | trigger | runs | purpose |',
    '| --- | --- | --- | --- |',
    ...listTriggers()
      .filter(({ table }) => table !== 'education_part_results')
      .map(({ name, table, moment, purpose }) => `| \`${table}\` | \`${name}\` | ${moment} | ${purpose} |`),
  ].join('\n')

const unreferencedRows = () =>
  Object.entries(unreferencedColumns)
    .map(([reason, tables]) => {
      const columns = Object.entries(tables).flatMap(([table, names]) =>
        names.split(' ').map((name) => `\`${table}.${name}\``),
      )
      return `- ${reason}: ${columns.join(', ')}`
    })
    .join('\n')

/** Path of the document with generated blocks. */
export const documentPath = join(root, 'docs/database.md')

/** Returns the document with its generated blocks updated from the tables and migrations. */
export async function generateDocument(text: string): Promise<string> {
  const blocks = new Map<string, string>([
    ['triggers', triggerRows()],
    ['columns without a foreign key', unreferencedRows()],
  ])
  for (const domain of domains) blocks.set(`diagram of ${domain}`, await diagram(domain))
  return text.replaceAll(
    /(<!-- generated: (.+?) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, start: string, name: string, end: string) => {
      const block = blocks.get(name)
      if (block === undefined) throw new Error(`nothing is generated as "${name}"`)
      return `${start}\n${block}\n\n${end}`
    },
  )
}

if (import.meta.main) writeFileSync(documentPath, await generateDocument(readFileSync(documentPath, 'utf8')))
