import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Actor } from '#api/actor.ts'
import { foundFor } from '#api/desk/educations-storage.ts'
import { education } from '../catalogue.ts'
import { database } from '../portal.ts'

const office: Actor = {
  ...{ id: 1, userName: 'office', firstName: 'Of', lastName: 'Fice', name: 'Of Fice', pictureUrl: null },
  ...{ roles: { SuperAdministrator: {} }, organizations: {}, isExternal: false },
  ...{ passwordExpiryDate: null, language: 'sv', sessionId: 1 },
}

async function rowsReadFor(text: string): Promise<number> {
  const question = sql`select * from ${foundFor(office, { all: true, text, page: 1 })}`
  return (await database().query.run(question)).meta.rows_read
}

test('of very many titles that fit, only those of the page are looked up', async () => {
  for (let at = 0; at < 150; at += 1) await education({ title: `Flaggvakt ${at}` })
  const few = await rowsReadFor('Flaggvakt')
  for (let at = 150; at < 300; at += 1) await education({ title: `Flaggvakt ${at}` })
  const many = await rowsReadFor('Flaggvakt')
  // Each is gathered and counted, which takes five; to look it up and sort it takes three more.
  expect(many - few).toBeLessThan(6 * 150)
})
