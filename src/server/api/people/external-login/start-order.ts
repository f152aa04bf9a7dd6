import type { Visitor } from '#api/context.ts'
import { findConfiguration } from '#api/foundation/portal-configuration/storage.ts'
import { limitAttempts } from '#api/people/attempts/limit-attempts.ts'
import { networkLimits } from '#api/people/attempts/rules.ts'
import { requireRecentAuthentication } from '#api/people/authentication/passwords/recent-authentication.ts'
import { toReturnPath } from '#api/people/authentication/rules.ts'
import { removeExpiredTokens } from '#api/people/tokens/storage.ts'
import { Refused } from '#api/refusals.ts'
import type { Statement } from '#platform/database.ts'
import { randomToken, sha256 } from '#platform/digest.ts'
import type { StartAuthentication, StartedAuthentication } from './contract.ts'
import { browserKeyOrNew, hashOrder, insertOrder } from './orders.ts'
import { callProvider } from './providers/call-provider.ts'
import { findProviderKey, maxStarts, type ProviderKey } from './rules.ts'

/** Returns the caller's IP address, or the local one where it is unknown, because the provider requires an address. */
const endUserIp = (ctx: Visitor) => (ctx.address === 'unknown' ? '127.0.0.1' : ctx.address)

/** Returns the URL that the app opens. Chrome and Firefox on iOS need their own schemes. */
function toAppReturnUrl(address: string, userAgent: string): string {
  if (/\bCriOS\//.test(userAgent)) return address.replace(/^http/, 'googlechrome')
  if (/\bFxiOS\//.test(userAgent)) return `firefox://open-url?url=${encodeURIComponent(address)}`
  return address
}

/** Returns the URL to come back to. The proof is in the fragment, so that servers and logs do not get it. */
function toReturnUrl(
  ctx: Visitor,
  provider: ProviderKey,
  { connects, createsAccount, returnUrl }: StartAuthentication,
  proof: string,
): string {
  const page = connects
    ? `/login/connect?start=${provider}`
    : `/${createsAccount ? 'register' : 'login'}?external=${provider}&returnUrl=${encodeURIComponent(toReturnPath(returnUrl))}`
  return `${ctx.env.PORTAL_ORIGIN}${page}#external=${proof}`
}

/** Returns whether an order creates an account, for which the portal's own accounts must be on. */
async function checkCreation(ctx: Visitor, { connects, createsAccount }: StartAuthentication): Promise<boolean> {
  if (connects || !createsAccount) return false
  const features = (await findConfiguration(ctx.db))?.features ?? []
  if (!features.includes('OwnAccounts')) throw new Refused('not_found')
  return true
}

interface ConnectionRequest {
  userId: number | null
  /** Statements for the transaction that stores the order. */
  statements: Statement[]
}

/** Checks that the caller is a person and has authenticated, before their own account is connected. */
async function prepareConnection(
  ctx: Visitor,
  { connects, password }: StartAuthentication,
): Promise<ConnectionRequest> {
  const { actor } = ctx
  if (!connects) return { userId: null, statements: [] }
  if (!actor || actor.integration) throw new Refused('not_signed_in')
  return { userId: actor.id, statements: await requireRecentAuthentication({ ...ctx, actor }, password) }
}

/**
 * Starts an order at the provider of electronic identification and commits it for three minutes. Only this browser, by
 * the key in a cookie that the response sets, can read its result. Returns what starts the app (`sameDevice`) or the
 * first QR code. `connects` connects the caller's account instead of signing in; with `createsAccount` a person whom no
 * account knows goes on to create one.
 *
 * @throws Refused('not_found') when the portal does not use the provider, or people create no accounts.
 * @throws Refused('not_signed_in') when nobody is signed in to connect.
 * @throws Refused('wrong_password') when connecting requires the password and it is missing or wrong.
 * @throws Refused('session_expired') when the person who connects no longer exists.
 * @throws Refused('too_many_requests') after 60 orders of the network within a quarter of an hour, or too many wrong
 * passwords.
 * @throws Refused('external_login_in_progress') or Refused('external_login_unavailable') as `callProvider` does.
 */
export async function startOrder(
  ctx: Visitor,
  provider: string,
  input: StartAuthentication,
  userAgent: string,
): Promise<StartedAuthentication> {
  const key = findProviderKey(ctx.env, provider)
  if (!key) throw new Refused('not_found')
  const { sameDevice } = input
  const createsAccount = await checkCreation(ctx, input)
  const { userId: connectsUserId, statements } = await prepareConnection(ctx, input)
  await limitAttempts(ctx, networkLimits(ctx.address, 'external', maxStarts))
  const [orderRef, nonce, browserKey] = [randomToken(), randomToken(), browserKeyOrNew(ctx)]
  const address = toReturnUrl(ctx, key, input, `${orderRef}.${nonce}`)
  const startInput = {
    endUserIp: endUserIp(ctx),
    returnUrl: sameDevice ? toAppReturnUrl(address, userAgent) : null,
    withName: createsAccount,
  }
  return callProvider(ctx, key, async (eid) => {
    const order = await eid.start(startInput)
    // The seconds of the QR code count from the provider's response.
    const startedAt = new Date()
    const { qrStartToken, qrStartSecret } = order
    const nonceHash = sameDevice && eid.opensReturnUrl ? await sha256(nonce) : null
    const storedOrder = {
      provider: key,
      sameDevice,
      providerRef: order.orderRef,
      qrStartToken,
      qrStartSecret,
      nonceHash,
      personHash: null,
      connectsUserId,
      createsAccount,
      person: null,
    }
    await ctx.db.commit([
      ...statements,
      removeExpiredTokens(ctx.db, 'ExternalOrder', ctx.now),
      insertOrder(ctx, await hashOrder(orderRef, browserKey), storedOrder, startedAt),
    ])
    ctx.browserKey.newValue = browserKey
    return {
      orderRef,
      autoStartToken: sameDevice ? order.autoStartToken : null,
      startUrl: sameDevice ? eid.startUrl(order.autoStartToken) : null,
      qrData: sameDevice ? null : eid.qrText(order, 0),
    }
  })
}
