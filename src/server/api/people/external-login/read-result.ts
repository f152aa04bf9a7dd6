import type { Visitor } from '#api/context.ts'
import { openSession } from '#api/people/authentication/open-session.ts'
import { storeIdentity } from '#api/people/own-accounts/identity.ts'
import {
  claimToken,
  countTokenAttempt,
  findToken,
  type OneTimeToken,
  setTokenData,
} from '#api/people/tokens/storage.ts'
import { findUserByPersonalNumber } from '#api/people/users/sign-in-storage.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { sha256 } from '#platform/digest.ts'
import { connectIdentification } from './connection.ts'
import type { AuthenticationResult, ReadResult } from './contract.ts'
import { hashOrder, type OrderPerson, parseStoredOrder } from './orders.ts'
import { callProvider, getProvider, hashPersonalNumber } from './providers/call-provider.ts'
import type { CollectResult, HintCode } from './providers/provider.ts'
import { getMessageKey, type ProviderKey, secondsSince, toBirthDate } from './rules.ts'

const emptyResult = { hintCode: null, message: null, qrData: null, token: null, userId: null, identity: null } as const

function progress(
  ctx: Visitor,
  status: 'pending' | 'failed',
  hintCode: HintCode,
  row?: OneTimeToken,
): AuthenticationResult {
  const order = row && parseStoredOrder(ctx, row)
  const sameDevice = order?.sameDevice ?? false
  const provider = order?.provider ?? 'bankid'
  const message = translator(ctx.language, 'external-login')(getMessageKey({ provider, status, hintCode, sameDevice }))
  const isScanned = !['outstandingTransaction', 'noClient'].includes(hintCode)
  const qrData = order && row && !sameDevice && !isScanned ? currentQr(ctx, row) : null
  return { ...emptyResult, status, hintCode, message, qrData }
}

function currentQr(ctx: Visitor, row: OneTimeToken): string {
  const order = parseStoredOrder(ctx, row)
  return getProvider(ctx, order.provider).qrText(order, secondsSince(row.createdAt, ctx.now))
}

/** Returns the same result for an order that has ended, is unknown or used, or belongs to another browser. */
const expiredResult = (ctx: Visitor) => progress(ctx, 'failed', 'expiredTransaction')

async function hasNonce(nonceHash: string | null, nonce: string | undefined) {
  return nonceHash === null || (nonce !== undefined && (await sha256(nonce)) === nonceHash)
}

/** Connects the account, unless the caller has signed out or changed user since the order began. */
async function connectAccount(ctx: Visitor, userId: number, personHash: string): Promise<AuthenticationResult> {
  if (ctx.actor?.id !== userId) return expiredResult(ctx)
  await connectIdentification(ctx, userId, personHash)
  return { ...emptyResult, status: 'complete', userId }
}

/** A person whom the provider has identified. */
interface IdentifiedOwner {
  personHash: string
  /** Of an order that creates an account; null for any other, and without a name or a birthday. */
  person: OrderPerson | null
}

/** Lets this browser create an account for a person whom no account knows. */
async function offerAccount(ctx: Visitor, provider: ProviderKey, personHash: string, person: OrderPerson) {
  const identity = await storeIdentity(ctx, { ...person, personHash, provider })
  return { ...emptyResult, status: 'complete' as const, identity }
}

/** Completes an order. Of two requests at once only one gets the session. */
async function complete(
  ctx: Visitor,
  row: OneTimeToken,
  owner: IdentifiedOwner,
  userAgent: string | null,
): Promise<AuthenticationResult> {
  const { personHash } = owner
  const claimed = await claimToken(ctx.db, 'ExternalOrder', row.tokenHash, ctx.now)
  if (!claimed) return expiredResult(ctx)
  const order = parseStoredOrder(ctx, row)
  const { connectsUserId, provider } = order
  // A used order keeps nothing of the person.
  if (order.personHash)
    await ctx.db.commit([setTokenData(ctx.db, row.id, { ...order, personHash: null, person: null })])
  if (connectsUserId) return connectAccount(ctx, connectsUserId, personHash)
  const person = await findUserByPersonalNumber(ctx.db, personHash)
  if (!person && owner.person) return offerAccount(ctx, provider, personHash, owner.person)
  if (!person && order.createsAccount) return progress(ctx, 'failed', 'unknown', row)
  if (!person) throw new Refused('external_person_unknown')
  if (person.inactiveAt) throw new Refused('user_inactive')
  const by = provider === 'freja' ? 'freja' : 'external-login'
  const session = await openSession(ctx, { userId: person.id, by, with: [], userAgent })
  return { ...emptyResult, status: 'complete' as const, ...session }
}

