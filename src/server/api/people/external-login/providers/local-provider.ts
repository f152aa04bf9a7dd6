import type { Visitor } from '#api/context.ts'
import { findToken, insertToken, removeToken, setTokenData } from '#api/people/tokens/storage.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { randomToken, sha256 } from '#platform/digest.ts'
import type { LocalAnswer } from '../contract.ts'
import { orderMinutes, providerKey, secondsSince } from '../rules.ts'
import { type ExternalLoginProvider, type HintCode, qrTextOf } from './provider.ts'

type LocalOrder = {
  state: HintCode | 'complete'
  secret: string
  personalNumber: string | null
  returnUrl: string | null
}

const hashOf = (ref: string) => sha256(`local ${ref}`)

/** A code is good for as long as one needs to hold up a phone. */
const secondsOfCode = 10

async function orderOf(ctx: Visitor, ref: string) {
  const row = await findToken(ctx.db, 'ExternalOrder', await hashOf(ref), ctx.now)
  // Rows under such a hash are written below alone.
  return row && { row, order: row.data as LocalOrder }
}

async function start(ctx: Visitor, returnUrl: string | null) {
  const ref = randomToken()
  const secret = randomToken()
  const order: LocalOrder = { state: 'outstandingTransaction', secret, personalNumber: null, returnUrl }
  await ctx.db.commit([
    insertToken(ctx.db, {
      tokenHash: await hashOf(ref),
      purpose: 'ExternalOrder',
      data: order,
      createdAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + orderMinutes * 60_000),
    }),
  ])
  return { orderRef: ref, autoStartToken: `a-${ref}`, qrStartToken: `q-${ref}`, qrStartSecret: secret }
}

const phone = (scanned: string) => `/dev/eid?scanned=${encodeURIComponent(scanned)}`

/** Behaves like BankID, with a page of the portal as the phone: for development and trial, with invented numbers. */
export const localProvider = (ctx: Visitor): ExternalLoginProvider => ({
  start: ({ returnUrl }) => start(ctx, returnUrl),
  async collect(ref) {
    const found = await orderOf(ctx, ref)
    if (!found) return { status: 'failed', hintCode: 'expiredTransaction' }
    const { state, personalNumber } = found.order
    if (state === 'complete' && personalNumber) return { status: 'complete', personalNumber }
    if (state === 'complete' || state === 'userCancel') return { status: 'failed', hintCode: 'userCancel' }
    return { status: 'pending', hintCode: state }
  },
  async cancel(ref) {
    await ctx.db.commit([removeToken(ctx.db, 'ExternalOrder', await hashOf(ref))])
  },
  qrText: (order, seconds) => `${ctx.env.PORTAL_ORIGIN}${phone(qrTextOf('local', order, seconds))}`,
  startUrl: (autoStartToken) => phone(autoStartToken),
})

/** What was scanned, taken apart: a link names the order alone, a code proves its second as well. */
function scannedOrder(scanned: string) {
  const [, link] = /^a-([\w-]{43})$/.exec(scanned) ?? []
  if (link) return { ref: link, seconds: null }
  const [, ref, seconds] = /^local\.q-([\w-]{43})\.(\d{1,4})\.[\da-f]{64}$/.exec(scanned) ?? []
  return ref ? { ref, seconds: Number(seconds) } : null
}

function isFresh(
  scanned: string,
  seconds: number,
  { order, row }: NonNullable<Awaited<ReturnType<typeof orderOf>>>,
  now: Date,
) {
  const [, token = ''] = scanned.split('.')
  const drawn = qrTextOf('local', { qrStartToken: token, qrStartSecret: order.secret }, seconds)
  return drawn === scanned && Math.abs(secondsSince(row.createdAt, now) - seconds) <= secondsOfCode
}

/** The phone: opens an order by its code or link, and then signs or cancels it. */
export async function answerLocally(ctx: Visitor, { scanned, answer, personalNumber }: LocalAnswer) {
  if (providerKey(ctx.env) !== 'local') throw new Refused('not_found')
  const named = scannedOrder(scanned)
  const found = named && (await orderOf(ctx, named.ref))
  if (!named || !found) throw new Refused('external_order_over')
  const { order, row } = found
  const opens = order.state === 'outstandingTransaction'
  if (opens && named.seconds !== null && !isFresh(scanned, named.seconds, found, ctx.now))
    throw new Refused('external_order_over')
  if (answer === 'sign' && !personalNumber)
    throw new Refused('invalid_input', {
      fields: { personalNumber: translator(ctx.language, 'refusals')('invalid.empty') },
    })
  if (!opens && order.state !== 'userSign') throw new Refused('external_order_over')
  const state = ({ open: 'userSign', sign: 'complete', cancel: 'userCancel' } as const)[answer]
  await ctx.db.commit([setTokenData(ctx.db, row.id, { ...order, state, personalNumber: personalNumber ?? null })])
  // As the app does: back to the browser, when the person has answered on the same device.
  return { state, returnUrl: answer === 'open' ? null : order.returnUrl }
}
