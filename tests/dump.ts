import { env } from 'cloudflare:workers'

/** Reads every row of every table, by table name, as a copy of the database would show. */
async function dump(): Promise<Record<string, Record<string, unknown>[]>> {
  const { results } = await env.DB.prepare(
    `select name from sqlite_master where type = 'table' and name not like '\\_cf\\_%' escape '\\' and name not like 'sqlite\\_%' escape '\\'`,
  ).all<{ name: string }>()
  const tables: [string, Record<string, unknown>[]][] = []
  for (const { name } of results) tables.push([name, (await env.DB.prepare(`select * from "${name}"`).all()).results])
  return Object.fromEntries(tables)
}

/** Lists the columns that contain a text anywhere in the database, as `table.column`. */
export async function findTextInDatabase(text: string): Promise<string[]> {
  const places = Object.entries(await dump()).flatMap(([table, rows]) =>
    rows.flatMap((row) =>
      Object.entries(row).flatMap(([column, value]) => (String(value).includes(text) ? [`${table}.${column}`] : [])),
    ),
  )
  return [...new Set(places)]
}
