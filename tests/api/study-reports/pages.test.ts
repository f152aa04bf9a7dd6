import { getTableColumns, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { occasions } from '#api/catalogue/occasions/table.ts'
import type { StudyOccasion } from '#api/office/study-reports/contract.ts'
import { createOccasion } from '../../catalogue.ts'
import { insertFederation } from '../../federation.ts'
import { database, signedIn } from '../../portal.ts'
import { createHeldOccasion, report } from './fixtures.ts'

await insertFederation()
const office = await signedIn({ roles: { SuperAdministrator: {} } })

interface Reply {
  items: StudyOccasion[]
  total: number
  counts: Record<string, number>
}
const list = (query: string) => office.json<Reply>('GET', `/StudyReports?${query}`)

test('the counts are of the whole period, and each occasion is on one page, newest first', async () => {
  const { place } = await createHeldOccasion()
  const { id: reported } = await createHeldOccasion()
  expect((await report(office, [reported])).status).toBe(200)
  const [first, hour] = [Date.parse('2026-02-01T08:00:00Z'), 3_600_000]
  const { id: model } = await createOccasion(place.educationPartId, {
    startsAt: new Date(first),
    endsAt: new Date(first + hour),
  })
  const columns = Object.values(getTableColumns(occasions)).flatMap(({ name }) => (name === 'id' ? [] : [name]))
  const values = columns
    .join(', ')
    .replace(/\bstarts_at\b/, "strftime('%Y-%m-%dT%H:%M:%fZ', starts_at, value || ' minutes')")
  await database().query.run(
    sql.raw(`insert into occasions (${columns.join(', ')}) select ${values.replace(/\bends_at\b/, "strftime('%Y-%m-%dT%H:%M:%fZ', ends_at, value || ' minutes')")}
      from occasions, json_each('${JSON.stringify(Array.from({ length: 2099 }, (_, at) => at + 1))}') where occasions.id = ${model}`),
  )
  const counts = { ready: 1, lacking: 2100, reported: 1 }
  expect(await list('from=2026-01-01&to=2026-12-31')).toMatchObject({ total: 1, counts })
  const pages = await Promise.all(
    [1, 11].map((page) => list(`from=2026-01-01&to=2026-12-31&state=lacking&page=${page}&pageSize=200`)),
  )
  expect(pages.map(({ total, items }) => [total, items.length])).toEqual([
    [2100, 200],
    [2100, 100],
  ])
  expect(pages[1]?.items.at(-1)?.startDate).toBe(new Date(first).toISOString())
})
