import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import type { Actor } from '#api/actor.ts'
import { listAccountRequests } from '#api/people/own-accounts/office-storage.ts'
import { accountRequests } from '#api/people/own-accounts/table.ts'
import { insertFederation } from '../../federation.ts'
import { database, signedIn } from '../../portal.ts'
import { countReads } from '../../query-plan.ts'
import { writeSearchWords } from '../../search-words.ts'

vi.setConfig({ testTimeout: 60_000 })
await insertFederation()
const { query } = database()

const superadministrator: Actor = {
  id: 1,
  name: 'Of Fice',
  pictureUrl: null,
  roles: { SuperAdministrator: {} },
  organizations: {},
  isExternal: false,
  passwordExpiryDate: null,
  language: 'sv',
  sessionId: 1,
}
const branch: Actor = { ...superadministrator, roles: { OrganizationAdmin: { Organization: [20] } } }

let requests = 0
const insertRequest = (more: Partial<typeof accountRequests.$inferInsert>) => {
  requests += 1
  return query.insert(accountRequests).values({
    email: `listed-${requests}@example.com`,
    proofHash: `listed-${requests}`,
    firstName: 'Signe',
    lastName: 'Ek',
    birthOn: '1991-06-14',
    language: 'sv',
    organizationId: 20,
    state: 'review',
    createdAt: new Date(),
    ...more,
  })
}

/** Inserts people of a register who have never signed in; none is a candidate. */
const insertPeople = async (from: number, to: number) => {
  await query.run(sql`
    with recursive many (n) as (select cast(${from} as integer) union all select n + 1 from many where n < ${to})
    insert into users (id, first_name, last_name, user_name, birth_on, is_external, created_at, changed_at)
    select n, 'Person' || n, 'Larsson', 'person' || n, '1950-01-01', 0, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' from many`)
  await writeSearchWords()
}

const list = (actor: Actor, db = database()) => listAccountRequests({ actor, db, now: new Date() }, undefined)

test('the cost of the list does not grow with the people who have never signed in', async () => {
  await signedIn({ firstName: 'Signe', lastName: 'Ek', email: null, birthOn: '1991-06-14', organizationIds: [20] })
  await insertRequest({ personalNumberHash: 'hash-1', identifiedBy: 'bankid' })
  await insertRequest({ passwordHash: 'typed' })
  const count = (actor: Actor) => countReads((db) => list(actor, db))
  const few = [await count(superadministrator), await count(branch)]
  await insertPeople(1000, 1999)
  const many = [await count(superadministrator), await count(branch)]
  expect(many).toEqual(few)
})

test('an identified request has candidates by name, and a typed one by the address only', async () => {
  const rows = await list(superadministrator)
  const candidates = rows.map((row) => [row.identifiedBy, (JSON.parse(row.candidates) as unknown[]).length])
  expect(candidates).toEqual([
    ['bankid', 1],
    [null, 0],
  ])
})

test('an identified adult is not offered the row of a child who has the address', async () => {
  const email = 'family-of-ek@example.com'
  const child = await signedIn({
    firstName: 'Maja',
    lastName: 'Ek',
    email,
    birthOn: '2014-02-03',
    organizationIds: [20],
  })
  const undated = await signedIn({ firstName: 'Siw', lastName: 'Ek', email, birthOn: null, organizationIds: [20] })
  await insertRequest({ email, personalNumberHash: 'hash-2', identifiedBy: 'bankid' })
  const row = (await list(superadministrator)).find((one) => one.email === email)
  const ids = (JSON.parse(row?.candidates ?? '[]') as { id: number }[]).map(({ id }) => id)
  expect([ids.includes(undated.id), ids.includes(child.id)]).toEqual([true, false])
})
