import type { Ctx, Visitor } from '#api/context.ts'
import { queueJobWhen } from '#api/foundation/jobs/queue-job-when.ts'
import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { readPaymentDays } from '#api/money/invoices/rules.ts'
import { findInvoices } from '#api/money/invoices/storage.ts'
import { listProtectedIds } from '#api/people/reach/reads/record-reads.ts'
import { type Attempt, isUnclear, mayExistAfter, type SendContext } from './attempt.ts'
import { connectedClient, type FortnoxClient } from './client.ts'
import {
  claimDocument,
  type Failure,
  failOfOtherCompany,
  hasWork,
  isTriedOut,
  listDueDocuments,
  postponeCredit,
  postponeDue,
  type QueuedInvoice,
  returnDocument,
  storeFailure,
  storeNoAnswer,
  storeSent,
} from './document-storage.ts'
import { FortnoxError } from './fortnox-error.ts'
import { CreditTooEarly, NotSendable } from './not-sendable.ts'
import { readFortnoxSettings } from './rules.ts'
import { sendDocument } from './send-document.ts'

/**
 * Key of the job: one run at a time sends, so that Fortnox' limit is kept. The claim of each invoice, and not the key,
 * keeps two workers from sending it.
 */
export const sendJob = { kind: 'fortnox.send', key: 'fortnox.send' } as const

/**
 * Queues the job that sends invoices to Fortnox when one is due, the connection works and no such job is unfinished.
 * Commits at once, as `queueJobWhen`. Does nothing on a portal that is no app of Fortnox. Called each minute.
 */
export async function queueFortnox(ctx: Visitor): Promise<void> {
  if (readFortnoxSettings(ctx.env)) await queueJobWhen(ctx, hasWork(ctx.now), sendJob)
}

const maxInvoices = 20
/** Time after which a run begins no further invoice. */
const msToBegin = 60_000
/** Number of invoices in a row without an answer, after which a run ends. */
const maxUnanswered = 3

/** Result of an invoice for its run: go on, count one without an answer, or end. */
type Outcome = 'settled' | 'unanswered' | 'ended'

/** Stores why an attempt at a claimed invoice ended without a document. */
async function storeError(ctx: Ctx<null>, claimed: QueuedInvoice, attempt: Attempt, error: unknown): Promise<Outcome> {
  const { db } = ctx
  const mayExist = mayExistAfter(attempt)
  const toFailure = (reason: Failure['reason'], message: string | null): Failure => ({
    reason: isUnclear(attempt.before) ? 'credit_unclear' : reason,
    message,
    mayExist,
  })
  if (error instanceof CreditTooEarly) {
    await db.commit([postponeCredit(db, claimed, mayExist, new Date())])
    return 'settled'
  }
  if (error instanceof NotSendable) {
    await db.commit([storeFailure(db, claimed, toFailure(error.reason, error.detail))])
    return 'settled'
  }
  if (!(error instanceof FortnoxError)) {
    ctx.log.error('fortnox.send', { invoiceHeadId: claimed.invoiceHeadId, reason: String(error) })
    await db.commit([storeNoAnswer(db, claimed, toFailure('unexpected', null), new Date())])
    return 'settled'
  }
  const { kind, message, retryAt } = error
  if (kind === 'rejected') {
    await db.commit([storeFailure(db, claimed, toFailure('rejected', message))])
    return 'settled'
  }
  if (kind === 'unavailable') {
    await db.commit([storeNoAnswer(db, claimed, toFailure('unavailable', message), new Date())])
    return 'unanswered'
  }
  // Busy: the other invoices would learn the same, and the key of the job stays free for a press.
  await db.commit([returnDocument(db, claimed, mayExist), ...(retryAt ? [postponeDue(db, retryAt)] : [])])
  return 'ended'
}

type RunContext = Omit<SendContext, 'protectedIds'>

/** Sends one invoice that no other worker has, and stores the outcome. */
async function sendOne(ctx: Ctx<null>, sending: RunContext, before: QueuedInvoice): Promise<Outcome> {
  const { db } = ctx
  const claimed = await claimDocument(db, before.invoiceHeadId, sending.companyKey, new Date())
  if (!claimed) return 'settled'
  const attempt = { before, hasFoundNone: false, mayHaveMade: false }
  try {
    if (isTriedOut(claimed)) throw new Error('each attempt ended without a result')
    const [invoice] = await findInvoices(db, [claimed.invoiceHeadId])
    if (!invoice) throw new Error('the invoice is gone')
    const { creditedHeadId } = invoice.head
    const [original = null] = creditedHeadId === null ? [] : await findInvoices(db, [creditedHeadId])
    const ids = invoice.rows.map(({ userId }) => userId)
    const protectedIds = new Set(await listProtectedIds(db.onPrimary(), ids))
    const made = await sendDocument({ ...sending, protectedIds }, attempt, invoice, original)
    await storeSent(ctx, claimed, made)
    return 'settled'
  } catch (error) {
    return storeError(ctx, claimed, attempt, error)
  }
}

/**
 * Returns the company that is connected; null without a connection that works, or without a token, when all that waits
 * goes on waiting.
 */
async function findCompanyKey(client: FortnoxClient): Promise<string | null> {
  try {
    return await client.companyKey()
  } catch (error) {
    if (error instanceof FortnoxError) return null
    throw error
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
  const client = connectedClient(ctx, settings)
  const companyKey = await findCompanyKey(client)
  if (companyKey === null) return undefined
  const source = new URL(ctx.env.PORTAL_ORIGIN).host
  const sending = { db: ctx.db, client, companyKey, paymentDays, source }
  await ctx.db.commit([failOfOtherCompany(ctx.db, companyKey, new Date())])
  const due = await listDueDocuments(ctx.db.onPrimary(), new Date(), maxInvoices)
  const until = Date.now() + msToBegin
  let unanswered = 0
  for (const document of due) {
    if (Date.now() > until) return { rest: {} }
    const outcome = await sendOne(ctx, sending, document)
    if (outcome === 'ended') return undefined
    unanswered = outcome === 'unanswered' ? unanswered + 1 : 0
    if (unanswered === maxUnanswered) return undefined
  }
  return due.length === maxInvoices ? { rest: {} } : undefined
}
