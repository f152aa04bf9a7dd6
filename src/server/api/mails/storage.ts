import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { outboxMails } from './table.ts'

export type StoredMail = typeof outboxMails.$inferSelect

export const insertMail = (db: Database, mail: typeof outboxMails.$inferInsert): Statement =>
  db.query.insert(outboxMails).values(mail)

export async function findUnsent(db: Database, messageId: string): Promise<StoredMail | null> {
  const [row] = await db.query
    .select()
    .from(outboxMails)
    .where(and(eq(outboxMails.messageId, messageId), isNull(outboxMails.sentAt)))
  return row ?? null
}

export const markSent = (db: Database, id: number, now: Date): Statement =>
  db.query
    .update(outboxMails)
    .set({ sentAt: now, error: null, body: sql`case when secret then '' else body end` })
    .where(eq(outboxMails.id, id))

export const markFailed = (db: Database, id: number, error: string): Statement =>
  db.query.update(outboxMails).set({ error }).where(eq(outboxMails.id, id))

export async function listMails(db: Database, page: number, pageSize: number) {
  const [rows, [all]] = await db.read([
    db.query
      .select()
      .from(outboxMails)
      .orderBy(desc(outboxMails.createdAt), desc(outboxMails.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db.query.select({ total: count() }).from(outboxMails),
  ])
  return { rows, total: all?.total ?? 0 }
}
