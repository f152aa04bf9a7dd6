import { type SQL, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import type { ProvisionedAccess } from '#api/people/external-login/oidc/provisioning.ts'
import { openAccounts } from '#api/people/integrations/views.ts'
import { hasGroups, listGroupedPeople } from './group-storage.ts'
import { toMappedName } from './own-account.ts'
import { joinAccount, listPeopleOfSignIn, type PersonRow } from './storage.ts'
import { provisioningGroupMembers, provisioningPeople } from './table.ts'

/** Returns the names of the groups of a person; null when their account has provisioned no group. */
async function readGroups({ db }: Visitor, { accountId, id }: PersonRow): Promise<string[] | null> {
  const [people, isGrouped] = await Promise.all([listGroupedPeople(db, accountId, [id]), hasGroups(db, accountId)])
  return isGrouped ? people.flatMap(({ groups }) => groups.map(toMappedName)) : null
}

/**
 * Finds the provisioned person who signs in to an account: the one that has it, or the only one without an account whose
 * e-mail address the provider has verified in this sign-in. Null for none, and for several with the address.
 */
export async function findProvisionedAccess(
  ctx: Visitor,
  userId: number,
  email: string | null,
): Promise<ProvisionedAccess | null> {
  const rows = await listPeopleOfSignIn(ctx.db, userId, email)
  const own = rows.find((row) => row.userId === userId)
  const [row] = own ? [own] : rows
  if (!row || (!own && rows.length > 1)) return null
  return {
    isActive: row.active && row.removedAt === null,
    groups: await readGroups(ctx, row),
    statements: own ? [] : [joinAccount(ctx.db, row.id, userId)],
  }
}

/** SQL condition: the person is active in a group of an account that has called since the moment, given as ISO text. */
export const isInGroupSince = (userId: SQL, moment: string): SQL => sql`exists (
  select 1 from ${provisioningPeople} confirmed_person
  join ${provisioningGroupMembers} confirmed_member on confirmed_member.person_id = confirmed_person.id
  join ${openAccounts} calling_account on calling_account.id = confirmed_person.account_id
  where confirmed_person.user_id = ${userId} and confirmed_person.active = 1 and confirmed_person.removed_at is null
    and calling_account.last_used_at > ${moment})`
