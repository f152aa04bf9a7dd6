import { and, count, desc, eq, sql } from 'drizzle-orm'
import { auditEventsView } from '#api/foundation/audit/views.ts'
import { type Database, ifUnmodifiedSince, type Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { toJsonParameters } from '#platform/json-parameters.ts'
import type { WebhookDelivery, WebhookEdit } from './contract.ts'
import { deliveryStates } from './rules.ts'
import { webhookDeliveries, webhookEndpoints } from './table.ts'

export type EndpointRow = typeof webhookEndpoints.$inferSelect

const inState = (state: number) =>
  sql<number>`(select count(*) from webhook_deliveries d where d.endpoint_id = webhook_endpoints.id and d.state = ${sql.raw(String(state))})`

/**
 * Lists all webhook endpoints by description, inactive ones too, with their numbers of waiting and failed messages.
 * `lastDelivered` is null before the first delivery. The rows have sealed secrets.
 */
export const listEndpoints = (db: Database) =>
  db.query
    .select({
      endpoint: webhookEndpoints,
      waiting: inState(deliveryStates.waiting).as('waiting'),
      failed: inState(deliveryStates.failed).as('failed'),
      lastDelivered: sql<string | null>`(select max(d.finished_at) from webhook_deliveries d
        where d.endpoint_id = webhook_endpoints.id and d.state = 1)`.as('last_delivered'),
    })
    .from(webhookEndpoints)
    .orderBy(webhookEndpoints.description, webhookEndpoints.id)

/** Finds a webhook endpoint by id, also an inactive one; null when there is none. The row has sealed secrets. */
export async function findEndpoint(db: Database, id: number): Promise<EndpointRow | null> {
  const [row] = await db.query.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id))
  return row ?? null
}

/**
 * Finds the id of the webhook endpoint with a key (the place under which its secrets are sealed), active or not; null
 * when there is none.
 */
export async function findEndpointId(db: Database, key: string): Promise<number | null> {
  const [row] = await db.query
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.key, key))
  return row?.id ?? null
}

/**
 * Returns the statement that inserts a webhook endpoint; entries of the audit log from before the commit give it no
 * messages. The commit fails when another endpoint has the key under which its secrets are sealed.
 */
export const insertEndpoint = (
  db: Database,
  endpoint: Omit<typeof webhookEndpoints.$inferInsert, 'readUntilEntryId'>,
): Statement =>
  db.query
    .insert(webhookEndpoints)
    .values({ ...endpoint, readUntilEntryId: sql`(select coalesce(max(id), 0) from ${auditEventsView})` })

/**
 * Returns the statement that updates the given columns of a webhook endpoint; an unknown id changes nothing. The commit
 * fails as `changed_meanwhile` unless `edit.lastChange` is the stored version, also when it is missing.
 */
export const updateEndpoint = (db: Database, id: number, edit: WebhookEdit, now: Date): Statement => {
  const { lastChange, ...columns } = edit
  const changedAt = ifUnmodifiedSince(webhookEndpoints.changedAt, lastChange, now) as Date
  return db.query
    .update(webhookEndpoints)
    .set({ ...columns, changedAt })
    .where(eq(webhookEndpoints.id, id))
}

interface NewSecret {
  sealed: string
  previousUntil: Date
}

/**
 * Returns the statement that replaces the sealed secret of a webhook endpoint. The current one also signs until
 * `previousUntil`; one from an earlier replacement is lost.
 */
export const replaceEndpointSecret = (db: Database, id: number, secret: NewSecret): Statement =>
  db.query
    .update(webhookEndpoints)
    .set({
      sealedSecret: secret.sealed,
      sealedPreviousSecret: sql`sealed_secret`,
      previousSecretUntil: secret.previousUntil,
    })
    .where(eq(webhookEndpoints.id, id))

/**
 * Returns the statements that remove a webhook endpoint with its messages, waiting ones too; an unknown id changes
 * nothing.
 */
export const removeEndpoint = (db: Database, id: number): Statement[] => [
  db.query.delete(webhookDeliveries).where(eq(webhookDeliveries.endpointId, id)),
  db.query.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id)),
]

/**
 * Lists a page, from 1, of the messages to a webhook endpoint, the latest first, with the total number. With
 * `onlyFailed` others are left out of the items and of `total`.
 */
export async function listDeliveries(
  db: Database,
  endpointId: number,
  { page, pageSize, onlyFailed }: { page: number; pageSize: number; onlyFailed: boolean },
): Promise<{ items: WebhookDelivery[]; total: number; page: number; pageSize: number }> {
  const matches = and(
    eq(webhookDeliveries.endpointId, endpointId),
    onlyFailed ? eq(webhookDeliveries.state, deliveryStates.failed) : undefined,
  )
  const [rows, [counted]] = await Promise.all([
    db.query
      .select()
      .from(webhookDeliveries)
      .where(matches)
      .orderBy(desc(webhookDeliveries.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db.query
      .select({ total: count().as('total') })
      .from(webhookDeliveries)
      .where(matches),
  ])
  const items = rows.map(({ endpointId: _, createdAt, dueAt, finishedAt, ...row }) => ({
    ...row,
    created: createdAt,
    due: dueAt,
    finished: finishedAt,
  }))
  return { items, total: counted?.total ?? 0, page, pageSize }
}

interface NewDelivery {
  endpointId: number
  eventId: string
  type: string
  body: string
}

/**
 * Returns the statements that insert webhook messages that are due now. A message is left out when its endpoint has one
 * about the same event.
 */
export const insertDeliveries = (db: Database, deliveries: readonly NewDelivery[], now: Date): Statement[] =>
  toJsonParameters(deliveries).map((portion) =>
    insertFrom(
      db.query,
      webhookDeliveries,
      {
        endpointId: sql`value ->> 'endpointId'`,
        eventId: sql`value ->> 'eventId'`,
        type: sql`value ->> 'type'`,
        body: sql`value ->> 'body'`,
        dueAt: now.toISOString(),
        createdAt: now.toISOString(),
      },
      sql`from json_each(${portion}) where true`,
    ).onConflictDoNothing(),
  )

/**
 * Returns the statement that makes a webhook message in any state due now with all its attempts. One that is unknown or
 * of another endpoint changes nothing.
 */
export const replayDelivery = (db: Database, endpointId: number, id: number, now: Date): Statement =>
  db.query
    .update(webhookDeliveries)
    .set({ state: deliveryStates.waiting, attempts: 0, dueAt: now, finishedAt: null })
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.endpointId, endpointId)))

/** Returns whether a webhook endpoint has the message, in any state. */
export async function hasDelivery(db: Database, endpointId: number, id: number): Promise<boolean> {
  const rows = await db.query
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.endpointId, endpointId)))
  return rows.length > 0
}
