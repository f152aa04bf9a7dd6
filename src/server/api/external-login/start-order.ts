import { randomToken, sha256 } from '#platform/digest.ts'
import { returnPath } from '../authentication/rules.ts'
import { addressSubjects } from '../authentication/sign-in.ts'
import { mayAttempt } from '../authentication/storage.ts'
import { removeExpiredTokens } from '../authentication/tokens.ts'
import type { Visitor } from '../context.ts'
import { Refused } from '../refusals.ts'
import type { StartAuthentication, StartedAuthentication } from './contract.ts'
import { insertOrder, orderHash } from './orders.ts'
import { withProvider } from './providers.ts'
import { providerKey, startsAtMost } from './rules.ts'

/** Behind no edge nobody has an address; the provider wants one all the same. */
const endUserIp = (ctx: Visitor) => (ctx.address === 'unknown' ? '127.0.0.1' : ctx.address)

/** Browsers on an iPhone that are not its own are brought back by schemes of their own. */
export function backTo(address: string, userAgent: string): string {
  if (/\bCriOS\//.test(userAgent)) return address.replace(/^http/, 'googlechrome')
  if (/\bFxiOS\//.test(userAgent)) return `firefox://open-url?url=${encodeURIComponent(address)}`
  return address
}

/** Behind the `#`, so that no server and no log is told. */
const returnAddress = (ctx: Visitor, path: string, proof: string) =>
  `${ctx.env.PORTAL_ORIGIN}/login?external=1&returnUrl=${encodeURIComponent(path)}#external=${proof}`

const keyOf = ({ browserKey }: Visitor) =>
  browserKey.held && /^[\w-]{43}$/.test(browserKey.held) ? browserKey.held : randomToken()

/** Starts an order that this browser alone can see the end of. */
export async function startOrder(
  ctx: Visitor,
  provider: string,
  { sameDevice, returnUrl }: StartAuthentication,
  userAgent: string,
): Promise<StartedAuthentication> {
  if (provider.toLowerCase() !== providerKey(ctx.env)) throw new Refused('not_found')
  const mayStart = await mayAttempt(ctx.db, addressSubjects(ctx, 'external'), ctx.now, startsAtMost)
  if (!mayStart) throw new Refused('too_many_requests')
  const [orderRef, nonce, key] = [randomToken(), randomToken(), keyOf(ctx)]
  const address = returnAddress(ctx, returnPath(returnUrl), `${orderRef}.${nonce}`)
  const asking = { endUserIp: endUserIp(ctx), returnUrl: sameDevice ? backTo(address, userAgent) : null }
  return withProvider(ctx, async (eid) => {
    const order = await eid.start(asking)
    // The code's seconds count from the provider's answer.
    const startedAt = new Date()
    const { qrStartToken, qrStartSecret } = order
    const nonceHash = sameDevice ? await sha256(nonce) : null
    const kept = { providerRef: order.orderRef, qrStartToken, qrStartSecret, nonceHash, personHash: null }
    await ctx.db.commit([
      removeExpiredTokens(ctx.db, 'ExternalOrder', ctx.now),
      insertOrder(ctx, await orderHash(orderRef, key), kept, startedAt),
    ])
    ctx.browserKey.becomes = key
    return {
      orderRef,
      autoStartToken: sameDevice ? order.autoStartToken : null,
      startUrl: sameDevice ? eid.startUrl(order.autoStartToken) : null,
      qrData: sameDevice ? null : eid.qrText(order, 0),
    }
  })
}
