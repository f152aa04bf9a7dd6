import { like, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { readOidcSettings } from '#api/people/external-login/oidc/rules.ts'
import { changeGroup, createGroup, deleteGroup } from '#api/people/provisioning/save-group.ts'
import { withUserWords } from '#api/people/users/rules.ts'
import { users } from '#api/people/users/table.ts'
import { openIdSettings, readActions, readRoles } from '../openid.ts'
import { database } from '../portal.ts'
import { contextAt } from '../run-handler.ts'
import { entraPerson, linkProvisioned, openDirectory } from '../scim.ts'

vi.setConfig({ testTimeout: 60_000 })

const { query } = database()

type Directory = Awaited<ReturnType<typeof openDirectory>>
type Service = Parameters<typeof createGroup>[0]

const createLinked = async ({ send }: Directory) => {
  const { body } = await send('POST', '/Users', entraPerson())
  return { id: body.id, userId: await linkProvisioned(body.id) }
}

/** Returns what a request of the directory works with, and the number of statements of each commit. */
function openService({ accountId }: Directory) {
  // Only these settings are read.
  const settings = readOidcSettings(openIdSettings as unknown as Env)
  if (!settings) throw new Error('the settings of the provider are wrong')
  // The service uses the parts that a job's context has.
  const ctx = contextAt() as unknown as Service['ctx']
  const { commit } = ctx.db
  const counts: number[] = []
  const before: (() => Promise<unknown>)[] = []
  ctx.db.commit = async (statements) => {
    counts.push(statements.length)
    await before.shift()?.()
    return commit(statements)
  }
  return { service: { ctx, settings, accountId }, counts, before }
}

const whole = (externalId: string, members: string[]) => ({
  fields: { displayName: `Grupp ${externalId}`, externalId },
  replaced: members,
  added: [],
  removed: [],
})

test('a group of four hundred people changes their roles in a few statements', async () => {
  const directory = await openDirectory()
  const numbers = sql`with recursive numbers (at) as (select 1 union all select at + 1 from numbers where at < 400)`
  const now = new Date().toISOString()
  const { searchWords } = withUserWords({ firstName: 'Anna', lastName: 'Ek' })
  await query.run(sql`${numbers} insert into users (first_name, last_name, user_name, email, search_words, created_at, changed_at)
    select 'Anna', 'Ek', 'crowd-' || at || '@forbund.example', 'crowd-' || at || '@forbund.example', ${searchWords}, ${now}, ${now} from numbers`)
  const crowd = await query.select({ id: users.id }).from(users).where(like(users.userName, 'crowd-%'))
  const ids = crowd.map(({ id }) => id)
  const list = sql`(select value from json_each(${JSON.stringify(ids)}))`
  await query.run(sql`insert into oidc_links (user_id, issuer, subject, created_at, signed_in_at)
    select value, ${openIdSettings.OIDC_ISSUER}, 'crowd ' || value, ${now}, ${now} from ${list}`)
  await query.run(sql`insert into provisioning_people (id, account_id, user_id, user_name, created_at, changed_at)
    select 'crowd ' || value, ${directory.accountId}, value, 'crowd ' || value, ${now}, ${now} from ${list}`)
  const { service, counts } = openService(directory)
  const group = await createGroup(
    service,
    whole(
      'office',
      ids.map((id) => `crowd ${id}`),
    ),
  )
  const count = async (table: 'roles' | 'entries') => {
    const rows =
      table === 'roles'
        ? await database().rows<{ count: number }>(
            sql`select count(*) as count from user_roles where user_id in ${list} and from_group = 1`,
          )
        : await database().rows<{ count: number }>(sql`select count(*) as count from audit_entries
            where action = 'roles.changed' and target_id in (select cast(value as text) from ${list})`)
    return rows[0]?.count
  }
  expect([await count('roles'), await count('entries')]).toEqual([400, 400])
  await deleteGroup(service, group.id)
  expect([await count('roles'), await count('entries')]).toEqual([0, 800])
  expect(Math.max(...counts)).toBeLessThan(20)
})

test('of all superadministrators that a group takes the role from, one keeps it', async () => {
  const directory = await openDirectory()
  const officers = [await createLinked(directory), await createLinked(directory), await createLinked(directory)]
  const members = officers.map(({ id }) => ({ value: id }))
  const { body } = await directory.send('POST', '/Groups', { externalId: 'board', displayName: 'Styrelse', members })
  const [first, second, third] = officers.map(({ userId }) => userId)
  expect(await readRoles(third ?? 0)).toEqual(['SuperAdministrator'])
  expect((await directory.send('DELETE', `/Groups/${body.id}`)).status).toBe(204)
  expect(await readRoles(first ?? 0)).toEqual(['SuperAdministrator'])
  expect(await readActions(first ?? 0)).toContain('openIdConnect.roleKept')
  expect([await readRoles(second ?? 0), await readRoles(third ?? 0)]).toEqual([[], []])
})

test('a member who comes into a group that is removed at the same time keeps no role', async () => {
  const directory = await openDirectory()
  const { id, userId } = await createLinked(directory)
  const { body } = await directory.send('POST', '/Groups', { externalId: 'office', displayName: 'Kansli' })
  const { service, before } = openService(directory)
  before.push(() => directory.patch(`/Groups/${body.id}`, { op: 'add', path: 'members', value: [{ value: id }] }))
  await deleteGroup(service, body.id)
  expect(await readRoles(userId)).toEqual([])
})

test('a group that is removed while somebody comes into it is answered as unknown', async () => {
  const directory = await openDirectory()
  const { id } = await createLinked(directory)
  const { body } = await directory.send('POST', '/Groups', { externalId: 'choir', displayName: 'Kör' })
  const { service, before } = openService(directory)
  before.push(() => directory.send('DELETE', `/Groups/${body.id}`))
  const add = changeGroup(service, body.id, ({ displayName, externalId }) => ({
    fields: { displayName, externalId },
    replaced: null,
    added: [id],
    removed: [],
  }))
  await expect(add).rejects.toMatchObject({ status: 404 })
})
