import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { featureIsOn } from '#api/foundation/portal-configuration/feature-is-on.ts'
import { organizationsView } from '#api/people/organizations/views.ts'
import { administers, selectBranchIds } from '#api/people/reach/within-reach.ts'
import { getAdministeredRoots } from '#api/people/users/access.ts'
import { membershipsOfPeople } from '#api/people/users/views.ts'
import { Refused } from '#api/refusals.ts'
import type { Database } from '#platform/database.ts'

/** SQL condition: the organisation is in a branch that the actor administers; always true without a branch. */
function administersOrganization(actor: Actor, id: number): SQL {
  const roots = getAdministeredRoots(actor)
  return roots === null ? sql`true` : sql`${id} in ${selectBranchIds(roots)}`
}

/**
 * SQL condition on `users`: the person is a member of the organisation itself with an open account, and the actor
 * administers them. Leaves out protected identities, except for superadministrators. Members of organisations below it
 * do not count.
 */
export const isListedMember = (actor: Actor, id: number): SQL =>
  sql`users.id in (select member.user_id from ${membershipsOfPeople} member where member.organization_id = ${id})
    and users.inactive_at is null and users.erased_at is null and ${administers(actor, sql`users.id`)}`

/** Features that limit the caller's view of an organisation. */
export interface OrganizationAccess {
  hasLicenses: boolean
}

/**
 * Checks that the caller administers an existing organisation, active or not; returns whether the feature of people's
 * licences is on. Begin it together with the reads that it guards, and await it before their rows are used.
 *
 * @throws Refused('not_found') when there is no such organisation.
 * @throws Refused('not_allowed') when it is in no branch of the caller.
 */
export async function requireOrganization(db: Database, actor: Actor, id: number): Promise<OrganizationAccess> {
  const [row] = await db.query
    .select({
      isAllowed: sql<number>`${administersOrganization(actor, id)}`.as('is_allowed'),
      hasLicenses: sql<number>`${featureIsOn('UserLicense')}`.as('has_licenses'),
    })
    .from(sql`${organizationsView} guarded_organization`)
    .where(sql`guarded_organization.id = ${id}`)
  if (!row) throw new Refused('not_found')
  if (row.isAllowed !== 1) throw new Refused('not_allowed')
  return { hasLicenses: row.hasLicenses === 1 }
}
