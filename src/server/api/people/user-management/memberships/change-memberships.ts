import type { Ctx } from '#api/context.ts'
import { isAdministrator } from '#api/held-roles.ts'
import { followsMemberships } from '#api/people/roles/rules.ts'
import { getAdministeredRoots } from '#api/people/users/access.ts'
import { insertMemberships, removeMemberships } from '#api/people/users/membership-storage.ts'
import { compareIds, refuseMemberships } from '#api/people/users/rules.ts'
import type { FoundUser } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import type { Statement } from '#platform/database.ts'
import { listMembershipOrganizations, listMemberships } from './storage.ts'

/**
 * Returns the statements that replace a person's memberships by those in the organisations `organizationIds`; none when
 * they stay the same. They write no audit entry.
 *
 * @throws Refused('rights_beyond_own') when the memberships would extend the person's role and the caller is no
 * administrator.
 * @throws Refused('invalid_input') at the field `organizationIds` when the change is refused.
 */
export async function changeMemberships(
  ctx: Ctx,
  user: FoundUser,
  organizationIds: readonly number[],
): Promise<Statement[]> {
  const after = [...new Set(organizationIds)]
  // Memberships of an external user in the register are not shown and can only be removed.
  const before = user.isExternal ? await listMemberships(ctx.db, user.id) : Object.keys(user.organizations).map(Number)
  const { added, removed } = compareIds(before, after)
  if (added.length + removed.length === 0) return []
  // A role that follows the memberships gets more rights by a new membership, which only administrators may give.
  if (added.length > 0 && followsMemberships(user.roles) && !isAdministrator(ctx.actor))
    throw new Refused('rights_beyond_own')
  const places = await listMembershipOrganizations(ctx.db, [...added, ...removed], getAdministeredRoots(ctx.actor))
  const reason = refuseMemberships({ before, after, isExternal: user.isExternal, places })
  if (reason) {
    const text = translator(ctx.language, 'refusals')(`invalid.${reason}`)
    throw new Refused('invalid_input', { fields: { organizationIds: text } })
  }
  return [removeMemberships(ctx.db, user.id, removed), insertMemberships(ctx.db, user.id, added)]
}
