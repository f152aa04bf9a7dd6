import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { features } from '#api/features.ts'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { configurePortal } from '../configuration.ts'
import { insertFederation } from '../federation.ts'
import { createAdministrator, createClubAdministrator, listLinks } from '../guardians.ts'
import { database, type Person, signedIn } from '../portal.ts'

await insertFederation()
await configurePortal({ features: [...features] })
const { query } = database()

const createAdult = () => signedIn({ firstName: 'Helena', birthOn: '1983-05-01', organizationIds: [20] })
const createChild = (club: number) =>
  signedIn({ firstName: 'Milo', birthOn: `${new Date().getFullYear() - 12}-01-01`, organizationIds: [club] })

async function insertLink(adult: Person, child: Person, confirmedAt: Date | null, creator = adult): Promise<void> {
  const pair = { adultUserId: adult.id, childUserId: child.id }
  await query
    .insert(guardianLinks)
    .values({ ...pair, createdByUserId: creator.id, createdAt: new Date(), confirmedAt, relation: 'parent' })
}

interface Relations {
  guardians?: { userId: number }[]
  wards?: { userId: number }[]
}

/** Lists the children of an adult that a reader is shown, by both calls. */
async function listWards(reader: Person, adult: Person): Promise<number[][]> {
  const { wards = [] } = await reader.json<Relations>('GET', `/user/${adult.id}/profile`)
  return [(await listLinks(reader, adult)).map(({ childUserId }) => childUserId), wards.map(({ userId }) => userId)]
}

const readsOf = async (reader: Person) =>
  (
    await query
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.action, 'user.read'), eq(auditEntries.userId, reader.id)))
  ).map(({ targetId }) => Number(targetId))

test('a request of an adult shows the adult’s club no child, whatever the club', async () => {
  const adult = await createAdult()
  const [own, other] = [await createChild(20), await createChild(30)]
  for (const child of [own, other]) {
    const pair = { adultUserId: adult.id, childUserId: child.id }
    expect((await adult.fetch('POST', `/User/${adult.id}/guardian`, pair)).status).toBe(200)
    await query
      .insert(guardianLinks)
      .values({ ...pair, createdByUserId: adult.id, createdAt: new Date() })
      .onConflictDoNothing()
  }
  // The office of the child decides about the request.
  for (const reader of [await createClubAdministrator(), await createAdministrator()])
    expect(await listWards(reader, adult)).toEqual([[own.id], [own.id]])
})

test('the club of an adult is shown no children of other clubs, and its reads of its own are recorded', async () => {
  const adult = await createAdult()
  const [own, other] = [await createChild(20), await createChild(30)]
  for (const child of [own, other]) await insertLink(adult, child, new Date())
  const club = await createClubAdministrator()
  expect(await listWards(club, adult)).toEqual([[own.id], [own.id]])
  expect(await readsOf(club)).toEqual([own.id])
  const everywhere = await signedIn({ roles: { Administrator: {} } })
  expect(await listWards(everywhere, adult)).toEqual([
    [own.id, other.id],
    [own.id, other.id],
  ])
  expect((await readsOf(everywhere)).sort()).toEqual([own.id, other.id].sort())
  expect(await listWards(adult, adult)).toEqual([
    [own.id, other.id],
    [own.id, other.id],
  ])
  expect(await readsOf(adult)).toEqual([])
})

test('the child, its guardians and its office see who is linked to it, adults of other clubs too', async () => {
  const child = await createChild(20)
  const [parent, suitor] = [
    await signedIn({ birthOn: '1980-01-01', organizationIds: [30] }),
    await signedIn({ birthOn: '1980-01-01', organizationIds: [30] }),
  ]
  await insertLink(parent, child, new Date())
  await insertLink(suitor, child, null)
  for (const reader of [child, parent, await createClubAdministrator()]) {
    expect(await listLinks(reader, child)).toHaveLength(2)
    const { guardians } = await reader.json<Relations>('GET', `/user/${child.id}/profile`)
    expect(guardians?.map(({ userId }) => userId)).toEqual([parent.id, suitor.id])
  }
})
