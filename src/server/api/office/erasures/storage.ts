import { and, count, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { users } from '#api/people/users/table.ts'
import { queueColumns, toQueueCount } from '#api/queue-count.ts'
import type { Database, Statement } from '#platform/database.ts'
import type { ErasureSummary } from './contract.ts'
import { type ErasureState, erasureStates } from './rules.ts'
import { erasureRequests } from './table.ts'

const [subject, requester, decider] = [alias(users, 'subject'), alias(users, 'requester'), alias(users, 'decider')]
const selectName = (person: typeof subject | typeof requester | typeof decider, name: string) =>
  sql<string | null>`${person.firstName} || ' ' || ${person.lastName}`.as(name)

const selectRequests = ({ query }: Database) =>
  query
    .select({
      request: erasureRequests,
      userName: selectName(subject, 'subject_name'),
      requesterName: selectName(requester, 'requester_name'),
      deciderName: selectName(decider, 'decider_name'),
    })
    .from(erasureRequests)
    .leftJoin(subject, eq(subject.id, erasureRequests.userId))
    .leftJoin(requester, eq(requester.id, erasureRequests.requestedByUserId))
    .leftJoin(decider, eq(decider.id, erasureRequests.decidedByUserId))

export type RequestRow = Awaited<ReturnType<typeof selectRequests>>[number]

/**
 * Finds a request to erase a person, in any state, with the names of the person and of those who requested and decided
 * it; null when there is none. Access is not checked here.
 */
export async function findRequest(db: Database, id: number): Promise<RequestRow | null> {
  const [row] = await selectRequests(db).where(eq(erasureRequests.id, id))
  return row ?? null
}

/**
 * Finds the latest request to erase a person, in any state; null when there never was one. Access is not checked here.
 */
export async function findLatestRequest(db: Database, userId: number) {
  const latest = db.query
    .select()
    .from(erasureRequests)
    .where(eq(erasureRequests.userId, userId))
    .orderBy(desc(erasureRequests.id))
    .limit(1)
  const [row] = await latest
  return row ?? null
}

/** Returns the queue of erasure requests that wait for a decision: their number, and since when the oldest waits. */
export const countOpenRequests = async (db: Database) =>
  toQueueCount(
    await db.query
      .select(queueColumns(sql`erasure_requests.created_at`))
      .from(erasureRequests)
      .where(eq(erasureRequests.state, erasureStates.open)),
  )

const isLive = sql`${erasureRequests.state} in (0, 1)`

/**
 * Lists a page of requests to erase people, of one state or of all, with their total. Live ones (open or confirmed)
 * come first by due date, then the others, the latest first. `page` counts from 1. Access is not checked here.
 */
export async function listRequests(db: Database, state: ErasureState | undefined, page: number, pageSize: number) {
  const filter = state === undefined ? undefined : eq(erasureRequests.state, state)
  const [rows, [counted]] = await Promise.all([
    selectRequests(db)
      .where(filter)
      .orderBy(sql`not ${isLive}`, sql`case when ${isLive} then ${erasureRequests.dueOn} end`, desc(erasureRequests.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db.query.select({ total: count() }).from(erasureRequests).where(filter),
  ])
  return { rows, total: counted?.total ?? 0 }
}

/** Returns the statement that inserts a request to erase a person; does nothing when the person has a live one. */
export const insertRequest = (db: Database, request: typeof erasureRequests.$inferInsert): Statement =>
  db.query.insert(erasureRequests).values(request).onConflictDoNothing()

interface Decision {
  state: ErasureState
  decidedByUserId: number
  decidedAt: Date
  reason?: string
}

/**
 * Returns the statement that confirms or rejects an open request to erase a person; it erases nothing; an unknown id
 * changes nothing. A trigger rejects a second decision with `erasure_moved`. A confirmation fails as `merge_undoing`
 * while a merge of the person is being undone.
 */
export const decideRequest = (db: Database, id: number, decision: Decision): Statement =>
  db.query.update(erasureRequests).set(decision).where(eq(erasureRequests.id, id))

/**
 * Returns the statement that marks a confirmed request to erase a person as done and stores the receipt; does nothing
 * in any other state. Erases nothing itself.
 */
export const markDone = (db: Database, id: number, doneAt: Date, receipt: ErasureSummary): Statement =>
  db.query
    .update(erasureRequests)
    .set({ state: erasureStates.done, doneAt, receipt })
    .where(and(eq(erasureRequests.id, id), eq(erasureRequests.state, erasureStates.confirmed)))

/**
 * Returns the statement that marks all live requests to erase a person, who has been erased, as done now, without a
 * receipt. Decided ones that are over stay.
 */
export const closeLiveRequests = (db: Database, userId: number, now: Date): Statement =>
  db.query
    .update(erasureRequests)
    .set({ state: erasureStates.done, doneAt: now })
    .where(and(eq(erasureRequests.userId, userId), isLive))
