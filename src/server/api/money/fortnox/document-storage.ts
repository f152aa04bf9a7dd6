import { and, asc, eq, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { invoiceHeads } from '#api/money/invoices/table.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { documentStates, type FailureReason, nextSendAt } from './rules.ts'
import { fortnoxDocuments } from './table.ts'

export type DocumentRow = typeof fortnoxDocuments.$inferSelect

const { waiting, sent, failed } = documentStates

const isFree = (now: Date) => or(isNull(fortnoxDocuments.claimedUntil), lt(fortnoxDocuments.claimedUntil, now))

const isDue = (now: Date) => and(eq(fortnoxDocuments.state, waiting), lte(fortnoxDocuments.dueAt, now), isFree(now))

/** SQL condition: Fortnox is connected, and an invoice waits to be sent now. */
export const hasWork = (now: Date): SQL => sql`(
  exists (select 1 from fortnox_connections c where c.revoked_at is null)
  and exists (select 1 from fortnox_documents d where d.state = ${waiting} and d.due_at <= ${now.toISOString()}
    and (d.claimed_until is null or d.claimed_until < ${now.toISOString()})))`

/** Lists at most `limit` invoices that are to be sent now, by their ids, so that an invoice comes before its credit. */
export const listDueDocuments = (db: Database, now: Date, limit: number): Promise<DocumentRow[]> =>
  db.query.select().from(fortnoxDocuments).where(isDue(now)).orderBy(asc(fortnoxDocuments.invoiceHeadId)).limit(limit)

/** As long as a worker can live: afterwards nobody sends the invoice any more. */
const claimMs = 900_000

/**
 * Claims an invoice for a quarter of an hour and counts the attempt; null when another worker has it. From now on Fortnox may
 * have the document.
 */
export async function claimDocument(db: Database, invoiceHeadId: number, now: Date): Promise<DocumentRow | null> {
  const [row] = await db.query
    .update(fortnoxDocuments)
    .set({ attempts: sql`attempts + 1`, claimedUntil: new Date(now.getTime() + claimMs), mayExist: true })
    .where(and(eq(fortnoxDocuments.invoiceHeadId, invoiceHeadId), isDue(now)))
    .returning()
  return row ?? null
}

/** Selects the invoice while this worker holds it. */
const isHeld = ({ invoiceHeadId, claimedUntil }: DocumentRow): SQL =>
  sql`fortnox_documents.invoice_head_id = ${invoiceHeadId} and fortnox_documents.state = ${waiting}
    and fortnox_documents.claimed_until = ${claimedUntil?.toISOString() ?? null}`

/**
 * Stores the number of the document that an invoice has become, with an audit entry. Changes nothing when this worker
 * has lost the invoice.
 */
export async function storeSent(
  ctx: Ctx<null>,
  document: DocumentRow,
  made: { companyKey: string; documentNumber: string },
): Promise<void> {
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
 * Returns the statement that stores that an invoice is not sent until somebody presses again. Changes nothing when this
 * worker has lost the invoice.
 */
export const storeFailure = (db: Database, document: DocumentRow, failure: Failure): Statement =>
  db.query
    .update(fortnoxDocuments)
    .set({ ...failure, state: failed, claimedUntil: null })
    .where(isHeld(document))

/**
 * Returns the statement that stores that Fortnox did not answer: the invoice waits for the next attempt, or fails after
 * the last. Changes nothing when this worker has lost the invoice.
 */
export function storeNoAnswer(db: Database, document: DocumentRow, message: string, now: Date): Statement {
  const dueAt = nextSendAt(document.attempts, now)
  if (dueAt === null) return storeFailure(db, document, { reason: 'unavailable', message, mayExist: true })
  return db.query.update(fortnoxDocuments).set({ dueAt, claimedUntil: null }).where(isHeld(document))
}

/**
 * Returns the statement that gives an invoice back as it was before this attempt, which sent nothing. Changes nothing
 * when this worker has lost the invoice.
 */
export const returnDocument = (db: Database, document: DocumentRow, before: DocumentRow): Statement =>
  db.query
    .update(fortnoxDocuments)
    .set({ attempts: before.attempts, mayExist: before.mayExist, claimedUntil: null })
    .where(isHeld(document))

/** Returns the number of the document that an invoice is in a company of Fortnox; null when it is none there. */
export async function findDocumentNumber(db: Database, headId: number, companyKey: string): Promise<string | null> {
  const [row] = await db.query
    .select({ documentNumber: fortnoxDocuments.documentNumber })
    .from(fortnoxDocuments)
    .where(and(eq(fortnoxDocuments.invoiceHeadId, headId), eq(fortnoxDocuments.companyKey, companyKey)))
  return row?.documentNumber ?? null
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

/** SQL condition: the batch has an invoice that is neither sent nor waiting. */
export const hasUnsent = (batchId: string): SQL => sql`exists (select 1 ${headsToSend(batchId)})`

/**
 * Returns the statements that make the invoices of a batch wait to be sent: those that never were, and those that
 * failed. Invoices that wait or are sent stay as they are, so repeating it changes nothing.
 */
export function writeWaiting(ctx: Ctx, batchId: string): Statement[] {
  const now = ctx.now.toISOString()
  const standing = ctx.db.query
    .select({ id: invoiceHeads.id })
    .from(invoiceHeads)
    .where(sql`export_id = ${batchId} and status = 0`)
  const requested = { state: waiting, attempts: 0, requestedByUserId: ctx.actor.id }
  return [
    ctx.db.query
      .update(fortnoxDocuments)
      .set({ ...requested, dueAt: ctx.now, requestedAt: ctx.now, reason: null, message: null })
      .where(and(eq(fortnoxDocuments.state, failed), inArray(fortnoxDocuments.invoiceHeadId, standing))),
    insertFrom(
      ctx.db.query,
      fortnoxDocuments,
      { ...requested, invoiceHeadId: sql`h.id`, mayExist: 0, dueAt: now, requestedAt: now },
      sql`${headsToSend(batchId)} and d.state is null`,
    ),
  ]
}
