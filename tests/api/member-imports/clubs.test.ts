import { expect, test } from 'vitest'
import { listClubs } from '#api/people/member-imports/lookup-storage.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { insertFederation } from '../../federation.ts'
import { database } from '../../portal.ts'

await insertFederation()

test('a row names a club, and never a district or the federation', async () => {
  const db = database()
  const all = await db.query.select().from(organizations)
  const named = await listClubs(
    db,
    all.map(({ name }) => name),
    null,
    null,
  )
  const clubs = all.filter(({ type, active }) => type === 2 && active)
  expect(clubs.length).toBeLessThan(all.length)
  expect(named.map(({ id }) => id).sort()).toEqual(clubs.map(({ id }) => id).sort())
})
