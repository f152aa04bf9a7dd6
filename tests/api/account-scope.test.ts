import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { HeldRoles } from '#api/actor.ts'
import { features } from '#api/features.ts'
import { authenticatorApps } from '#api/people/authentication/table.ts'
import { users } from '#api/people/users/table.ts'
import { configurePortal } from '../configuration.ts'
import { insertFederation } from '../federation.ts'
import { database, type Person, signedIn } from '../portal.ts'

// E-mail address, password and second factor open an account, so nobody with a narrower scope changes them.

await insertFederation()
await configurePortal({ features: [...features] })

const district = { Administrator: { Organization: [2] } }
const club = { OrganizationAdmin: { Organization: [20] } }

/** Calls that open or close another person's account. */
const calls: [string, (actor: Person, id: number) => Promise<Response>][] = [
  ['DELETE factors', ({ fetch }, id) => fetch('DELETE', `/Authentication/factors/${id}`)],
  ['POST GeneratePassword', ({ fetch }, id) => fetch('POST', '/Authentication/GeneratePassword', { userId: id })],
  ['PUT edit', ({ fetch }, id) => fetch('PUT', `/user/edit/${id}`, { email: `attack-${id}@example.se` })],
  ['DELETE connection', ({ fetch }, id) => fetch('DELETE', `/ExternalLogin/connection/${id}`)],
  ['DELETE oidc link', ({ fetch }, id) => fetch('DELETE', `/ExternalLogin/oidc/link/${id}`)],
  ['PUT closure', ({ fetch }, id) => fetch('PUT', `/User/${id}/closure`, { reason: 'Slutat' })],
  ['PUT reactivate', ({ fetch }, id) => fetch('PUT', `/user/ReactivateInactiveUser/${id}`)],
]

/** Creates a member of the club 20 with a second factor and no e-mail address, so that a password is in the reply. */
async function createPerson(roles: HeldRoles, organizationIds = [20]): Promise<number> {
  const { id } = await signedIn({ roles, organizationIds })
  const { query } = database()
  await query.insert(authenticatorApps).values({ userId: id, secret: 'x', lastStep: 0, createdAt: new Date() })
  return id
}

const hasApp = async (id: number) =>
  (await database().query.select().from(authenticatorApps).where(eq(authenticatorApps.userId, id))).length > 0

const beyond: [string, HeldRoles, HeldRoles, number[]][] = [
  ['a district, an administrator without a list', district, { Administrator: {} }, [20]],
  ['a district, one of two districts', district, { Administrator: { Organization: [2, 3] } }, [20]],
  ['a district, one of the federation', district, { Administrator: { Organization: [1] } }, [20]],
  ['a district, the administrator of a club elsewhere', district, { OrganizationAdmin: { Organization: [30] } }, [20]],
  ['a district, one whose role follows memberships elsewhere', district, { OrganizationAdmin: {} }, [20, 30]],
  ['a club, the administrator of two clubs', club, { OrganizationAdmin: { Organization: [20, 21] } }, [20]],
  ['a club, the administrator of the district', club, { OrganizationAdmin: { Organization: [2] } }, [20]],
]

test.each(beyond)('an administrator does not take over a wider account: %s', async (_, own, roles, clubs) => {
  const actor = await signedIn({ roles: own, organizationIds: [20] })
  const id = await createPerson(roles, clubs)
  for (const [name, call] of calls) expect([name, (await call(actor, id)).status]).toEqual([name, 403])
  const [row] = await database().query.select().from(users).where(eq(users.id, id))
  expect(row).toMatchObject({ passwordHash: null, email: null, inactiveAt: null })
  expect(await hasApp(id)).toBe(true)
  const { may } = await actor.json<{ may: object }>('GET', `/user/${id}/profile`)
  expect(may).toMatchObject({ edit: false })
})

const within: [string, HeldRoles, HeldRoles][] = [
  ['an administrator without a list, another', { Administrator: {} }, { Administrator: {} }],
  ['a district, an administrator of the same', district, district],
  ['a district, the administrator of a club in it', district, { OrganizationAdmin: { Organization: [20, 21] } }],
  ['a district, one whose role follows the membership', district, { OrganizationAdmin: {} }],
  ['a district, an educator', district, { Educator: { EducationCategory: [4] } }],
  ['a district, a member', district, {}],
]

test.each(within)('an administrator helps those with the same scope or less: %s', async (_, own, roles) => {
  const actor = await signedIn({ roles: own, organizationIds: [20] })
  const id = await createPerson(roles)
  for (const [name, call] of calls) expect([name, Math.floor((await call(actor, id)).status / 100)]).toEqual([name, 2])
  expect(await hasApp(id)).toBe(false)
})

test('a member of two districts without a role is changed by the office of either', async () => {
  const actor = await signedIn({ roles: district, organizationIds: [20] })
  const id = await createPerson({}, [20, 30])
  expect((await actor.fetch('PUT', `/user/edit/${id}`, { phone: '070-1234567' })).status).toBe(200)
})
