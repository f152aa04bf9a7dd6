import { and, eq } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import type { PaymentInstrument } from '#api/payment-instruments.ts'
import type { Database, Statement } from '#platform/database.ts'
import { localPayments } from './table.ts'

type LocalPayment = typeof localPayments.$inferSelect

/**
 * Returns the statement that inserts a payment at the local provider, which replaces a real one in tests and
 * demonstrations. A second insert for the same payment changes nothing.
 */
export const insertLocalPayment = (
  ctx: Visitor,
  row: Omit<LocalPayment, 'createdAt' | 'settlesAt' | 'instrument'>,
): Statement =>
  ctx.db.query
    .insert(localPayments)
    .values({ ...row, createdAt: ctx.now })
    .onConflictDoNothing()

/** Returns a payment at the local provider by its reference, in any state; null when there is none. */
export async function findLocalPayment(db: Database, reference: string): Promise<LocalPayment | null> {
  const [row] = await db.query.select().from(localPayments).where(eq(localPayments.reference, reference))
  return row ?? null
}

/** Returns the payment at the local provider that belongs to a portal payment; null when it was not started there. */
export async function findLocalByPaymentId(db: Database, paymentId: string): Promise<LocalPayment | null> {
  const [row] = await db.query.select().from(localPayments).where(eq(localPayments.paymentId, paymentId))
  return row ?? null
}

const isOpenPayment = (reference: string) =>
  and(eq(localPayments.reference, reference), eq(localPayments.state, 'open'))

/**
 * Returns the statement that closes a payment at the local provider if it is open; another or an unknown one does not
 * change.
 */
export const closeLocalPayment = ({ db }: Visitor, reference: string): Statement =>
  db.query.update(localPayments).set({ state: 'closed' }).where(isOpenPayment(reference))

/**
 * Returns the statement that marks an open payment at the local provider as paid or failed, from `settlesAt` on, or at
 * once for null. One that is not open does not change.
 */
export const settleLocalPayment = (
  { db }: Visitor,
  reference: string,
  answer: { state: 'paid' | 'failed'; instrument: PaymentInstrument; settlesAt: Date | null },
): Statement => db.query.update(localPayments).set(answer).where(isOpenPayment(reference))
