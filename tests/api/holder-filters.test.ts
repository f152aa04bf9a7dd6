import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { features } from '#api/features.ts'
import { calculateStage, stages } from '#api/participation/licenses/cycles/rules.ts'
import type { FoundLicense } from '#api/participation/licenses/held/contract.ts'
import { stageOn } from '#api/participation/licenses/held/search-storage.ts'
import { userLicenses } from '#api/participation/licenses/table.ts'
import { configurePortal } from '../configuration.ts'
import { createLicense, dayFromNow, insertCycle } from '../licenses.ts'
import { database, signedIn } from '../portal.ts'
import { insertClub } from './invoices/fixtures.ts'

await configurePortal({ features: [...features] })
const office = await signedIn({ roles: { SuperAdministrator: {} } })
const { id: licenseId } = await createLicense(office)
const club = await insertClub({ id: 901, path: '/901/', name: 'Licensklubben' })
const other = await insertClub({ id: 902, path: '/902/', name: 'Grannklubben' })

/** Inserts the holder of a licence that ends so many days from now; null for no end. */
async function insertHolder(lastName: string, days: number | null, organizationId: number, more: object = {}) {
  const { id } = await signedIn({ firstName: 'Filter', lastName, organizationIds: [organizationId] })
  const validToOn = days === null ? null : dayFromNow(days)
  await insertCycle({ userId: id, licenseId, validFromOn: '2020-01-01', validToOn, ...more })
}
await insertHolder('Ahl', 10, club.id)
await insertHolder('Berg', 40, other.id)
await insertHolder('Cedergren', null, club.id)
await insertHolder('Dahl', -10, club.id, { graceToOn: dayFromNow(5) })
await insertHolder('Ek', -10, other.id, { lateToOn: dayFromNow(5) })
await insertHolder('Falk', -10, other.id, { dormantToOn: dayFromNow(5) })
await insertHolder('Gren', -10, other.id)
await insertHolder('Holm', 10, other.id, { revokedOn: dayFromNow(-1) })
await insertHolder('Ivarsson', 10, other.id, { validFromOn: dayFromNow(3) })

const find = async (filter: object) => {
  const body = { licenseIds: [licenseId], ...filter }
  const { items, total } = await office.json<{ items: FoundLicense[]; total: number }>('POST', '/Licenses/Search', body)
  expect(total).toBe(items.length)
  return items.map(({ userName }) => userName.replace('Filter ', ''))
}

test.each([
  [{ endsFrom: dayFromNow(10), endsTo: dayFromNow(40) }, ['Ahl', 'Berg', 'Holm', 'Ivarsson']],
  [{ endsFrom: dayFromNow(11) }, ['Berg']],
  [{ endsTo: dayFromNow(-1) }, ['Dahl', 'Ek', 'Falk', 'Gren']],
  [{ stages: ['active'] }, ['Ahl', 'Berg', 'Cedergren']],
  [{ stages: ['grace', 'late'] }, ['Dahl', 'Ek']],
  [{ stages: ['dormant'] }, ['Falk']],
  [{ stages: ['lapsed'] }, ['Gren']],
  [{ stages: ['revoked', 'coming'] }, ['Holm', 'Ivarsson']],
  [{ organizationIds: [club.id] }, ['Ahl', 'Cedergren', 'Dahl']],
  [{ organizationIds: [club.id], stages: ['active'], endsTo: dayFromNow(30) }, ['Ahl']],
])('the filter %o finds its holders, and is exported alike', async (filter, expected) => {
  expect(await find(filter)).toEqual(expected)
  const pairs = Object.entries({ kind: 'csv', licenseIds: licenseId, ...filter }).map(([name, value]) => [
    name,
    String(value),
  ])
  const text = await (await office.fetch('GET', `/Licenses/Search/export?${new URLSearchParams(pairs)}`)).text()
  expect(text.trimEnd().split('\r\n')).toHaveLength(expected.length + 1)
})

test('an unknown stage and a malformed day are refused', async () => {
  for (const wrong of [{ stages: ['old'] }, { endsFrom: 'soon' }])
    expect((await office.fetch('POST', '/Licenses/Search', wrong)).status).toBe(400)
})

test('nobody but a superadministrator filters the holders', async () => {
  for (const roles of [
    { Administrator: {} },
    { Educator: {} },
    { OrganizationAdmin: { Organization: [club.id] } },
    {},
  ]) {
    const person = await signedIn({ roles })
    const filter = { organizationIds: [club.id], stages: ['active'] }
    expect((await person.fetch('POST', '/Licenses/Search', filter)).status).toBe(403)
  }
})

test('the stage in a search is that of the rules, on each day of a cycle', async () => {
  const cycles = await database().query.select().from(userLicenses)
  for (const days of [-400, -10, -1, 0, 3, 5, 6, 10, 11, 400]) {
    const day = dayFromNow(days)
    const rows = await database().rows<{ id: number; stage: string }>(
      sql`select id, ${stageOn(day)} as stage from user_licenses order by id`,
    )
    expect(rows).toEqual(
      cycles.toSorted((a, b) => a.id - b.id).map((cycle) => ({ id: cycle.id, stage: calculateStage(cycle, day) })),
    )
    expect(rows.every(({ stage }) => stages.some((one) => one === stage))).toBe(true)
  }
})
