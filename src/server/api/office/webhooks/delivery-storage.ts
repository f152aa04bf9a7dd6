import { and, asc, eq, lt, sql } from 'drizzle-orm'
import { auditEventsView } from '#api/foundation/audit/views.ts'
import type { Database, Statement } from '#platform/database.ts'
import { daysOfDeliveries, deliveryStates, type EventSource } from './rules.ts'
import type { EndpointRow } from './storage.ts'
import { webhookDeliveries, webhookEndpoints } from './table.ts'

/**
 * SQL condition: an active webhook endpoint has unread entries of the audit log, or a message that waits and is due.
 */
export const hasWork = (now: Date) => sql`(
  exists (select 1 from webhook_endpoints e where e.active = 1
    and e.read_until_entry_id < (select max(id) from ${auditEventsView}))
  or exists (select 1 from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id and e.active = 1
    where d.state = 0 and d.due_at <= ${now.toISOString()}))`

/** Lists the active webhook endpoints with their sealed secrets, in no order. */
export const listActiveEndpoints = (db: Database): Promise<EndpointRow[]> =>
  db.query.select().from(webhookEndpoints).where(eq(webhookEndpoints.active, true))

/** Entries of the log read at once. */
const maxEntries = 500

interface EntryRow extends Omit<EventSource, 'data'> {
  data: string
}

/**
 * Reads the entries of the audit log with one of the actions after the id `after`, the oldest first, at most 500.
 * `next` is the id up to which everything has been read, to be given as `after` next time.
 */
export async function readEntries(
  db: Database,
  after: number,
  actions: readonly string[],
): Promise<{ entries: EventSource[]; next: number }> {
  const [newest] = await db.rows<{ id: number | null }>(sql`select max(id) as id from ${auditEventsView}`)
  const last = newest?.id ?? 0
  if (last <= after) return { entries: [], next: after }
  const rows = await db.rows<EntryRow>(sql`
    select id, at, action, target_type as "targetType", target_id as "targetId", data from ${auditEventsView}
    where id > ${after} and id <= ${last} and action in (select value from json_each(${JSON.stringify(actions)}))
    order by id limit ${maxEntries}`)
  // The log stores its data as JSON objects.
  const entries = rows.map((row) => ({ ...row, data: JSON.parse(row.data) as Record<string, unknown> }))
  return { entries, next: entries.length === maxEntries ? (entries.at(-1)?.id ?? last) : last }
}

/**
 * Returns the statement that stores, for a webhook endpoint, up to which entry of the audit log messages have been
 * made.
 */
export const markRead = (db: Database, endpointId: number, entryId: number): Statement =>
  db.query.update(webhookEndpoints).set({ readUntilEntryId: entryId }).where(eq(webhookEndpoints.id, endpointId))

/** Messages sent to one endpoint in one run. */
const maxMessages = 20

/** Lists the messages to a webhook endpoint that wait and are due, the oldest first, at most 20. */
export const listDueDeliveries = (db: Database, endpointId: number, now: Date) =>
  db.query
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.endpointId, endpointId),
        eq(webhookDeliveries.state, deliveryStates.waiting),
        sql`${webhookDeliveries.dueAt} <= ${now.toISOString()}`,
      ),
    )
    .orderBy(asc(webhookDeliveries.id))
    .limit(maxMessages)

export type DeliveryRow = typeof webhookDeliveries.$inferSelect

/** Result of an attempt; `dueAt` is the time of the next one, null when there is none. */
export interface AttemptOutcome {
  isDelivered: boolean
  /** HTTP status; null without an answer. */
  status: number | null
  error: string | null
  dueAt: Date | null
}

/**
 * Returns the statement that counts an attempt to deliver a webhook message and stores its result. The message is over
 * when it was delivered, or failed with null for `dueAt`; otherwise it waits until then.
 */
export function storeAttempt(db: Database, delivery: DeliveryRow, outcome: AttemptOutcome, now: Date): Statement {
  const { isDelivered, status, error, dueAt } = outcome
  const ended = isDelivered ? deliveryStates.delivered : deliveryStates.failed
  const isOver = isDelivered || dueAt === null
  return db.query
    .update(webhookDeliveries)
    .set({
      attempts: delivery.attempts + 1,
      status,
      error,
      state: isOver ? ended : deliveryStates.waiting,
      dueAt: dueAt ?? delivery.dueAt,
      finishedAt: isOver ? now : null,
    })
    .where(eq(webhookDeliveries.id, delivery.id))
}

/**
 * Returns the statement that makes a webhook endpoint inactive, as when its server answers that it is gone. Its
 * messages stay.
 */
export const stopEndpoint = (db: Database, endpointId: number, now: Date): Statement =>
  db.query.update(webhookEndpoints).set({ active: false, changedAt: now }).where(eq(webhookEndpoints.id, endpointId))

/** Returns the statement that removes webhook messages, delivered or failed, that ended more than 30 days ago. */
export const removeOldDeliveries = (db: Database, now: Date): Statement =>
  db.query
    .delete(webhookDeliveries)
    .where(lt(webhookDeliveries.finishedAt, new Date(now.getTime() - daysOfDeliveries * 86_400_000)))
