import { expect, test } from 'vitest'
import type { StudyOccasion } from '#api/office/study-reports/contract.ts'
import { createOccasion } from '../../catalogue.ts'
import { insertFederation } from '../../federation.ts'
import { signedIn } from '../../portal.ts'
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
  for (let at = 0; at < 2100; at += 1)
    await createOccasion(place.educationPartId, {
      startsAt: new Date(first + at * 60_000),
      endsAt: new Date(first + at * 60_000 + hour),
    })
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
