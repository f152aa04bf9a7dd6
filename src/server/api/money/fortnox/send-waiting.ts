import type { Ctx, Visitor } from '#api/context.ts'
import { queueJobWhen } from '#api/foundation/jobs/queue-job-when.ts'
import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { readPaymentDays } from '#api/money/invoices/rules.ts'
import { findInvoices } from '#api/money/invoices/storage.ts'
import { connectedClient } from './client.ts'
import {
  claimDocument,
  type DocumentRow,
  hasWork,
  listDueDocuments,
  returnDocument,
  storeFailure,
  storeNoAnswer,
  storeSent,
} from './document-storage.ts'
import { FortnoxError } from './fortnox-error.ts'
import { readFortnoxSettings } from './rules.ts'
import { NotSendable, type SendContext, sendDocument } from './send-document.ts'

/** Key of the job: one run at a time sends, so that Fortnox' limit is kept. */
export const sendJob = { kind: 'fortnox.send', key: 'fortnox.send' } as const

/** Queues the job that sends invoices to Fortnox, when one is due and no such job is unfinished. Called each minute. */
export async function queueFortnox(ctx: Visitor): Promise<void> {
  if (readFortnoxSettings(ctx.env)) await queueJobWhen(ctx, hasWork(ctx.now), sendJob)
}

const maxInvoices = 20
/** Time after which a run begins no further invoice. */
const msToBegin = 60_000
/** Number of invoices in a row without an answer, after which a run ends. */
const maxUnanswered = 3

/** Whether an invoice was sent or refused, got no answer, or the connection has ended. */
type Outcome = 'settled' | 'unanswered' | 'disconnected'

async function storeError(ctx: Ctx<null>, claimed: DocumentRow, before: DocumentRow, error: unknown): Promise<Outcome> {
  if (error instanceof NotSendable) {
    const mayExist = error.reason === 'credit_unclear'
    await ctx.db.commit([storeFailure(ctx.db, claimed, { reason: error.reason, message: null, mayExist })])
    return 'settled'
  }
  if (!(error instanceof FortnoxError)) throw error
  const { kind, message } = error
  if (kind === 'revoked') {
    await ctx.db.commit([returnDocument(ctx.db, claimed, before)])
    return 'disconnected'
  }
  if (kind === 'unavailable') {
    await ctx.db.commit([storeNoAnswer(ctx.db, claimed, message, new Date())])
    return 'unanswered'
  }
  await ctx.db.commit([storeFailure(ctx.db, claimed, { reason: 'rejected', message, mayExist: false })])
  return 'settled'
}

/** Sends one invoice that no other worker has, and stores the outcome. */
async function sendOne(
  ctx: Ctx<null>,
  sending: Omit<SendContext, 'companyKey'>,
  before: DocumentRow,
): Promise<Outcome> {
  const { db } = ctx
  const claimed = await claimDocument(db, before.invoiceHeadId, new Date())
  if (!claimed) return 'settled'
  try {
    const companyKey = await sending.client.companyKey()
    const [invoice] = await findInvoices(db, [claimed.invoiceHeadId])
    if (!invoice) throw new Error('the invoice is gone')
    const { creditedHeadId } = invoice.head
    const [original = null] = creditedHeadId === null ? [] : await findInvoices(db, [creditedHeadId])
    const documentNumber = await sendDocument({ ...sending, companyKey }, invoice, original)
    await storeSent(ctx, claimed, { companyKey, documentNumber })
    return 'settled'
  } catch (error) {
    return storeError(ctx, claimed, before, error)
  }
}

/**
 * Sends the invoices that wait for it to Fortnox, each as one document. An invoice whose document was made without an
 * answer is found again by its reference. Nothing is sent without settings or a valid connection: what waits is sent
 * once Fortnox is connected again.
 */
export const sendWaiting: JobHandler = async (ctx) => {
  const settings = readFortnoxSettings(ctx.env)
  const paymentDays = readPaymentDays(ctx.env.INVOICE_PAYMENT_DAYS)
  if (!settings || paymentDays === null) return undefined
  const sending = { db: ctx.db, client: connectedClient(ctx, settings), paymentDays }
  const due = await listDueDocuments(ctx.db.onPrimary(), new Date(), maxInvoices)
  const until = Date.now() + msToBegin
  let unanswered = 0
  for (const document of due) {
    if (Date.now() > until) return { rest: {} }
    const outcome = await sendOne(ctx, sending, document)
    if (outcome === 'disconnected') return undefined
    unanswered = outcome === 'unanswered' ? unanswered + 1 : 0
    if (unanswered === maxUnanswered) return undefined
  }
  return due.length === maxInvoices ? { rest: {} } : undefined
}
