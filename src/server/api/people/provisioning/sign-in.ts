import { subDays } from 'date-fns'
import { type SQL, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import type { HeldGroupRole, ProvisionedAccess } from '#api/people/external-login/oidc/provisioning.ts'
import { readRoleDays } from '#api/people/external-login/oidc/rules.ts'
import { loadPerson } from '#api/people/integrations/people/storage.ts'
import { staffAccounts } from '#api/people/integrations/views.ts'
import { toPortalDay } from '#api/zone.ts'
import { hasGroups, listGroupedPeople } from './group-storage.ts'
import { toMappedName } from './own-account.ts'
import { joinAccount, listPeopleOfSignIn, type PersonRow, requireVersion, updatePerson } from './storage.ts'
import { provisioningGroupMembers, provisioningGroups, provisioningPeople } from './table.ts'

const toText = (moment: Date) => moment.toISOString()

/** Returns the names of the groups of a person; null when their account has provisioned no group. */
async function readGroups({ db }: Visitor, { accountId, id }: PersonRow): Promise<string[] | null> {
  const [people, isGrouped] = await Promise.all([listGroupedPeople(db, accountId, [id]), hasGroups(db, accountId)])
  return isGrouped ? people.flatMap(({ groups }) => groups.map(toMappedName)) : null
}

/** Whether the portal made the account for the person with the e-mail address, and nobody has ever signed in to it. */
async function isUnusedBy({ db }: Visitor, row: PersonRow, userId: number, email: string | null): Promise<boolean> {
  if (!row.isCreated || email === null || row.email?.toLowerCase() !== email.toLowerCase()) return false
  const account = await loadPerson(db, userId, [])
  return account !== null && !account.hasSignedIn
}

/**
 * Finds the provisioned person who signs in to an account. It is the one that has it, or the only one without an
 * account whose e-mail address the provider has verified in this sign-in. A person whom the provider has removed
 * counts only when there is no other.
 *
 * Returns whether the provider has the person as active, whether nobody has ever signed in to the account that the
 * portal made (`isUnused`), the names of the groups (null while none is provisioned), and statements for the commit of
 * the sign-in, which join person and account. Null for none, for several with the e-mail address, and when the
 * integration account no longer provisions staff.
 */
export async function findProvisionedAccess(
  ctx: Visitor,
  userId: number,
  email: string | null,
): Promise<ProvisionedAccess | null> {
  const since = toText(subDays(ctx.now, readRoleDays(ctx.env)))
  const accounts = staffAccounts({ today: toPortalDay(ctx.now), since })
  const rows = await listPeopleOfSignIn(ctx.db, accounts, userId, email)
  const present = rows.filter(({ removedAt }) => removedAt === null)
  const own = present.find((row) => row.userId === userId)
  const [row, other] = own ? [own] : present.length > 0 ? present : rows
  if (!row || (other && other.removedAt === null)) return null
  const isOwn = row.userId === userId
  return {
    isActive: row.active && row.removedAt === null,
    isUnused: isOwn && (await isUnusedBy(ctx, row, userId, email)),
    groups: await readGroups(ctx, row),
    // The new version makes a change of access that has read the account before the sign-in read it again.
    statements: [
      requireVersion(ctx.db, row),
      isOwn ? updatePerson(ctx.db, row, {}, ctx.now) : joinAccount(ctx.db, row, userId, ctx.now),
    ],
  }
}

/**
 * SQL condition: the person is provisioned as active and in a group that gives the `role`, by an integration account
 * that has called since `since`. `groupRoles` gives the roles of each group; null when that is unknown, so that every
 * group counts. It does not say when the person came into the group.
 */
export function isInGroupSince({ userId, role, groupRoles, now, since }: HeldGroupRole): SQL {
  const given = [...(groupRoles ?? [])].flatMap(([group, roles]) => roles.map((one) => ({ group, role: one })))
  const isGiving = groupRoles
    ? sql`exists (select 1 from json_each(${JSON.stringify(given)}) given
        where given.value ->> 'group' = coalesce(confirmed_group.external_id, confirmed_group.display_name)
          and given.value ->> 'role' = ${role})`
    : sql`true`
  return sql`exists (
    select 1 from ${provisioningPeople} confirmed_person
    join ${provisioningGroupMembers} confirmed_member on confirmed_member.person_id = confirmed_person.id
    join ${provisioningGroups} confirmed_group on confirmed_group.id = confirmed_member.group_id
    where confirmed_person.user_id = ${userId} and confirmed_person.active = 1 and confirmed_person.removed_at is null
      and confirmed_person.account_id in ${staffAccounts({ today: toPortalDay(now), since: toText(since) })}
      and ${isGiving})`
}
