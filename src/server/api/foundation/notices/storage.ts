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

/** Notifies one person; commit it with the write that it is about. */
export const notify = ({ db, now }: Visitor, { userId, kind, values, path }: NewNotice): Statement =>
  db.query.insert(notices).values({ userId, kind, values, path: path ?? null, createdAt: now })

/** Notifies each person of a query, as `id`. */
export const notifyEach = (
  { db, now }: Visitor,
  people: SQL,
  { kind, values, path }: Omit<NewNotice, 'userId'>,
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

/** Marks a person's notices as read. */
export const markNoticesRead = (db: Database, userId: number, ids: readonly number[] | undefined, now: Date) =>
  db.query
    .update(notices)
    .set({ readAt: now })
    .where(and(eq(notices.userId, userId), isNull(notices.readAt), ids && among(ids)))

/** Whether a person already has this notice: a job may run twice. */
export async function hasNotice(db: Database, userId: number, kind: NoticeKind, path: string): Promise<boolean> {
  const [row] = await db.query
    .select({ id: notices.id })
    .from(notices)
    .where(and(eq(notices.userId, userId), eq(notices.kind, kind), eq(notices.path, path)))
    .limit(1)
  return row !== undefined
}

const readerName = sql<string>`coalesce(${personName(sql`notices.user_id`)}, '')`

/** Lists the notices of all people, or of the given ones. */
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