/**
 * Completes an order whose person is known. When the request has no nonce from the app, only stores the person: the
 * browser may belong to a victim of phishing.
 */
async function completeOrWait(ctx: Visitor, row: OneTimeToken, owner: IdentifiedOwner, request: ResultRequest) {
  const order = parseStoredOrder(ctx, row)
  if (await hasNonce(order.nonceHash, request.nonce)) return complete(ctx, row, owner, request.userAgent)
  if (!order.personHash) await ctx.db.commit([setTokenData(ctx.db, row.id, { ...order, ...owner })])
  return progress(ctx, 'pending', 'processing', row)
}

type ResultRequest = ReadResult & { userAgent: string | null }

async function collectResult(ctx: Visitor, row: OneTimeToken, request: ResultRequest): Promise<AuthenticationResult> {
  const order = parseStoredOrder(ctx, row)
  const { personHash, person } = order
  if (personHash) return completeOrWait(ctx, row, { personHash, person }, request)
  const result: CollectResult = await callProvider(ctx, order.provider, (eid) => eid.collect(order.providerRef))
  if (result.status !== 'complete') return progress(ctx, result.status, result.hintCode, row)
  const owner = {
    personHash: await hashPersonalNumber(ctx.env.PERSONAL_NUMBER_SECRET ?? '', result.personalNumber),
    person: order.createsAccount ? toOrderPerson(result) : null,
  }
  return completeOrWait(ctx, row, owner, request)
}

/** Returns the name and date of birth of an identified person; null when the provider gives no name, or no birthday. */
function toOrderPerson({ name, personalNumber }: Extract<CollectResult, { status: 'complete' }>): OrderPerson | null {
  const birthOn = toBirthDate(personalNumber)
  return name && birthOn ? { ...name, birthOn } : null
}

/**
 * Returns the status of an order for electronic identification of this browser. Once it is complete, it opens the
 * session as `openSession` does, or connects the caller's account. For an order that creates an account, and a person
 * whom no account knows, it returns the `identity` with which this browser goes on, and opens no session.
 *
 * With `onlyQr` it returns the present QR code and does not ask the provider. An order that was begun on the same
 * device is only completed with the `nonce` of its return URL. An order that has ended, is unknown, is used, has no
 * requests left or belongs to another browser reads as failed with `expiredTransaction`.
 *
 * @throws Refused('external_person_unknown') when no account has the identification.
 * @throws Refused('user_inactive') when its person is inactive.
 * @throws Refused('external_person_taken') when another account has the identification that is connected.
 * @throws Refused('own_account_identity_invalid') as `storeIdentity` does.
 * @throws Refused('external_login_in_progress') or Refused('external_login_unavailable') as `callProvider` does.
 */
export async function readResult(
  ctx: Visitor,
  orderRef: string,
  request: ResultRequest,
): Promise<AuthenticationResult> {
  const key = ctx.browserKey.received
  if (!key) return expiredResult(ctx)
  const hash = await hashOrder(orderRef, key)
  if (request.onlyQr) {
    const row = await findToken(ctx.db, 'ExternalOrder', hash, ctx.now)
    if (!row) return expiredResult(ctx)
    return {
      ...emptyResult,
      status: 'pending',
      qrData: parseStoredOrder(ctx, row).sameDevice ? null : currentQr(ctx, row),
    }
  }
  const row = await countTokenAttempt(ctx.db, 'ExternalOrder', hash, ctx.now)
  return row ? collectResult(ctx, row, request) : expiredResult(ctx)
}

/**
 * Cancels an order for electronic identification of this browser, here and at the provider. Does nothing when it has
 * ended or belongs to another browser; a failure of the provider is only logged.
 */
export async function cancelOrder(ctx: Visitor, orderRef: string): Promise<void> {
  const key = ctx.browserKey.received
  const row = key && (await claimToken(ctx.db, 'ExternalOrder', await hashOrder(orderRef, key), ctx.now))
  if (!row) return
  const { provider, providerRef } = parseStoredOrder(ctx, row)
  try {
    await callProvider(ctx, provider, (eid) => eid.cancel(providerRef))
  } catch (error) {
    // The order has ended here. The provider's order expires by itself, and the error has been logged.
    if (!(error instanceof Refused)) throw error
  }
}
