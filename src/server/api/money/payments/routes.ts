import type { Ctx, Visitor } from '#api/context.ts'
import { findMainOrganization } from '#api/people/organizations/storage.ts'
import { recordReadsById } from '#api/people/reach/reads/record-reads.ts'
import { isGuardianOrSelf } from '#api/people/reach/within-reach.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { mayReadPayments } from './access.ts'
import { type PaymentState, payments, type Receipt } from './contract.ts'
import { toFrameUrl } from './frames.ts'
import { handleMessage } from './handle-message.ts'
import { ensureStarted, initPayment } from './init-payment.ts'
import { withProvider } from './providers/with-provider.ts'
import { listCompletedRefunds } from './refunds/storage.ts'
import { requestFromGuardian } from './request-from-guardian.ts'
import { findRequest } from './requests-storage.ts'
import { isOpen, isSettled, paid } from './rules.ts'
import { settlePayment } from './settle-payment.ts'
import { showRequest } from './show-request.ts'
import { startOver } from './start-over.ts'
import { findPayer, findPayment, findSeatStanding, listPayments, type StoredPayment } from './storage.ts'
import { toPayment, toPaymentRows } from './to-payment.ts'

/**
 * Returns the actor's own payment. Another person's payment is answered like a missing one, so that its existence is
 * not revealed; so is a request to a guardian.
 *
 * @throws Refused('not_found') for these.
 */
async function getOwnPayment({ db, actor }: Ctx, id: string): Promise<StoredPayment> {
  const payment = await findPayment(db, id.toLowerCase())
  if (payment?.userId !== actor.id || payment.requestedByUserId !== null) throw new Refused('not_found')
  return payment
}

/**
 * Returns the payment that the caller may give up: an own one, or the request of the caller or of a child of theirs.
 *
 * @throws Refused('not_found') for any other payment.
 */
async function getCancelable(ctx: Ctx, id: string): Promise<StoredPayment> {
  const request = await findRequest(ctx.db, id.toLowerCase())
  if (!request) return getOwnPayment(ctx, id)
  if (!(await isGuardianOrSelf(ctx, request.requestedByUserId ?? 0))) throw new Refused('not_found')
  return request
}

const unplaced = { placed: false, isCanceled: false }

const toState = async ({ db }: Visitor, payment: StoredPayment): Promise<PaymentState> => ({
  ...(payment.status === paid ? await findSeatStanding(db, payment.id) : unplaced),
  status: payment.status,
  expires: payment.expiresAt,
  amount: payment.amountMinor / 100,
  vatAmount: payment.vatMinor / 100,
  currency: payment.currency,
  rows: toPaymentRows(payment.rows),
  educationId: payment.seats[0]?.educationId ?? null,
})

async function getFrameUrl(ctx: Ctx, id: string) {
  const payment = await ensureStarted(ctx, await getOwnPayment(ctx, id))
  const reference = payment.providerReference
  if (!isOpen(payment) || !reference || ctx.now >= payment.expiresAt) throw new Refused('payment_over')
  const path = await withProvider(ctx, payment.provider, (provider) => provider.getFramePath(reference, ctx.language))
  return { url: toFrameUrl(ctx, path) }
}

const readMessage = async (request: Request | null) => {
  if (!request) throw new Refused('payment_forged')
  return { text: await request.text(), headers: request.headers }
}

/**
 * Settles a payment for its payer, or for a signed message of the provider, and returns its state.
 *
 * @throws Refused('not_found') when the payment is not that of the signed-in caller.
 * @throws Refused with the codes of `handleMessage` or `settlePayment`.
 */
async function refreshPayment(ctx: Visitor, id: string, request: Request | null): Promise<PaymentState> {
  const { actor } = ctx
  if (actor && !actor.integration)
    return toState(ctx, await settlePayment(ctx, await getOwnPayment({ ...ctx, actor }, id)))
  // With an expected id `handleMessage` never returns null: it refuses a message about no payment.
  const payment = (await handleMessage(ctx, await readMessage(request), id.toLowerCase())) as StoredPayment
  return toState(ctx, payment)
}

/**
 * True when the caller may see the receipt: anyone who has the id of a paid payment; after a full refund only the payer
 * and the office (spec G-051).
 */
const canShowReceipt = ({ actor }: Visitor, payment: StoredPayment): boolean =>
  payment.status === paid || (isSettled(payment) && actor !== null && mayReadPayments(actor, payment.userId))

async function getReceipt(ctx: Visitor, id: string): Promise<Receipt> {
  const payment = await findPayment(ctx.db, id.toLowerCase())
  if (!payment || !canShowReceipt(ctx, payment) || payment.receiptNumber === null || !payment.paidAt)
    throw new Refused('not_found')
  const [main, payer, refunds] = await Promise.all([
    findMainOrganization(ctx.db),
    findPayer(ctx.db, payment.userId),
    listCompletedRefunds(ctx.db, payment.id),
  ])
  const isPayer = ctx.actor?.id === payment.userId && !ctx.actor.integration
  return {
    paymentId: payment.id,
    receiptNumber: payment.receiptNumber,
    paidDate: payment.paidAt,
    seller: main?.address
      ? { name: main.name, orgNr: main.orgNr ?? '', address: main.address, website: main.website }
      : null,
    rows: toPaymentRows(payment.rows),
    amount: payment.amountMinor / 100,
    vatAmount: payment.vatMinor / 100,
    currency: payment.currency,
    method: payment.method,
    instrument: payment.instrument,
    lastDigits: payment.lastDigits,
    refunds: refunds.map(({ amountMinor, refundedAt }) => ({ amount: amountMinor / 100, date: refundedAt ?? ctx.now })),
    payerName: isPayer && payer ? `${payer.firstName} ${payer.lastName}` : null,
  }
}

export const routes = serve(payments, {
  'POST /Payment/InitPayment': ({ body }, ctx) => initPayment(ctx, body),
  'POST /Payment/RequestFromGuardian': ({ body }, ctx) => requestFromGuardian(ctx, body.signUp),
  'GET /Payment/GetRequest/:id': ({ params }, ctx) => showRequest(ctx, params.id),
  'GET /Payment/GetPaymentIframe/:id': ({ params }, ctx) => getFrameUrl(ctx, params.id),
  'GET /Payment/GetStatus/:id': async ({ params }, ctx) => toState(ctx, await getOwnPayment(ctx, params.id)),
  'POST /Payment/OnPaid/:id': ({ params, request }, ctx) => refreshPayment(ctx, params.id, request),
  'POST /Payment/Webhook': async ({ request }, ctx) => {
    await handleMessage(ctx, await readMessage(request))
    return { received: true as const }
  },
  'POST /Payment/Cancel/:id': async ({ params }, ctx) =>
    toState(ctx, await settlePayment(ctx, await getCancelable(ctx, params.id), true)),
  'POST /Payment/StartOver/:id': async ({ params }, ctx) => startOver(ctx, await getOwnPayment(ctx, params.id)),
  'GET /Payment/GetReceipt/:id': ({ params }, ctx) => getReceipt(ctx, params.id),
  'GET /Payment/GetPaymentsForUser/:id': async ({ params }, ctx) => {
    if (!mayReadPayments(ctx.actor, params.id)) throw new Refused('not_allowed')
    const rows = await listPayments(ctx.db, params.id)
    await recordReadsById(ctx, [params.id])
    return rows.map(toPayment)
  },
})
