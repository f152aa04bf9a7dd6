import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { selectListPage } from '#api/people/reach/list-page.ts'
import { selectBranchMembers } from '#api/people/reach/within-reach.ts'
import { users } from '#api/people/users/table.ts'
import { insertFederation } from '../federation.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { countReads, loadQueryPlan } from '../query-plan.ts'
import { writeSearchWords } from '../search-words.ts'

const { query } = database()
await insertFederation()

// More people than the count looks up individually: 1,200 in the south, every tenth external, every eighth inactive.
await query.run(sql`
  with recursive many (n) as (select 1000 union all select n + 1 from many where n < 2199)
  insert into users (id, first_name, last_name, user_name, is_external, inactive_at, created_at, changed_at)
  select n, 'Person' || n, 'Larsson' || (n * 7919 % 1200), 'person' || n, n % 10 = 0, iif(n % 8 = 0, '2026-01-01T00:00:00.000Z', null),
    '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' from many`)
await writeSearchWords()
await query.run(
  sql`insert into user_organizations (user_id, organization_id) select id, 30 from users where id >= 1000`,
)
await query.run(
  sql`insert into user_organizations (user_id, organization_id) select id, 3 from users where id between 1000 and 1100`,
)
await query.run(
  sql`insert into user_roles (user_id, role) select id, 'Educator' from users where id between 1000 and 1019`,
)

const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
const south = await signedIn({ roles: { Administrator: { Organization: [3] } } })
const north = await signedIn({ roles: { Administrator: { Organization: [2] } } })

interface UserPage {
  items: { id: number }[]
  total: number
}
async function list(as: Person, body: object) {
  const response = await as.fetch('POST', '/User/filtered', body)
  expect(response.status).toBe(200)
  const { items, total } = await response.json<UserPage>()
  return { ids: items.map(({ id }) => id), total }
}

const inOrder = (await query.select({ id: users.id }).from(users).orderBy(users.nameKey, users.id))
  .map(({ id }) => id)
  .filter((id) => id >= 1000 && id < 2200)

test('a very large branch is listed in order, each person once, from the first page to beyond the last', async () => {
  for (const page of [1, 2, 12, 13]) {
    const found = await list(south, { page, pageSize: 100 })
    expect(found.ids).toEqual(inOrder.slice(100 * (page - 1), 100 * page))
    expect(found.total).toBe(1200)
  }
  const backwards = await list(south, { descending: true, pageSize: 3 })
  expect(backwards.ids).toEqual(inOrder.toReversed().slice(0, 3))
  expect(await list(north, { searchString: 'Larsson' })).toEqual({ ids: [], total: 0 })
})

test.each([
  [{ organizationIds: [30] }, (id: number) => id % 10 !== 0],
  [{ organizationIds: [2, 3], inactive: true }, (id: number) => id % 10 !== 0 && id % 8 === 0],
  [{ isExternal: true }, (id: number) => id % 10 === 0],
  [{ isExternal: false, inactive: false }, (id: number) => id % 10 !== 0 && id % 8 !== 0],
  [{ searchString: 'larsson' }, () => true],
  [{ searchString: 'larsson', roles: ['Educator'] }, (id: number) => id < 1020],
  [{ searchString: 'person1042' }, (id: number) => id === 1042],
])('the filter %j selects rows and total', async (filter, isMeant) => {
  const meant = inOrder.filter(isMeant)
  expect(await list(south, { ...filter, pageSize: 200 })).toEqual({ ids: meant.slice(0, 200), total: meant.length })
})

test('an export continues from name to name', async () => {
  const ids: number[] = []
  let after: object | null = null
  do {
    const body = { filter: {}, userIds: inOrder.slice(0, 1150), after }
    const part: { items: { id: number }[]; next: object | null } = await (
      await superadministrator.fetch('POST', '/User/export', body)
    ).json()
    ids.push(...part.items.map(({ id }) => id))
    after = part.next
  } while (after)
  expect(ids).toEqual(inOrder.slice(0, 1150))
})

test('a branch is counted along an index, without a temporary table', async () => {
  const { among, where } = { among: [selectBranchMembers([3])], where: [] }
  const order = sql`users.name_key, users.id`
  const question = sql`select * from ${selectListPage('users', { idSets: among, where }, { order, limit: 50, offset: 0 })}`
  const plan = await loadQueryPlan(question)
  // Only one number is materialized.
  expect(plan.filter((step) => /MATERIALIZE|DISTINCT/.test(step))).toEqual(['MATERIALIZE sized'])
  // Each of the 1,200 is counted once; only the people of the page are looked up in addition.
  expect(await countReads((db) => db.rows(question))).toBeLessThan(2 * 1200)
  expect(plan).toContainEqual(expect.stringMatching(/^SCAN users USING (COVERING )?INDEX idx_users_name_key/))
  expect(plan).toContainEqual(expect.stringMatching(/^SEARCH branch_members USING PRIMARY KEY \(root_id=\?\)/))
  expect(plan).toContainEqual(
    expect.stringMatching(/USING COVERING INDEX idx_branch_members_user \(user_id=\? AND root_id=\?\)/),
  )
})

test('people who join, leave or move with a club are members of its branches only', async () => {
  const standing = async (userId: number) =>
    (
      await database().rows<{ id: number }>(sql`select root_id as id from branch_members where user_id = ${userId}`)
    ).map(({ id }) => id)
  const person = 1500
  expect(await standing(person)).toEqual([1, 3, 30])
  await query.run(sql`insert into user_organizations (user_id, organization_id) values (${person}, 2)`)
  expect(await standing(person)).toEqual([1, 2, 3, 30])
  await query.run(sql`delete from user_organizations where user_id = ${person} and organization_id = 30`)
  expect(await standing(person)).toEqual([1, 2])
  await query.run(sql`update user_organizations set organization_id = 30 where user_id = ${person}`)
  expect(await standing(person)).toEqual([1, 3, 30])
  await query.run(sql`update organizations set parent_id = 2, path = '/1/2/30/' where id = 30`)
  expect(await standing(person)).toEqual([1, 2, 30])
  expect((await list(north, {})).total).toBeGreaterThan(1199)
  await query.run(sql`delete from user_organizations where user_id = ${person}`)
  expect(await standing(person)).toEqual([])
})
