import { and, asc, eq, inArray, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { invoiceHeads } from '#api/money/invoices/table.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { documentStates, type FailureReason, maxAttempts, msToCredited, nextSendAt } from './rules.ts'
import { fortnoxDocuments } from './table.ts'

/** An invoice as the table of documents has it. */
export type QueuedInvoice = typeof fortnoxDocuments.$inferSelect

const { waiting, sent, failed } = documentStates

const isFree = (now: Date) => or(isNull(fortnoxDocuments.claimedUntil), lt(fortnoxDocuments.claimedUntil, now))

const isDue = (now: Date) => and(eq(fortnoxDocuments.state, waiting), lte(fortnoxDocuments.dueAt, now), isFree(now))

/** SQL condition: Fortnox is connected, and an invoice waits to be sent now. */
export const hasWork = (now: Date): SQL => sql`(
  exists (select 1 from fortnox_connections c where c.revoked_at is null)
  and exists (select 1 from fortnox_documents d where d.state = ${waiting} and d.due_at <= ${now.toISOString()}
    and (d.claimed_until is null or d.claimed_until < ${now.toISOString()})))`

/** Lists at most `limit` invoices that are to be sent now, by their ids, so that an invoice comes before its credit. */
export const listDueDocuments = (db: Database, now: Date, limit: number): Promise<QueuedInvoice[]> =>
  db.query.select().from(fortnoxDocuments).where(isDue(now)).orderBy(asc(fortnoxDocuments.invoiceHeadId)).limit(limit)

/** As long as a worker can live: afterwards nobody sends the invoice any more. */
const claimMs = 900_000

/**
 * Claims a due invoice for a quarter of an hour from `now`, counts the attempt and returns the row. `companyKey` is
 * that of the connected company, to which the invoice then belongs; from now on Fortnox may have its document. Null
 * when it is not due, another worker has it, it is for another company, or that company is no longer connected.
 */
export async function claimDocument(
  db: Database,
  invoiceHeadId: number,
  companyKey: string,
  now: Date,
): Promise<QueuedInvoice | null> {
  const isConnected = sql`exists (
    select 1 from fortnox_connections c where c.company_key = ${companyKey} and c.revoked_at is null)`
  const isOfCompany = or(isNull(fortnoxDocuments.companyKey), eq(fortnoxDocuments.companyKey, companyKey))
  const claimedUntil = new Date(now.getTime() + claimMs)
  const [row] = await db.query
    .update(fortnoxDocuments)
    .set({ attempts: sql`attempts + 1`, claimedUntil, mayExist: true, companyKey })
    .where(and(eq(fortnoxDocuments.invoiceHeadId, invoiceHeadId), isDue(now), isConnected, isOfCompany))
    .returning()
  return row ?? null
}

/** SQL condition: a credit was made, and Fortnox has not said which document it is, so it is never made again. */
const isUnclearCredit = sql`may_exist = 1 and reason = 'credit_unclear'`

/**
 * Returns the statement that fails the due invoices which are for another company than the connected one
 * (`companyKey`). The reason is `other_company`; an unclear credit keeps its own. A person has to send them again.
 * They then go to the connected company, unless the other one may have them.
 */
export const failOfOtherCompany = (db: Database, companyKey: string, now: Date): Statement =>
  db.query
    .update(fortnoxDocuments)
    .set({
      state: failed,
      claimedUntil: null,
      reason: sql`case when ${isUnclearCredit} then reason else 'other_company' end`,
      message: null,
    })
    .where(and(isDue(now), ne(fortnoxDocuments.companyKey, companyKey)))

/** Selects the invoice while this worker holds it. */
const isHeld = ({ invoiceHeadId, claimedUntil }: QueuedInvoice): SQL =>
  sql`fortnox_documents.invoice_head_id = ${invoiceHeadId} and fortnox_documents.state = ${waiting}
    and fortnox_documents.claimed_until = ${claimedUntil?.toISOString() ?? null}`

/** A document of Fortnox. Its sums are null where Fortnox names none. */
export interface MadeDocument {
  documentNumber: string
  totalMinor: number | null
  vatTotalMinor: number | null
}

/**
 * Marks an invoice as sent, with the number and the sums, in öre, of its document, and an audit entry. Commits by
 * itself. Changes nothing when this worker has lost the invoice.
 */
export async function storeSent(ctx: Ctx<null>, document: QueuedInvoice, made: MadeDocument): Promise<void> {
  const target = { type: 'invoice', id: document.invoiceHeadId } as const
  const { documentNumber } = made
  await ctx.db.commit([
    recordAuditWhen(
      ctx,
      sql`exists (select 1 from fortnox_documents where ${isHeld(document)})`,
      'invoice.sentToFortnox',
      target,
      { documentNumber },
    ),
    ctx.db.query
      .update(fortnoxDocuments)
      .set({ ...made, state: sent, claimedUntil: null, reason: null, message: null, sentAt: new Date() })
      .where(isHeld(document)),
  ])
}

/** Why an attempt failed. `mayExist` is false when Fortnox certainly has no document of it. */
export interface Failure {
  reason: FailureReason
  message: string | null
  mayExist: boolean
}

/**
 * Whether a claimed invoice has used its five attempts before this one, which the claim has counted. Attempts of
 * workers that died count too.
 */
export const isTriedOut = ({ attempts }: QueuedInvoice): boolean => attempts > maxAttempts

/**
 * Returns the statement that fails an invoice: it is not sent until a person sends its batch again. `failure` has the
 * reason, Fortnox' own text or null, and whether Fortnox may have a document of it. Changes nothing when this worker
 * has lost the invoice.
 */
export const storeFailure = (db: Database, document: QueuedInvoice, failure: Failure): Statement =>
  db.query
    .update(fortnoxDocuments)
    .set({ ...failure, state: failed, claimedUntil: null })
    .where(isHeld(document))

/**
 * Returns the statement that ends an attempt without an answer. The invoice waits for the next one, 10, 40, 160 or 640
 * seconds after `now`; after the fifth it fails as in `storeFailure`. Until then only `mayExist` of the failure is
 * stored. Changes nothing when this worker has lost the invoice.
 */
export function storeNoAnswer(db: Database, document: QueuedInvoice, failure: Failure, now: Date): Statement {
  const dueAt = nextSendAt(document.attempts, now)
  if (dueAt === null) return storeFailure(db, document, failure)
  const { mayExist } = failure
  return db.query.update(fortnoxDocuments).set({ dueAt, mayExist, claimedUntil: null }).where(isHeld(document))
}

/**
 * Returns the statement that gives a claimed invoice back without counting the attempt; it is due at once. `mayExist`:
 * Fortnox may have a document of it. Changes nothing when this worker has lost the invoice.
 */
export const returnDocument = (db: Database, document: QueuedInvoice, mayExist: boolean): Statement =>
  db.query
    .update(fortnoxDocuments)
    .set({ attempts: document.attempts - 1, mayExist, claimedUntil: null })
    .where(isHeld(document))

/**
 * Returns the statement that gives a credit back as `returnDocument` does, but due a minute after `now`. The invoice
 * that it credits still waits to be sent.
 */
export const postponeCredit = (db: Database, document: QueuedInvoice, mayExist: boolean, now: Date): Statement =>
  db.query
    .update(fortnoxDocuments)
    .set({
      attempts: document.attempts - 1,
      mayExist,
      claimedUntil: null,
      dueAt: new Date(now.getTime() + msToCredited),
    })
    .where(isHeld(document))

/**
 * Returns the statement that lets the invoices that nobody sends now wait until a moment; later ones stay as they are.
 */
export const postponeDue = (db: Database, until: Date): Statement =>
  db.query
    .update(fortnoxDocuments)
    .set({ dueAt: until })
    .where(and(eq(fortnoxDocuments.state, waiting), lt(fortnoxDocuments.dueAt, until), isFree(new Date())))

/** Returns what is stored about an invoice in Fortnox; null when it was never to be sent. */
export async function findDocument(db: Database, headId: number): Promise<QueuedInvoice | null> {
  const [row] = await db.query.select().from(fortnoxDocuments).where(eq(fortnoxDocuments.invoiceHeadId, headId))
  return row ?? null
}

/** Whether a document of a company belongs to an invoice of the portal. */
export async function isKnownDocument(db: Database, companyKey: string, documentNumber: string): Promise<boolean> {
  const rows = await db.query
    .select({ id: fortnoxDocuments.invoiceHeadId })
    .from(fortnoxDocuments)
    .where(and(eq(fortnoxDocuments.companyKey, companyKey), eq(fortnoxDocuments.documentNumber, documentNumber)))
  return rows.length > 0
}

const headsToSend = (batchId: string) => sql`from invoice_heads h left join fortnox_documents d
  on d.invoice_head_id = h.id where h.export_id = ${batchId} and h.status = 0 and (d.state is null or d.state = ${failed})`

/** SQL condition: the batch has an invoice, not undone, that was never to be sent to Fortnox or has failed there. */
export const hasUnsent = (batchId: string): SQL => sql`exists (select 1 ${headsToSend(batchId)})`

/**
 * Lists the ids of the invoices of a batch, not undone, that were never to be sent to Fortnox or have failed there, by
 * id.
 */
export async function listUnsentIds(db: Database, batchId: string): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`select h.id ${headsToSend(batchId)} order by h.id`)
  return rows.map(({ id }) => id)
}

