import type { Ctx } from '#api/context.ts'
import { isAdministrator } from '#api/held-roles.ts'
import { followsMemberships } from '#api/people/roles/rules.ts'
import { rootsOf } from '#api/people/users/access.ts'
import { insertMemberships, removeMemberships } from '#api/people/users/membership-storage.ts'
import { movedBetween, refuseMemberships } from '#api/people/users/rules.ts'
import type { FoundUser } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import type { Statement } from '#platform/database.ts'
import { listMemberships, listPlaces } from './storage.ts'

/** Statements that make a person's memberships what was written; refused at the field. Written as before, none. */
export async function membershipChange(ctx: Ctx, user: FoundUser, written: readonly number[]): Promise<Statement[]> {
  const after = [...new Set(written)]
  // What an external user still has in the register is not shown, and can only be taken away.
  const before = user.isExternal ? await listMemberships(ctx.db, user.id) : Object.keys(user.organizations).map(Number)
  const { added, removed } = movedBetween(before, after)
  if (added.length + removed.length === 0) return []
  // Adding to somebody whose role follows their memberships gives rights, which is for administrators.
  if (added.length > 0 && followsMemberships(user.roles) && !isAdministrator(ctx.actor))
    throw new Refused('rights_beyond_own')
  const places = await listPlaces(ctx.db, [...added, ...removed], rootsOf(ctx.actor))
  const reason = refuseMemberships({ before, after, isExternal: user.isExternal, places })
  if (reason) {
    const text = translator(ctx.language, 'refusals')(`invalid.${reason}`)
    throw new Refused('invalid_input', { fields: { organizationIds: text } })
  }
  return [removeMemberships(ctx.db, user.id, removed), insertMemberships(ctx.db, user.id, added)]
}
