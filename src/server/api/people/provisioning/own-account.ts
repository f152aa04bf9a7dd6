import type { Role } from '#api/actor.ts'
import { latestAdultBirth } from '#api/ages.ts'
import type { Ctx } from '#api/context.ts'
import { wasAddressChangedRecently } from '#api/people/email-changes/storage.ts'
import { mapGroups, type OidcSettings } from '#api/people/external-login/oidc/rules.ts'
import { listAccounts, type StaffAccount } from '#api/people/external-login/oidc/storage.ts'
import { toPortalDay } from '#api/zone.ts'
import type { GroupName } from './group-storage.ts'
import { listTakenIds, type PersonRow } from './storage.ts'

/** The account that a person at the provider may have: one that exists, a new one, or null for none. */
export type JoinableAccount = StaffAccount | 'new' | null

/**
 * Returns whether the provider may give the account something: it is active, without a protected identity, and of an
 * adult on the day of `now`. Without a date of birth it counts as an adult's.
 */
export const isUsable = ({ birthOn, inactiveAt, protectedAt }: StaffAccount, now: Date) =>
  !inactiveAt && !protectedAt && (birthOn ?? '') <= latestAdultBirth(toPortalDay(now))

/**
 * Finds the account for a person at the provider who has none yet, by the e-mail address; `new` when no adult's
 * account has it. An account that exists is returned only when its owner has linked it by signing in at the provider.
 *
 * Null when several have the e-mail address, or the account is not linked, not usable (`isUsable`), of another person
 * at the provider, or its e-mail address was changed within the last 72 hours. The answer of a call never reveals
 * which it is.
 */
export async function findJoinableAccount(ctx: Ctx, settings: OidcSettings, email: string): Promise<JoinableAccount> {
  const bornBy = latestAdultBirth(toPortalDay(ctx.now))
  const [account, other] = await listAccounts(ctx.db, { email, bornBy })
  if (!account) return 'new'
  if (other || account.issuer !== settings.issuer || !isUsable(account, ctx.now)) return null
  const [isRecent, takenIds] = await Promise.all([
    wasAddressChangedRecently(ctx.db, account.id, ctx.now),
    listTakenIds(ctx.db, [account.id]),
  ])
  return isRecent || takenIds.length > 0 ? null : account
}

type OwnedPerson = Pick<PersonRow, 'id' | 'userId' | 'isCreated'>

/**
 * Loads the accounts of people at the provider, as `loadOwnAccount` does, by the id of the person at the provider.
 * People without one are not in the map.
 */
export async function loadOwnAccounts(
  ctx: Ctx,
  settings: OidcSettings,
  people: readonly OwnedPerson[],
): Promise<Map<string, StaffAccount>> {
  const userIds = people.flatMap(({ userId }) => (userId === null ? [] : [userId]))
  if (userIds.length === 0) return new Map()
  const accounts = new Map((await listAccounts(ctx.db, { userIds })).map((account) => [account.id, account]))
  return new Map(
    people.flatMap(({ id, userId, isCreated }) => {
      const account = accounts.get(userId ?? 0)
      return account && (isCreated || account.issuer === settings.issuer) ? [[id, account] as const] : []
    }),
  )
}

/**
 * Loads the account that a person at the provider has; null without one, and for one that is merged or erased. An
 * account that the portal did not make counts only while its owner has it linked to this provider. An account that is
 * not usable (`isUsable`) is found too, so that its access can end.
 */
export async function loadOwnAccount(
  ctx: Ctx,
  settings: OidcSettings,
  person: OwnedPerson,
): Promise<StaffAccount | null> {
  return (await loadOwnAccounts(ctx, settings, [person])).get(person.id) ?? null
}

/** Returns the name by which the mapping knows a group: the provider's id of it, or else its name. */
export const toMappedName = ({ externalId, displayName }: Omit<GroupName, 'id'>): string => externalId ?? displayName

/** Returns the roles that the groups give, in the order of the list of roles. */
export const listGivenRoles = (settings: Pick<OidcSettings, 'groupRoles'>, groups: readonly GroupName[]): Role[] =>
  mapGroups(settings, groups.map(toMappedName))
