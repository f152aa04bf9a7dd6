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

/** Whether the provider may give the account something: it is of an adult, open, and without a protected identity. */
export const isUsable = ({ birthOn, inactiveAt, protectedAt }: StaffAccount, now: Date) =>
  !inactiveAt && !protectedAt && (birthOn ?? '') <= latestAdultBirth(toPortalDay(now))

/**
 * Finds the account of a person at the provider who has none yet, by the e-mail address. An account that exists is theirs
 * only when its owner has linked it by signing in at the provider, under the rules of that first sign-in; without any
 * account of an adult with the address, the portal makes a new one. The answer of a call never tells which it is.
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

/** Loads the accounts of people at the provider, as `loadOwnAccount` does, by the id of the person. */
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
 * Loads the account that a person at the provider has; null without one, and for one that is merged, erased or no longer
 * linked by its owner. An account that is not usable is found too, so that its access can end.
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
