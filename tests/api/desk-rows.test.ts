import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { foundFor } from '#api/desk/educations-storage.ts'
import { education } from '../catalogue.ts'

const office = {
  ...{ id: 1, userName: 'office', firstName: 'O', lastName: 'F', isExternal: false },
  ...{ roles: { SuperAdministrator: {} }, organizations: {} },
}

async function rowsReadFor(text: string): Promise<number> {
  const question = sql`select * from ${foundFor(office, { all: true, text, page: 1 })}`
  const { sql: words, params } = new SQLiteSyncDialect().sqlToQuery(question)
  const { meta } = await env.DB.prepare(words)
    .bind(...params)
    .all()
  return meta.rows_read
}

test('of very many titles that fit, only those of the page are looked up', async () => {
  for (let at = 0; at < 150; at += 1) await education({ title: `Flaggvakt ${at}` })
  const few = await rowsReadFor('Flaggvakt')
  for (let at = 150; at < 300; at += 1) await education({ title: `Flaggvakt ${at}` })
  const many = await rowsReadFor('Flaggvakt')
  // Each is gathered and counted, which takes five; to look it up and sort it takes three more.
  expect(many - few).toBeLessThan(6 * 150)
})
