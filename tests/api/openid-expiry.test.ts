import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { userRoles } from '#api/people/roles/table.ts'
import { configurePortal } from '../configuration.ts'
import { createStaff, groups, openIdSettings, readActions } from '../openid.ts'
import { database, signedIn } from '../portal.ts'
import { contextAt, runHandler } from '../run-handler.ts'
import { inHours } from '../time.ts'

await configurePortal({ features: ['RoleManagement'] })

/** Runs the nightly job so many days from now, with settings. */
function expireAfter(days: number, settings: Partial<Env> = openIdSettings) {
  const ctx = contextAt(inHours(24 * days))
  return runHandler('oidc.expireRoles', Object.assign(ctx, { env: { ...ctx.env, ...settings } }))
}

test('a role of a group goes thirty days after the last sign-in by the provider, and one given by hand stays', async () => {
  const { person, signIn, fetch, roles } = await createStaff({ Educator: {} })
  await signIn(groups('office'))
  await expireAfter(29)
  expect(await roles()).toEqual(['Administrator', 'Educator'])
  await expireAfter(31)
  expect(await roles()).toEqual(['Educator'])
  expect((await fetch('POST', '/User/filtered', {})).status).toBe(403)
  expect((await person.fetch('POST', '/User/filtered', {})).status).toBe(401)
  const before = await readActions(person.id)
  expect(before.at(-1)).toBe('roles.changed')
  await expireAfter(31)
  expect(await readActions(person.id)).toEqual(before)
  await signIn(groups('office'))
  expect(await roles()).toEqual(['Administrator', 'Educator'])
})

test('the number of days is a setting', async () => {
  const { signIn, roles } = await createStaff({ Educator: {} })
  await signIn(groups('office'))
  await expireAfter(8, { ...openIdSettings, OIDC_ROLE_DAYS: '7' })
  expect(await roles()).toEqual(['Educator'])
})

test('a role that no group gives any more is taken back at night, and none when the mapping cannot be read', async () => {
  const { signIn, roles } = await createStaff({ Educator: {} })
  await signIn(groups('office'))
  await expireAfter(0, { ...openIdSettings, OIDC_GROUP_ROLES: 'office=' })
  expect(await roles()).toEqual(['Administrator', 'Educator'])
  await expireAfter(0, { ...openIdSettings, OIDC_GROUP_ROLES: '' })
  expect(await roles()).toEqual(['Educator'])
})

test('without a provider the job takes back only what no sign-in has confirmed', async () => {
  const { signIn, roles } = await createStaff({ Educator: {} })
  await signIn(groups('office'))
  const withoutSecret = { ...openIdSettings, OIDC_CLIENT_SECRET: '' }
  await expireAfter(0, { ...withoutSecret, OIDC_GROUP_ROLES: '' })
  await expireAfter(0, {})
  expect(await roles()).toEqual(['Administrator', 'Educator'])
  await expireAfter(31, withoutSecret)
  expect(await roles()).toEqual(['Educator'])
})

test('a role of a group without a link is taken back', async () => {
  const person = await signedIn({ roles: { Educator: {} } })
  await database().query.insert(userRoles).values({ userId: person.id, role: 'Administrator', fromGroup: true })
  await expireAfter(0)
  expect((await person.fetch('POST', '/User/filtered', {})).status).toBe(403)
})

test('a role that the office removed stays away when the job has run', async () => {
  const chief = await signedIn({ roles: { SuperAdministrator: {} } })
  const { person, signIn, roles } = await createStaff({ Educator: {} })
  await signIn(groups('office', 'board'))
  expect((await chief.fetch('DELETE', `/User/${person.id}/roles/Administrator`)).status).toBe(200)
  await expireAfter(31)
  await signIn(groups('office', 'board'))
  expect(await roles()).toEqual(['Educator', 'SuperAdministrator'])
})

test('the last superadministrator keeps the role, and no night records that', async () => {
  const { query } = database()
  const { person, signIn, roles } = await createStaff({ Educator: {} })
  await signIn(groups('board'))
  for (const { userId } of await query.select().from(userRoles).where(eq(userRoles.role, 'SuperAdministrator')))
    if (userId !== person.id)
      await query.delete(userRoles).where(and(eq(userRoles.userId, userId), eq(userRoles.role, 'SuperAdministrator')))
  const before = await readActions(person.id)
  await expireAfter(31)
  expect(await roles()).toEqual(['Educator', 'SuperAdministrator'])
  expect(await readActions(person.id)).toEqual(before)
})
