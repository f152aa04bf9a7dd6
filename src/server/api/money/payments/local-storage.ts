import { and, eq } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import type { Database, Statement } from '#platform/database.ts'
import { localPayments } from './table.ts'

type LocalPayment = typeof localPayments.$inferSelect

/** Asked twice about one payment, it stays as it was. */
export const insertLocal = (ctx: Visitor, row: Omit<LocalPayment, 'createdAt' | 'settlesAt'>): Statement =>
  ctx.db.query
    .insert(localPayments)
    .values({ ...row, createdAt: ctx.now })
    .onConflictDoNothing()

export async function findLocal(db: Database, reference: string): Promise<LocalPayment | null> {
  const [row] = await db.query.select().from(localPayments).where(eq(localPayments.reference, reference))
  return row ?? null
}

export async function findLocalOf(db: Database, paymentId: string): Promise<LocalPayment | null> {
  const [row] = await db.query.select().from(localPayments).where(eq(localPayments.paymentId, paymentId))
  return row ?? null
}

const openOne = (reference: string) => and(eq(localPayments.reference, reference), eq(localPayments.state, 'open'))

export const closeLocal = ({ db }: Visitor, reference: string): Statement =>
  db.query.update(localPayments).set({ state: 'closed' }).where(openOne(reference))

export const settleLocal = (
  { db }: Visitor,
  reference: string,
  state: 'paid' | 'failed',
  settlesAt: Date | null,
): Statement => db.query.update(localPayments).set({ state, settlesAt }).where(openOne(reference))
