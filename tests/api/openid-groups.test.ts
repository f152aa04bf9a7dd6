import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { userRoles } from '#api/people/roles/table.ts'
import { createStaff, groups, openStaffBrowser, planPerson, readActions } from '../openid.ts'
import { database, signedIn } from '../portal.ts'

test('a group gives its roles, and takes them back when it is gone; a role given by hand stays', async () => {
  const { person, signIn, roles } = await createStaff({ Educator: {} })
  expect(await signIn(groups('office', 'teachers', 'unknown'))).toBe(200)
  expect(await roles()).toEqual(['Administrator', 'Educator'])
  expect(await signIn(groups('office'))).toBe(200)
  expect(await roles()).toEqual(['Administrator', 'Educator'])
  expect(await signIn({})).toBe(200)
  expect(await roles()).toEqual(['Educator'])
  const changes = await database()
    .query.select()
    .from(auditEntries)
    .where(and(eq(auditEntries.targetId, String(person.id)), eq(auditEntries.action, 'roles.changed')))
  expect(changes.map(({ data }) => data)).toEqual([
    { before: { Administrator: null }, after: { Administrator: {} }, groups: ['office', 'teachers'] },
    { before: { Administrator: {} }, after: { Administrator: null }, groups: [] },
  ])
})

test('a role of a group that somebody removes and gives again is given by hand', async () => {
  const { person, signIn, roles } = await createStaff({ Educator: {} })
  await signIn(groups('office'))
  const { query } = database()
  const own = and(eq(userRoles.userId, person.id), eq(userRoles.role, 'Administrator'))
  await query.delete(userRoles).where(own)
  await query.insert(userRoles).values({ userId: person.id, role: 'Administrator' })
  await signIn(groups())
  expect(await roles()).toEqual(['Administrator', 'Educator'])
})

test('a person without a role is let in by a group, and not when it is gone', async () => {
  const { signIn, roles } = await createStaff({})
  expect(await signIn(groups('office'))).toBe(200)
  expect(await signIn(groups())).toBe(403)
  expect(await roles()).toEqual([])
})

test('roles of groups are taken back when the provider keeps the groups elsewhere, and that is recorded', async () => {
  const { person, signIn, roles } = await createStaff({ Educator: {} })
  await signIn(groups('office'))
  expect(await signIn({ _claim_names: { groups: 'src1' } })).toBe(200)
  expect(await signIn({ hasgroups: true })).toBe(200)
  expect(await roles()).toEqual(['Educator'])
  expect((await readActions(person.id)).filter((action) => action === 'openIdConnect.groupsUnknown')).toHaveLength(2)
  await signIn(groups('office'))
  expect(await roles()).toEqual(['Administrator', 'Educator'])
})

test('a person whose groups are unknown and who has no other role reads why the sign-in is refused', async () => {
  const { signIn, email, subject } = await createStaff({})
  expect(await signIn(groups('office'))).toBe(200)
  await planPerson({ sub: subject, email, email_verified: true, _claim_names: { groups: 'src1' } })
  expect(await openStaffBrowser().signIn()).toMatchObject({ status: 403, code: 'oidc_groups_unknown' })
})

test('the last superadministrator keeps the role, and loses it when there is another', async () => {
  await database().query.delete(userRoles).where(eq(userRoles.role, 'Educator'))
  const { person, signIn, roles } = await createStaff({ Educator: {} })
  await signIn(groups('board'))
  const keeper = await signedIn({ roles: {} })
  const others = (await database().query.select().from(userRoles)).filter(
    ({ role, userId }) => role === 'SuperAdministrator' && userId !== person.id,
  )
  for (const { userId } of others)
    await database()
      .query.delete(userRoles)
      .where(and(eq(userRoles.userId, userId), eq(userRoles.role, 'SuperAdministrator')))
  expect(await signIn(groups())).toBe(200)
  expect(await roles()).toEqual(['Educator', 'SuperAdministrator'])
  expect(await readActions(person.id)).toContain('openIdConnect.roleKept')
  await database().query.insert(userRoles).values({ userId: keeper.id, role: 'SuperAdministrator' })
  expect(await signIn(groups())).toBe(200)
  expect(await roles()).toEqual(['Educator'])
})
