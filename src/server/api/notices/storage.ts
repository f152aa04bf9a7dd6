import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { prepared } from '#platform/prepared.ts'
import type { Visitor } from '../context.ts'
import type { NoticeKind } from './contract.ts'
import { notices } from './table.ts'

interface NewNotice {
  userId: number
  kind: NoticeKind
  /** Fills the text of the kind; names and titles as they were when it happened. */
  values: Record<string, string>
  /** Where in the portal the reader finds it. */
  path?: string
}

/** Tells one person something; commit it with the write that it is about. */
export const notify = ({ db, now }: Visitor, { userId, kind, values, path }: NewNotice): Statement =>
  db.query.insert(notices).values({ userId, kind, values, path: path ?? null, createdAt: now })

export const latestNotices = prepared(({ query }, { userId }: { userId: number }) =>
  query
    .select()
    .from(notices)
    .where(eq(notices.userId, userId))
    .orderBy(desc(notices.createdAt), desc(notices.id))
    .limit(50),
)

/** The ids travel as one parameter: a query takes a hundred at most. */
const among = (ids: readonly number[]) => sql`${notices.id} in (select value from json_each(${JSON.stringify(ids)}))`

export const markRead = (db: Database, userId: number, ids: readonly number[] | undefined, now: Date) =>
  db.query
    .update(notices)
    .set({ readAt: now })
    .where(and(eq(notices.userId, userId), isNull(notices.readAt), ids && among(ids)))

/** Whether a person has been told this very thing before: a job may run twice. */
export async function wasNotified(db: Database, userId: number, kind: NoticeKind, path: string): Promise<boolean> {
  const [row] = await db.query
    .select({ id: notices.id })
    .from(notices)
    .where(and(eq(notices.userId, userId), eq(notices.kind, kind), eq(notices.path, path)))
    .limit(1)
  return row !== undefined
}
