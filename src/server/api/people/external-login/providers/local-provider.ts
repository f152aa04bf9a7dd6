import type { Visitor } from '#api/context.ts'
import { findToken, insertToken, removeToken, setTokenData } from '#api/people/tokens/storage.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { randomToken, sha256 } from '#platform/digest.ts'
import type { LocalAnswer } from '../contract.ts'
import { findProviderKey, orderMinutes, secondsSince } from '../rules.ts'
import { type ExternalLoginProvider, formatQrText, type HintCode, type VerifiedName } from './provider.ts'

type LocalOrder = {
  state: HintCode | 'complete'
  secret: string
  personalNumber: string | null
  name?: VerifiedName
  returnUrl: string | null
}

const hashRef = (ref: string) => sha256(`local ${ref}`)

/** Name of a person who types none on the phone. */
const inventedName: VerifiedName = { firstName: 'Prova', lastName: 'Påhittad' }

/** Seconds for which a QR code stays valid. */
const secondsOfCode = 10

async function findOrder(ctx: Visitor, ref: string) {
  const row = await findToken(ctx.db, 'ExternalOrder', await hashRef(ref), ctx.now)
  // Only `start` writes rows under such a hash.
  return row && { row, order: row.data as LocalOrder }
}

async function start(ctx: Visitor, returnUrl: string | null) {
  const ref = randomToken()
  const secret = randomToken()
  const order: LocalOrder = { state: 'outstandingTransaction', secret, personalNumber: null, returnUrl }
  await ctx.db.commit([
    insertToken(ctx.db, {
      tokenHash: await hashRef(ref),
      purpose: 'ExternalOrder',
      data: order,
      createdAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + orderMinutes * 60_000),
    }),
  ])
  return { orderRef: ref, autoStartToken: `a-${ref}`, qrStartToken: `q-${ref}`, qrStartSecret: secret }
}

const phonePath = (scanned: string) => `/dev/eid?scanned=${encodeURIComponent(scanned)}`

/**
 * Creates the provider of electronic identification for development and trial, which behaves like BankID. A page of the
 * portal is the phone, and personal numbers are invented.
 */
export const createLocalProvider = (ctx: Visitor): ExternalLoginProvider => ({
  start: ({ returnUrl }) => start(ctx, returnUrl),
  async collect(ref) {
    const found = await findOrder(ctx, ref)
    if (!found) return { status: 'failed', hintCode: 'expiredTransaction' }
    const { state, personalNumber, name = inventedName } = found.order
    if (state === 'complete' && personalNumber) return { status: 'complete', personalNumber, name }
    if (state === 'complete' || state === 'userCancel') return { status: 'failed', hintCode: 'userCancel' }
    return { status: 'pending', hintCode: state }
  },
  async cancel(ref) {
    await ctx.db.commit([removeToken(ctx.db, 'ExternalOrder', await hashRef(ref))])
  },
  qrText: (order, seconds) => `${ctx.env.PORTAL_ORIGIN}${phonePath(formatQrText('local', order, seconds))}`,
  startUrl: (autoStartToken) => phonePath(autoStartToken),
  opensReturnUrl: true,
})

/** Parses the scanned text: a link has only the order's reference, a QR code also its second. */
function parseScanned(scanned: string) {
  const [, link] = /^a-([\w-]{43})$/.exec(scanned) ?? []
  if (link) return { ref: link, seconds: null }
  const [, ref, seconds] = /^local\.q-([\w-]{43})\.(\d{1,4})\.[\da-f]{64}$/.exec(scanned) ?? []
  return ref ? { ref, seconds: Number(seconds) } : null
}

function isFresh(
  scanned: string,
  seconds: number,
  { order, row }: NonNullable<Awaited<ReturnType<typeof findOrder>>>,
  now: Date,
) {
  const [, token = ''] = scanned.split('.')
  const expected = formatQrText('local', { qrStartToken: token, qrStartSecret: order.secret }, seconds)
  return expected === scanned && Math.abs(secondsSince(row.createdAt, now) - seconds) <= secondsOfCode
}

/**
 * Answers an order of the local provider, which is for trials, as the phone would: opens it by its QR code or link
 * (`scanned`), signs or cancels it. Returns the new state, and the URL to return to when the order is on the same
 * device, null for `open`.
 *
 * @throws Refused('not_found') unless the portal uses the local provider.
 * @throws Refused('external_order_over') when the order or the code has expired, or the order has been answered.
 * @throws Refused('invalid_input') when the personal number is missing.
 */
export async function answerAsPhone(ctx: Visitor, { scanned, answer, personalNumber, ...given }: LocalAnswer) {
  if (!findProviderKey(ctx.env, 'local')) throw new Refused('not_found')
  const reference = parseScanned(scanned)
  const found = reference && (await findOrder(ctx, reference.ref))
  if (!reference || !found) throw new Refused('external_order_over')
  const { order, row } = found
  const isWaiting = order.state === 'outstandingTransaction'
  if (isWaiting && reference.seconds !== null && !isFresh(scanned, reference.seconds, found, ctx.now))
    throw new Refused('external_order_over')
  if (answer === 'sign' && !personalNumber)
    throw new Refused('invalid_input', {
      fields: { personalNumber: translator(ctx.language, 'refusals')('invalid.empty') },
    })
  if (!isWaiting && order.state !== 'userSign') throw new Refused('external_order_over')
  const state = ({ open: 'userSign', sign: 'complete', cancel: 'userCancel' } as const)[answer]
  const name = {
    firstName: given.firstName || inventedName.firstName,
    lastName: given.lastName || inventedName.lastName,
  }
  await ctx.db.commit([setTokenData(ctx.db, row.id, { ...order, state, personalNumber: personalNumber ?? null, name })])
  // As the app does: returns to the browser when the person has answered on the same device.
  return { state, returnUrl: answer === 'open' ? null : order.returnUrl }
}
