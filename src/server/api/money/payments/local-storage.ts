import { and, eq } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import type { Database, Statement } from '#platform/database.ts'
import { localPayments } from './table.ts'

type LocalPayment = typeof localPayments.$inferSelect

/**
<<<<<<< HEAD
 * Returns the statement that inserts a payment at the local provider, which replaces a real one in tests and
 * demonstrations. A second insert for the same payment changes nothing.
=======
 * Returns the statement that inserts a payment at the local provider, which replaces a real one in tests and trials; a
 * second insert for the same payment changes nothing.
>>>>>>> c4
 */
export const insertLocalPayment = (ctx: Visitor, row: Omit<LocalPayment, 'createdAt' | 'settlesAt'>): Statement =>
  ctx.db.query
    .insert(localPayments)
    .values({ ...row, createdAt: ctx.now })
    .onConflictDoNothing()

<<<<<<< HEAD
/** Returns a payment at the local provider by its reference, in any state; null when there is none. */
=======
/**
 * Returns a payment at the local provider, which is for trials, by its reference, in any state; null when there is
 * none.
 */
>>>>>>> c4
export async function findLocalPayment(db: Database, reference: string): Promise<LocalPayment | null> {
  const [row] = await db.query.select().from(localPayments).where(eq(localPayments.reference, reference))
  return row ?? null
}

<<<<<<< HEAD
/** Returns the payment at the local provider that belongs to a portal payment; null when it was not started there. */
=======
/**
 * Returns the payment at the local provider, which is for trials, by the id of the portal's payment, in any state; null
 * when it was not started at the local provider.
 */
>>>>>>> c4
export async function findLocalByPaymentId(db: Database, paymentId: string): Promise<LocalPayment | null> {
  const [row] = await db.query.select().from(localPayments).where(eq(localPayments.paymentId, paymentId))
  return row ?? null
}

const isOpenPayment = (reference: string) =>
  and(eq(localPayments.reference, reference), eq(localPayments.state, 'open'))

/**
<<<<<<< HEAD
 * Returns the statement that closes a payment at the local provider if it is open; another or an unknown one does not
 * change.
=======
 * Returns the statement that closes a payment at the local provider, so that it cannot be paid; does nothing unless it
 * is open.
>>>>>>> c4
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
  state: 'paid' | 'failed',
  settlesAt: Date | null,
): Statement => db.query.update(localPayments).set({ state, settlesAt }).where(isOpenPayment(reference))
