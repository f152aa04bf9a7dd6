import { env } from 'cloudflare:workers'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { OverviewHours } from '#api/office/overview/contract.ts'
import { completePart } from '#api/participation/results/complete-part.ts'
import { educationPartResults, educationResults } from '#api/participation/results/table.ts'
import { toPortalDay } from '#api/zone.ts'
import { selectPortalDay } from '#api/zone-sql.ts'
import { createContext } from '#edge/request-context.ts'
import { createEducation, partResult } from '../catalogue.ts'
import { insertFederation } from '../federation.ts'
import { database, signedIn } from '../portal.ts'

const hourMs = 3_600_000

/** Every half hour around the nights on which a day or year begins and the clocks change. */
function listMoments(): string[] {
  const moments: string[] = []
  for (let year = 1997; year < 2046; year += 1)
    for (const month of [0, 2, 5, 9, 11])
      for (let day = 24; day <= 31; day += 1)
        for (const hours of [-2.5, -2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5])
          moments.push(new Date(Date.UTC(year, month, day) + hours * hourMs).toISOString())
  return moments
}

test('the day of a moment in SQL is the one of the portal’s zone', async () => {
  const moments = listMoments()
  const rows = await database().rows<{ day: string }>(sql`
    select ${selectPortalDay(sql`moment.value`)} as day from json_each(${JSON.stringify(moments)}) moment order by moment.key`)
  expect(rows.map(({ day }) => day)).toEqual(moments.map((moment) => toPortalDay(new Date(moment))))
})

test('a completion at night is valid from the day in the portal’s zone, and the age is that of the day', async () => {
  await insertFederation()
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  const person = await signedIn({ birthOn: '2001-07-01', organizationIds: [20] })
  const { id: educationId, partIds } = await createEducation([{}], { validityMonths: 12 })
  const [educationPartId = 0] = partIds
  await partResult({ userId: person.id, educationPartId, signedUpAt: new Date('2026-06-01T10:00:00Z') })
  const ctx = createContext({ request: new Request('http://portal.test/api'), env, after: (work) => void work })
  const completedAt = new Date('2026-06-30T22:30:00Z')
  await completePart(ctx, { userId: person.id, educationPartId, completedAt })
  const { query } = database()
  const results = await query.select().from(educationResults).where(eq(educationResults.userId, person.id))
  expect(results).toMatchObject([{ educationId, completedAt, validToOn: '2027-07-01' }])
  const [part] = await query.select().from(educationPartResults).where(eq(educationPartResults.userId, person.id))
  expect(part?.completed).toBe(true)
  const hours = await office.json<OverviewHours[]>('GET', '/overview/hours?from=2026-07-01&to=2026-07-01')
  expect(hours).toMatchObject([{ organizationId: 20, participants: 1, under25: 0 }])
})
