import { and, count, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import { personName } from '#api/foundation/audit/people.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { prepareQuery } from '#platform/prepare-query.ts'
import type { NoticeKind } from './contract.ts'
import { notices } from './table.ts'

interface NewNotice {
  userId: number
  kind: NoticeKind
  /** Values for the text of the kind; names and titles are those at the time of the event. */
  values: Record<string, string>
  /** Path in the portal of the thing it is about. */
  path?: string
}

/**
 * Returns the statement that notifies one person in the portal; commit it with the write that it is about. A repeat
 * notifies again. `path` is the page that the notice opens; without one it opens none. Sends no mail.
 */
export const notify = ({ db, now }: Visitor, { userId, kind, values, path }: NewNotice): Statement =>
  db.query.insert(notices).values({ userId, kind, values, path: path ?? null, createdAt: now })

/**
 * Returns the statement that notifies each person of a query, as `id`, in the portal; one who occurs twice is notified
 * twice. Sends no mail. The path may be SQL that knows ids of the same transaction.
 */
export const notifyEach = (
  { db, now }: Visitor,
  people: SQL,
  { kind, values, path }: Omit<NewNotice, 'userId' | 'path'> & { path?: string | SQL },
): Statement =>
  insertFrom(
    db.query,
    notices,
    {
      userId: sql`reader.id`,
      kind,
      values: JSON.stringify(values),
      path: path ?? null,
      createdAt: now.toISOString(),
    },
    sql`from (${people}) reader`,
  )

/**
 * Selects the latest 50 notices of a person, read ones too, the newest first, as a prepared query. Access is not
 * checked here.
 */
export const latestNotices = prepareQuery(({ query }, { userId }: { userId: number }) =>
  query
    .select()
    .from(notices)
    .where(eq(notices.userId, userId))
    .orderBy(desc(notices.createdAt), desc(notices.id))
    .limit(50),
)

/** Binds the ids as one parameter: a query allows a hundred. */
const among = (ids: readonly number[]) => sql`${notices.id} in (select value from json_each(${JSON.stringify(ids)}))`

/**
 * Returns the statement that marks a person's notices as read; all of them without `ids`, none for an empty list. Other
 * people's and read ones are not changed.
 */
export const markNoticesRead = (db: Database, userId: number, ids: readonly number[] | undefined, now: Date) =>
  db.query
    .update(notices)
    .set({ readAt: now })
    .where(and(eq(notices.userId, userId), isNull(notices.readAt), ids && among(ids)))

/** Whether a person already has a notice of this kind about this path, read or not: a job may run twice. */
export async function hasNotice(db: Database, userId: number, kind: NoticeKind, path: string): Promise<boolean> {
  const [row] = await db.query
    .select({ id: notices.id })
    .from(notices)
    .where(and(eq(notices.userId, userId), eq(notices.kind, kind), eq(notices.path, path)))
    .limit(1)
  return row !== undefined
}

const readerName = sql<string>`coalesce(${personName(sql`notices.user_id`)}, '')`

/**
 * Lists one page of the notices of the given people, or of everybody for null, the newest first, read ones too, with
 * the total number. An empty list of people finds none. `page` counts from 1. Access is not checked here.
 */
export async function listNotices(db: Database, userIds: readonly number[] | null, page: number, pageSize: number) {
  const ofThese = userIds
    ? sql`notices.user_id in (select value from json_each(${JSON.stringify(userIds)}))`
    : undefined
  const [rows, [all]] = await Promise.all([
    db.query
      .select({ notice: notices, userName: readerName.as('reader_name') })
      .from(notices)
      .where(ofThese)
      .orderBy(desc(notices.createdAt), desc(notices.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db.query.select({ total: count() }).from(notices).where(ofThese),
  ])
  return { rows, total: all?.total ?? 0 }
}
