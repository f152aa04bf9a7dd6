import type { Visitor } from '#api/context.ts'
import { limitAttempts } from '#api/people/attempts/limit-attempts.ts'
import { networkLimits } from '#api/people/attempts/rules.ts'
import { mustHaveGivenPassword } from '#api/people/authentication/passwords/recent-password.ts'
import { returnPath } from '#api/people/authentication/rules.ts'
import { removeExpiredTokens } from '#api/people/tokens/storage.ts'
import { Refused } from '#api/refusals.ts'
import type { Statement } from '#platform/database.ts'
import { randomToken, sha256 } from '#platform/digest.ts'
import type { StartAuthentication, StartedAuthentication } from './contract.ts'
import { insertOrder, orderHash } from './orders.ts'
import { withProvider } from './providers/with-provider.ts'
import { providerKey, startsAtMost } from './rules.ts'

/** Behind no edge nobody has an address; the provider wants one all the same. */
const endUserIp = (ctx: Visitor) => (ctx.address === 'unknown' ? '127.0.0.1' : ctx.address)

/** Browsers on an iPhone that are not its own are brought back by schemes of their own. */
function backTo(address: string, userAgent: string): string {
  if (/\bCriOS\//.test(userAgent)) return address.replace(/^http/, 'googlechrome')
  if (/\bFxiOS\//.test(userAgent)) return `firefox://open-url?url=${encodeURIComponent(address)}`
  return address
}

/** Behind the `#`, so that no server and no log is told. */
function returnAddress(ctx: Visitor, { connects, returnUrl }: StartAuthentication, proof: string): string {
  const page = connects
    ? '/login/connect?start=1'
    : `/login?external=1&returnUrl=${encodeURIComponent(returnPath(returnUrl))}`
  return `${ctx.env.PORTAL_ORIGIN}${page}#external=${proof}`
}

interface Connecting {
  userId: number | null
  /** Written together with the order. */
  statements: Statement[]
}

/** Only a person has an account to connect, only their own, and only with its password. */
async function connectingFor(ctx: Visitor, { connects, password }: StartAuthentication): Promise<Connecting> {
  const { actor } = ctx
  if (!connects) return { userId: null, statements: [] }
  if (!actor || actor.integration) throw new Refused('not_signed_in')
  return { userId: actor.id, statements: await mustHaveGivenPassword({ ...ctx, actor }, password) }
}

const keyOf = ({ browserKey }: Visitor) =>
  browserKey.held && /^[\w-]{43}$/.test(browserKey.held) ? browserKey.held : randomToken()

/** Starts an order that this browser alone can see the end of. */
export async function startOrder(
  ctx: Visitor,
  provider: string,
  wanted: StartAuthentication,
  userAgent: string,
): Promise<StartedAuthentication> {
  if (provider.toLowerCase() !== providerKey(ctx.env)) throw new Refused('not_found')
  const { sameDevice } = wanted
  const { userId: connectsUserId, statements } = await connectingFor(ctx, wanted)
  await limitAttempts(ctx, networkLimits(ctx.address, 'external', startsAtMost))
  const [orderRef, nonce, key] = [randomToken(), randomToken(), keyOf(ctx)]
  const address = returnAddress(ctx, wanted, `${orderRef}.${nonce}`)
  const asking = { endUserIp: endUserIp(ctx), returnUrl: sameDevice ? backTo(address, userAgent) : null }
  return withProvider(ctx, async (eid) => {
    const order = await eid.start(asking)
    // The code's seconds count from the provider's answer.
    const startedAt = new Date()
    const { qrStartToken, qrStartSecret } = order
    const nonceHash = sameDevice ? await sha256(nonce) : null
    const kept = {
      providerRef: order.orderRef,
      qrStartToken,
      qrStartSecret,
      nonceHash,
      personHash: null,
      connectsUserId,
    }
    await ctx.db.commit([
      ...statements,
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
