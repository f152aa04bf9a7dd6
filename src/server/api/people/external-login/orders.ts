import type { Visitor } from '#api/context.ts'
import { insertToken, type OneTimeToken } from '#api/people/tokens/storage.ts'
import { randomToken, sha256 } from '#platform/digest.ts'
import type { VerifiedName } from './providers/provider.ts'
import { listProviderKeys, maxStatusRequests, orderMinutes, type ProviderKey } from './rules.ts'

/** Name and date of birth (`yyyy-MM-dd`) from the provider. */
export type OrderPerson = VerifiedName & { birthOn: string }

/** Data of an order, stored until it expires. */
export type StoredOrder = {
  provider: ProviderKey
  /** True when the app is on the same device as the browser, so that there is no QR code. */
  sameDevice: boolean
  /** The provider's reference of the order. */
  providerRef: string
  qrStartToken: string
  qrStartSecret: string
  /** For an order on the same device whose app returns to the browser: hash of the nonce that the app must return. */
  nonceHash: string | null
  /** Hash of the personal number from the provider; stored until the browser returns with the nonce. */
  personHash: string | null
  /** Id of the user whose account the identification is connected with; null for a sign-in. */
  connectsUserId: number | null
  /** Whether an unknown person goes on to create an account. */
  createsAccount: boolean
  /** Person from the provider, of an order that creates an account; stored as long as `personHash`. */
  person: OrderPerson | null
}

/**
 * Returns the hash under which an order for electronic identification is stored. It depends on the browser's key, so
 * that the reference alone finds no order in another browser.
 */
export const hashOrder = (orderRef: string, browserKey: string) => sha256(`order ${orderRef} ${browserKey}`)

/**
 * Returns the statement that stores an order for electronic identification for three minutes from `startedAt`, with its
 * limit of 120 status requests. `tokenHash` is that of `hashOrder`.
 */
export const insertOrder = (ctx: Visitor, tokenHash: string, order: StoredOrder, startedAt: Date) =>
  insertToken(ctx.db, {
    tokenHash,
    purpose: 'ExternalOrder',
    data: order,
    triesLeft: maxStatusRequests,
    createdAt: startedAt,
    expiresAt: new Date(startedAt.getTime() + orderMinutes * 60_000),
  })

/**
 * Returns the order of a stored row. One that was stored before orders named their provider gets the portal's first,
 * and is on the same device when it has a nonce; one from before accounts were created by it creates none.
 */
export function parseStoredOrder({ env }: Visitor, row: OneTimeToken): StoredOrder {
  // Only `insertOrder` writes rows of this purpose.
  const stored = row.data as Omit<StoredOrder, 'provider' | 'sameDevice' | 'createsAccount' | 'person'> &
    Partial<StoredOrder>
  const { createsAccount = false, person = null } = stored
  const { provider = listProviderKeys(env)[0] ?? 'bankid', sameDevice = stored.nonceHash !== null } = stored
  return { ...stored, provider, sameDevice, createsAccount, person }
}

/**
 * Returns the key in the cookie of this browser, or a new random one when it is absent or malformed. A new one
 * differs at each call. Sets no cookie: the response does when the caller puts the key into
 * `ctx.browserKey.newValue`.
 */
export const browserKeyOrNew = ({ browserKey }: Visitor) =>
  browserKey.received && /^[\w-]{43}$/.test(browserKey.received) ? browserKey.received : randomToken()
