import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { HeldRoles } from '#api/actor.ts'
import { features } from '#api/features.ts'
import type { Profile } from '#api/office/profiles/contract.ts'
import { authenticatorApps } from '#api/people/authentication/table.ts'
import { oidcLinks } from '#api/people/external-login/table.ts'
import type { User } from '#api/people/users/contract.ts'
import { users } from '#api/people/users/table.ts'
import { listAccountActions, listPersonActions } from '#islands/users/person-actions.ts'
import { configurePortal } from '../configuration.ts'
import { insertFederation } from '../federation.ts'
import { createStaff, groups, openIdSettings } from '../openid.ts'
import { database, type Person, signedIn } from '../portal.ts'

// The menu of a person offers nothing that the server then refuses.

await insertFederation()
await configurePortal({ features: [...features] })

type Action = ReturnType<typeof listPersonActions>[number] | ReturnType<typeof listAccountActions>[number]

/** Makes the call behind an action. */
const calls: Record<Action, (actor: Person, person: User) => Promise<Response>> = {
  edit: ({ fetch }, { id, email, phone }) => fetch('PUT', `/User/${id}`, { email, phone }),
  roles: ({ fetch }, { id, roles }) => fetch('PUT', `/User/${id}/updateRoles`, { roles }),
  password: ({ fetch }, { id }) => fetch('POST', '/Authentication/GeneratePassword', { userId: id }),
  link: ({ fetch }, { id }) => fetch('GET', `/Authentication/SingleSignOnLinkForUser/${id}`),
  reopen: ({ fetch }, { id }) => fetch('PUT', `/user/ReactivateInactiveUser/${id}`),
  forgetConnection: ({ fetch }, { id }) => fetch('DELETE', `/ExternalLogin/connection/${id}`),
  forgetStaffSignIn: ({ fetch }, { id }) => fetch('DELETE', `/ExternalLogin/oidc/link/${id}`),
  removeFactors: ({ fetch }, { id }) => fetch('DELETE', `/Authentication/factors/${id}`),
  protection: ({ fetch }, { id }) => fetch('PUT', `/User/${id}/protection`, { protected: true, reason: 'Hot' }),
  mentions: ({ fetch }, { id }) => fetch('GET', `/User/${id}/mentions`),
  merge: ({ fetch }, { id }) => fetch('GET', `/PersonMerges/preview?fromUserId=${id}&intoUserId=1`),
}

const actorRoles: [string, HeldRoles][] = [
  ['a superadministrator', { SuperAdministrator: {} }],
  ['an administrator', { Administrator: {} }],
  ['an administrator of one district', { Administrator: { Organization: [2] } }],
  ['a club administrator', { OrganizationAdmin: { Organization: [20] } }],
]

const personRoles: [string, HeldRoles, string[]][] = [
  ['a member', {}, []],
  ['a club administrator', { OrganizationAdmin: {} }, []],
  ['an educator', { Educator: {} }, []],
  ['an administrator', { Administrator: {} }, []],
  ['a superadministrator', { SuperAdministrator: {} }, []],
  ['an administrator of the district', { Administrator: { Organization: [2] } }, []],
  ['an administrator of two districts', { Administrator: { Organization: [2, 3] } }, []],
  ['a club administrator of two districts', { OrganizationAdmin: { Organization: [20, 30] } }, []],
  ['a member whom a group made an administrator', {}, ['office']],
  ['a member whom a group made an educator', {}, ['teachers']],
]

/** Creates an inactive person with a staff sign-in, an electronic identification and a second factor. */
async function createPerson(roles: HeldRoles, groupNames: string[]): Promise<number> {
  const { person, signIn } = await createStaff(roles, { organizationIds: [20] })
  const { query } = database()
  if (groupNames.length > 0) expect(await signIn(groups(...groupNames))).toBe(200)
  const link = { userId: person.id, issuer: openIdSettings.OIDC_ISSUER, subject: `subject ${person.id}` }
  const now = new Date()
  await query
    .insert(oidcLinks)
    .values({ ...link, createdAt: now, signedInAt: now })
    .onConflictDoNothing()
  await query.insert(authenticatorApps).values({ userId: person.id, secret: 'x', lastStep: 0, createdAt: now })
  await query
    .update(users)
    .set({ personalNumberHash: `hash ${person.id}`, inactiveAt: new Date() })
    .where(eq(users.id, person.id))
  return person.id
}

/** Lists what the page of the person offers, as it asks for it. */
async function listOffered(actor: Person, roles: HeldRoles, id: number): Promise<{ person: User; actions: Action[] }> {
  const caller = { id: actor.id, roles }
  const editsRoles = 'SuperAdministrator' in roles || 'Administrator' in roles
  const profile = await actor.json<Profile>('GET', `/user/${id}/profile`)
  // Readers who may edit a person receive the whole user.
  const person = profile.user as User
  const list = { searchString: person.userName, inactive: true }
  const { items, editableIds } = await actor.json<{ items: User[]; editableIds: number[] }>(
    'POST',
    '/User/filtered',
    list,
  )
  const listed = items.flatMap((found) =>
    listPersonActions({ actor: caller, person: found, editsRoles, mayManage: editableIds.includes(found.id) }),
  )
  if (!profile.may.edit) return { person, actions: listed }
  const factors = await actor.fetch('GET', `/Authentication/factors/${id}`)
  const facts = {
    connected: profile.connected === true,
    staffSignIn: profile.staffSignIn === true,
    hasFactors: factors.ok && (await factors.json<{ hasFactors: boolean }>()).hasFactors,
  }
  const onPage = listPersonActions({ actor: caller, person, editsRoles, mayManage: true })
  return { person, actions: [...new Set([...listed, ...onPage, ...listAccountActions(caller, facts)])] }
}

const offered = new Set<Action>()

test.each(
  actorRoles.flatMap(([who, roles]) =>
    personRoles.map(([whom, heldRoles, names]) => [who, whom, roles, heldRoles, names] as const),
  ),
)('%s is offered only what the server allows on %s', async (_who, _whom, roles, heldRoles, names) => {
  const actor = await signedIn({ roles, organizationIds: [20] })
  const { actions } = await listOffered(actor, roles, await createPerson(heldRoles, names))
  for (const action of actions) {
    offered.add(action)
    const { person } = await listOffered(actor, roles, await createPerson(heldRoles, names))
    const response = await calls[action](actor, person)
    expect([action, response.status]).not.toEqual([action, 403])
    expect([action, response.status]).not.toEqual([action, 404])
  }
})

test('every action is offered to somebody', () => {
  expect([...offered].sort()).toEqual(Object.keys(calls).sort())
})
