import { expect, test } from 'vitest'
import { licenseGoals } from '#api/participation/licenses/table.ts'
import { listAuditEntries } from '../../audit.ts'
import { education, part } from '../../catalogue.ts'
import { configurePortal } from '../../configuration.ts'
import { createLicense, dayFromNow, insertCycle } from '../../licenses.ts'
import { database } from '../../portal.ts'
import { clubAdministrator, member, office, readMembers } from './fixtures.ts'

const course = await education({ title: 'Grundkurs', partIds: [await part({ type: 1 })] })
const license = await createLicense(office, { name: 'Banfunktionär', requiredEducationIds: [course] })

const valid = await member('Ek')
const expiring = await member('Fors')
const expired = await member('Gran')
const wanting = await member('Hägg')
const without = await member('Ivarsson', [20], '2015-03-01')
await insertCycle({ userId: valid.id, licenseId: license.id, validFromOn: dayFromNow(-30), validToOn: dayFromNow(61) })
await insertCycle({
  userId: expiring.id,
  licenseId: license.id,
  validFromOn: dayFromNow(-300),
  validToOn: dayFromNow(60),
})
await insertCycle({
  userId: expired.id,
  licenseId: license.id,
  validFromOn: dayFromNow(-400),
  validToOn: dayFromNow(-1),
})
await database().query.insert(licenseGoals).values({ userId: wanting.id, licenseId: license.id, createdAt: new Date() })

test('members have the state of their licences, with the reason and what they lack', async () => {
  const { items, counts, licenses } = await readMembers(clubAdministrator)
  expect(items.map(({ name, state }) => [name, state])).toEqual([
    ['Nora Ek', 'ready'],
    ['Nora Fors', 'expiring'],
    ['Nora Gran', 'lacking'],
    ['Nora Hägg', 'lacking'],
    ['Nora Ivarsson', 'unlicensed'],
  ])
  expect(counts).toEqual({ unlicensed: 1, ready: 1, expiring: 1, lacking: 2 })
  expect(licenses).toEqual([{ id: license.id, name: 'Banfunktionär' }])
  expect(items.map(({ standings }) => standings.map(({ reason, on }) => [reason, on]))).toEqual([
    [['valid', dayFromNow(61)]],
    [['expires', dayFromNow(60)]],
    [['lapsed', dayFromNow(-1)]],
    [['missing', null]],
    [['none', null]],
  ])
  const [, , , { standings } = { standings: [] }] = items
  expect(standings[0]).toMatchObject({
    licenseName: 'Banfunktionär',
    missing: [{ kind: 'education', name: 'Grundkurs', referenceId: course }],
  })
})

test('one licence alone is assessed for everybody', async () => {
  const { items } = await readMembers(clubAdministrator, `?licenseId=${license.id}`)
  expect(items.at(-1)?.standings).toMatchObject([{ reason: 'missing', missing: [{ name: 'Grundkurs' }] }])
})

test('the list is narrowed by state and name, and paged', async () => {
  const names = async (query: string) => (await readMembers(clubAdministrator, query)).items.map(({ name }) => name)
  expect(await names('?state=expiring')).toEqual(['Nora Fors'])
  expect(await names('?text=hag')).toEqual(['Nora Hägg'])
  expect(await names('?state=ready&text=hag')).toEqual([])
  expect(await names('?pageSize=2&page=2')).toEqual(['Nora Gran', 'Nora Hägg'])
  expect((await readMembers(clubAdministrator, '?state=ready&text=nora')).counts.lacking).toBe(2)
})

test.each(['?state=green', '?page=0', '?pageSize=51', '?licenseId=x'])('%s is refused', async (query) => {
  expect((await clubAdministrator.fetch('GET', `/Organization/20/members${query}`)).status).toBe(400)
})

test('the names to choose from are found by words and paged, and have nothing of licences', async () => {
  const names = (query: string) =>
    clubAdministrator.json<{ items: object[]; total: number; pageSize: number }>(
      'GET',
      `/Organization/20/memberNames${query}`,
    )
  const { items, ...page } = await names('?text=hag')
  expect(items).toEqual([{ userId: wanting.id, name: 'Nora Hägg', birthDate: '1990-01-01' }])
  expect(page).toEqual({ total: 1, page: 1, pageSize: 50 })
  expect(await names('?page=2')).toMatchObject({ items: [], total: 5, page: 2 })
  expect((await clubAdministrator.fetch('GET', '/Organization/20/memberNames?page=0')).status).toBe(400)
})

test('licences that need something done come first', async () => {
  const page = await clubAdministrator.json<{ items: { userName: string; reason: string }[]; counts: object }>(
    'GET',
    '/Organization/20/licenses',
  )
  expect(page.items.map(({ userName, reason }) => [userName, reason])).toEqual([
    ['Nora Gran', 'lapsed'],
    ['Nora Hägg', 'missing'],
    ['Nora Fors', 'expires'],
    ['Nora Ek', 'valid'],
  ])
  expect(page.counts).toEqual({ unlicensed: 0, ready: 1, expiring: 1, lacking: 2 })
})

test('a licence that has lapsed is no reason and is not listed beside another that counts', async () => {
  const former = await createLicense(office, { name: 'Äldre licens' })
  const cycle = { userId: valid.id, licenseId: former.id, validFromOn: dayFromNow(-900), validToOn: dayFromNow(-500) }
  await insertCycle(cycle)
  const listed = await clubAdministrator.json<{ items: { licenseName: string }[]; counts: object }>(
    'GET',
    '/Organization/20/licenses',
  )
  expect(listed.items.map(({ licenseName }) => licenseName)).not.toContain('Äldre licens')
  const [first] = (await readMembers(clubAdministrator)).items
  expect(first).toMatchObject({ name: 'Nora Ek', state: 'ready' })
})

test('the office’s reading of a minor is recorded, once a day', async () => {
  await readMembers(clubAdministrator)
  await readMembers(clubAdministrator)
  const reads = (await listAuditEntries('user')).filter(
    ({ action, userId, targetId }) =>
      action === 'user.read' && userId === clubAdministrator.id && targetId === String(without.id),
  )
  expect(reads).toHaveLength(1)
})

test('without the feature members have no state', async () => {
  await configurePortal({ features: [] })
  const { items, counts, licenses } = await readMembers(clubAdministrator, '?state=ready')
  expect(items.map(({ state, standings }) => [state, standings])).toEqual(Array(5).fill([null, []]))
  expect([counts, licenses]).toEqual([{ unlicensed: 0, ready: 0, expiring: 0, lacking: 0 }, []])
})