/**
 * Returns the statements that make invoices of a batch wait to be sent to the connected company. They take those that
 * never were to be sent and those that failed, with new attempts and the caller as requester; no job is queued. One
 * that another company may have stays that company's, and an unclear credit stays unclear. Undone, waiting and sent
 * invoices stay as they are, so repeating it changes nothing.
 */
export function writeWaiting(ctx: Ctx, batchId: string): Statement[] {
  const now = ctx.now.toISOString()
  const standing = ctx.db.query
    .select({ id: invoiceHeads.id })
    .from(invoiceHeads)
    .where(sql`export_id = ${batchId} and status = 0`)
  const requested = { state: waiting, attempts: 0, requestedByUserId: ctx.actor.id }
  const connected = sql`(select c.company_key from fortnox_connections c)`
  const companyKey = sql`case when may_exist = 1 then coalesce(company_key, ${connected}) else ${connected} end`
  const reason = sql`case when ${isUnclearCredit} then reason end`
  return [
    ctx.db.query
      .update(fortnoxDocuments)
      .set({ ...requested, dueAt: ctx.now, requestedAt: ctx.now, companyKey, reason, message: null })
      .where(and(eq(fortnoxDocuments.state, failed), inArray(fortnoxDocuments.invoiceHeadId, standing))),
    insertFrom(
      ctx.db.query,
      fortnoxDocuments,
      { ...requested, invoiceHeadId: sql`h.id`, mayExist: 0, dueAt: now, requestedAt: now, companyKey: connected },
      sql`${headsToSend(batchId)} and d.state is null`,
    ),
  ]
}
