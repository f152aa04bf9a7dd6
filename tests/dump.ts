import { env } from 'cloudflare:workers'

/** Every row of every table, by the table's name: all that a copy of the database would show. */
async function dump(): Promise<Record<string, Record<string, unknown>[]>> {
  const { results } = await env.DB.prepare(
    `select name from sqlite_master where type = 'table' and name not like '\\_cf\\_%' escape '\\' and name not like 'sqlite\\_%' escape '\\'`,
  ).all<{ name: string }>()
  const tables: [string, Record<string, unknown>[]][] = []
  for (const { name } of results) tables.push([name, (await env.DB.prepare(`select * from "${name}"`).all()).results])
  return Object.fromEntries(tables)
}

/** The columns, as `table.column`, that hold a text anywhere in the database. */
export async function placesOf(text: string): Promise<string[]> {
  const places = Object.entries(await dump()).flatMap(([table, rows]) =>
    rows.flatMap((row) =>
      Object.entries(row).flatMap(([column, value]) => (String(value).includes(text) ? [`${table}.${column}`] : [])),
    ),
  )
  return [...new Set(places)]
}
