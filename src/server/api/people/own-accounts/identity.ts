import type { Visitor } from '#api/context.ts'
import { findConfiguration } from '#api/foundation/portal-configuration/storage.ts'
import { findToken, insertToken, removeExpiredTokens, removeToken } from '#api/people/tokens/storage.ts'
import { Refused } from '#api/refusals.ts'
import type { Statement } from '#platform/database.ts'
import { randomToken, sha256 } from '#platform/digest.ts'
import { type IdentityProvider, minutesAfter, proofMinutes } from './rules.ts'

/** A person as an electronic identification has identified them, without the personal number. */
export type IdentifiedPerson = {
  /** HMAC of the personal number. */
  personHash: string
  firstName: string
  lastName: string
  /** Date of birth (`yyyy-MM-dd`). */
  birthOn: string
  provider: IdentityProvider
}

/** Returns the hash under which an identity is stored. Without the key of its browser the reference finds nothing. */
const hashIdentity = (identity: string, browserKey: string) => sha256(`identity ${identity} ${browserKey}`)

/**
 * Stores an identified person for an hour, until their account is finished, and returns the reference. Only the browser
 * of the request can use it, and its cookie is renewed. Removes the expired ones of everybody.
 *
 * @throws Refused('own_account_identity_invalid') when the browser has no key, which every order has set.
 */
export async function storeIdentity(ctx: Visitor, person: IdentifiedPerson): Promise<string> {
  const identity = randomToken()
  const key = ctx.browserKey.received
  if (!key) throw new Refused('own_account_identity_invalid')
  await ctx.db.commit([
    removeExpiredTokens(ctx.db, 'AccountIdentity', ctx.now),
    insertToken(ctx.db, {
      tokenHash: await hashIdentity(identity, key),
      purpose: 'AccountIdentity',
      data: person,
      createdAt: ctx.now,
      expiresAt: minutesAfter(ctx.now, proofMinutes),
    }),
  ])
  // The cookie of the order would end before the identity.
  ctx.browserKey.newValue = key
  return identity
}

/**
 * Returns the identified person of a reference, with the hash by which `removeIdentity` removes it. Uses nothing up.
 *
 * @throws Refused('not_found') when the portal uses no electronic identification.
 * @throws Refused('own_account_identity_invalid') when the reference is unknown, used or expired, or of another
 * browser.
 */
export async function getIdentity(
  ctx: Visitor,
  identity: string,
): Promise<{ person: IdentifiedPerson; identityHash: string }> {
  const features = (await findConfiguration(ctx.db))?.features ?? []
  if (!features.includes('UseExternalLogin')) throw new Refused('not_found')
  const identityHash = await hashIdentity(identity, ctx.browserKey.received ?? '')
  const stored = ctx.browserKey.received && (await findToken(ctx.db, 'AccountIdentity', identityHash, ctx.now))
  if (!stored) throw new Refused('own_account_identity_invalid')
  // Only `storeIdentity` writes rows of this purpose.
  return { person: stored.data as IdentifiedPerson, identityHash }
}

/**
 * Removes an identity of the browser of the request, so that its reference finds nothing any more. Does nothing for one
 * that is unknown, used, expired or of another browser.
 */
export async function endIdentity(ctx: Visitor, identity: string): Promise<undefined> {
  await ctx.db.commit([removeIdentity(ctx, await hashIdentity(identity, ctx.browserKey.received ?? ''))])
}

/** Returns the statement that removes an identity by its hash, once its account is finished. */
export const removeIdentity = (ctx: Visitor, identityHash: string): Statement =>
  removeToken(ctx.db, 'AccountIdentity', identityHash)
