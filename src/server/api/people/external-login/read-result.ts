import type { Visitor } from '#api/context.ts'
import { openSession } from '#api/people/authentication/open-session.ts'
import { claimToken, findToken, type OneTimeToken, setTokenData, takeTryOf } from '#api/people/tokens/storage.ts'
import { findEntrantByNumber } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { sha256 } from '#platform/digest.ts'
import { connect } from './connection.ts'
import type { AuthenticationResult, ReadResult } from './contract.ts'
import { keptOrderOf, orderHash } from './orders.ts'
import type { Collected, HintCode } from './providers/provider.ts'
import { personalNumberHash, providerOf, withProvider } from './providers/with-provider.ts'
import { messageKey, secondsSince } from './rules.ts'

const nothing = { hintCode: null, message: null, qrData: null, token: null, userId: null } as const

function progress(
  ctx: Visitor,
  status: 'pending' | 'failed',
  hintCode: HintCode,
  row?: OneTimeToken,
): AuthenticationResult {
  const order = row && keptOrderOf(row)
  const sameDevice = order ? order.nonceHash !== null : false
  const message = translator(ctx.language, 'external-login')(messageKey({ status, hintCode, sameDevice }))
  const isScanned = !['outstandingTransaction', 'noClient'].includes(hintCode)
  const qrData = order && row && !sameDevice && !isScanned ? qrNow(ctx, row) : null
  return { ...nothing, status, hintCode, message, qrData }
}

const qrNow = (ctx: Visitor, row: OneTimeToken) =>
  providerOf(ctx).qrText(keptOrderOf(row), secondsSince(row.createdAt, ctx.now))

/** An order that is over, unknown, used or another browser's is told alike. */
const over = (ctx: Visitor) => progress(ctx, 'failed', 'expiredTransaction')

async function isBroughtBack(nonceHash: string | null, nonce: string | undefined) {
  return nonceHash === null || (nonce !== undefined && (await sha256(nonce)) === nonceHash)
}

/** Whoever has signed out meanwhile, or in as another, connects nothing. */
async function connected(ctx: Visitor, userId: number, personHash: string): Promise<AuthenticationResult> {
  if (ctx.actor?.id !== userId) return over(ctx)
  await connect(ctx, userId, personHash)
  return { ...nothing, status: 'complete', userId }
}

/** Of two who read a completed order at once, one gets the session. */
async function complete(ctx: Visitor, row: OneTimeToken, personHash: string, userAgent: string | null) {
  const claimed = await claimToken(ctx.db, 'ExternalOrder', row.tokenHash, ctx.now)
  if (!claimed) return over(ctx)
  const { connectsUserId } = keptOrderOf(row)
  if (connectsUserId) return connected(ctx, connectsUserId, personHash)
  const person = await findEntrantByNumber(ctx.db, personHash)
  if (!person) throw new Refused('external_person_unknown')
  if (person.inactiveAt) throw new Refused('user_inactive')
  const session = await openSession(ctx, { userId: person.id, by: 'external-login', with: [], userAgent })
  return { ...nothing, status: 'complete' as const, ...session }
}

/** Who it was is kept when the browser that asks has not been brought back by the app: it may be somebody lured. */
async function proven(ctx: Visitor, row: OneTimeToken, personHash: string, asking: Asking) {
  const order = keptOrderOf(row)
  if (await isBroughtBack(order.nonceHash, asking.nonce)) return complete(ctx, row, personHash, asking.userAgent)
  if (!order.personHash) await ctx.db.commit([setTokenData(ctx.db, row.id, { ...order, personHash })])
  return progress(ctx, 'pending', 'processing', row)
}

type Asking = ReadResult & { userAgent: string | null }

async function collected(ctx: Visitor, row: OneTimeToken, asking: Asking): Promise<AuthenticationResult> {
  const order = keptOrderOf(row)
  if (order.personHash) return proven(ctx, row, order.personHash, asking)
  const result: Collected = await withProvider(ctx, (eid) => eid.collect(order.providerRef))
  if (result.status !== 'complete') return progress(ctx, result.status, result.hintCode, row)
  const hash = await personalNumberHash(ctx.env.PERSONAL_NUMBER_SECRET ?? '', result.personalNumber)
  return proven(ctx, row, hash, asking)
}

/** How far an order of this browser has come. */
export async function readResult(ctx: Visitor, orderRef: string, asking: Asking): Promise<AuthenticationResult> {
  const key = ctx.browserKey.held
  if (!key) return over(ctx)
  const hash = await orderHash(orderRef, key)
  if (asking.onlyQr) {
    const row = await findToken(ctx.db, 'ExternalOrder', hash, ctx.now)
    if (!row) return over(ctx)
    return { ...nothing, status: 'pending', qrData: keptOrderOf(row).nonceHash ? null : qrNow(ctx, row) }
  }
  const row = await takeTryOf(ctx.db, 'ExternalOrder', hash, ctx.now)
  return row ? collected(ctx, row, asking) : over(ctx)
}

export async function cancelOrder(ctx: Visitor, orderRef: string): Promise<void> {
  const key = ctx.browserKey.held
  const row = key && (await claimToken(ctx.db, 'ExternalOrder', await orderHash(orderRef, key), ctx.now))
  if (!row) return
  try {
    await withProvider(ctx, (eid) => eid.cancel(keptOrderOf(row).providerRef))
  } catch (error) {
    // Here it is over already; the provider's own copy dies of age, and the log knows.
    if (!(error instanceof Refused)) throw error
  }
}
