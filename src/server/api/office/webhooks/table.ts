import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag, instant, json } from '#platform/columns.ts'
import type { DeliveryState, WebhookEventType } from './rules.ts'

export const webhookEndpoints = sqliteTable(
  'webhook_endpoints',
  {
    id: integer('id').primaryKey(),
    /** Place under which the secrets are sealed. */
    key: text('key').notNull(),
    url: text('url').notNull(),
    description: text('description').notNull(),
    eventTypes: json<WebhookEventType[]>('event_types').notNull(),
    active: flag('active').notNull().default(true),
    sealedSecret: text('sealed_secret').notNull(),
    sealedPreviousSecret: text('sealed_previous_secret'),
    previousSecretUntil: instant('previous_secret_until'),
    /** Last entry of the audit log of which messages were made. */
    readUntilEntryId: integer('read_until_entry_id').notNull(),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [uniqueIndex('idx_webhook_endpoints_key').on(table.key)],
)

export const webhookDeliveries = sqliteTable(
  'webhook_deliveries',
  {
    id: integer('id').primaryKey(),
    endpointId: integer('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    /** The message as it is signed and sent. */
    body: text('body').notNull(),
    state: integer('state').$type<DeliveryState>().notNull().default(0),
    attempts: integer('attempts').notNull().default(0),
    dueAt: instant('due_at').notNull(),
    /** Status of the last answer; null without an answer. */
    status: integer('status'),
    error: text('error'),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    uniqueIndex('idx_webhook_deliveries_event').on(table.endpointId, table.eventId),
    index('idx_webhook_deliveries_due').on(table.state, table.dueAt),
    index('idx_webhook_deliveries_finished_at').on(table.finishedAt),
  ],
)
