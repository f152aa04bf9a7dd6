import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { id, instant, noContent, pageSchema, queryFlag, queryPage, queryPageSize, version } from '#api/wire.ts'
import { webhookEventTypes } from './rules.ts'

const EventType = z.enum(webhookEventTypes)

export const Webhook = z.object({
  id,
  url: z.string(),
  description: z.string(),
  eventTypes: z.array(EventType),
  active: z.boolean(),
  /** Messages that wait or have failed. */
  waiting: z.int(),
  failed: z.int(),
  lastDelivered: instant.nullable(),
  lastChange: instant,
})
export type Webhook = z.infer<typeof Webhook>

const fields = {
  url: z.url().max(500),
  description: z.string().trim().min(1).max(100),
  eventTypes: z.array(EventType).min(1).max(webhookEventTypes.length),
}

export const WebhookEdit = z.object({
  ...fields,
  active: z.boolean(),
  /** Version that was edited; an edit of an older version than the stored one is refused (spec G-083). */
  lastChange: version,
})
export type WebhookEdit = z.infer<typeof WebhookEdit>

export const WebhookDelivery = z.object({
  id,
  eventId: z.string(),
  type: z.string(),
  body: z.string(),
  /** 0 waiting, 1 delivered, 2 failed. */
  state: z.int(),
  attempts: z.int(),
  /** Status of the last answer; null without one. */
  status: z.int().nullable(),
  error: z.string().nullable(),
  created: instant,
  due: instant,
  finished: instant.nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const Change = z.object({
  id: z.string(),
  type: EventType,
  timestamp: z.string(),
  data: z.looseObject({ target: z.object({ type: z.string(), id: z.string() }) }),
})

// Calls whose reply contains a secret are not repeatable, because their replies must not be stored.
export const webhookCalls = contract({
  'GET /Webhooks': {
    who: 'superadministrators',
    reply: z.array(Webhook),
    summary: 'Lists the addresses of other systems that are notified, with what waits and what failed.',
  },
  'POST /Webhooks': {
    who: 'superadministrators',
    cache: 'never',
    recentProof: true,
    body: z.object(fields),
    reply: Webhook.extend({ secret: z.string() }),
    summary:
      'Adds an address; its signing secret is shown once. Events from then on are sent, signed by Standard Webhooks.',
  },
  'PUT /Webhooks/:id': {
    who: 'superadministrators',
    recentProof: true,
    body: WebhookEdit,
    reply: Webhook,
    summary: 'Changes the address or its events, or stops it; what happened while it was stopped is sent afterwards.',
  },
  'POST /Webhooks/:id/newsecret': {
    who: 'superadministrators',
    cache: 'never',
    recentProof: true,
    reply: z.object({ secret: z.string() }),
    summary: 'Creates a new signing secret, shown once; the previous one signs beside it for 24 hours.',
  },
  'DELETE /Webhooks/:id': {
    who: 'superadministrators',
    reply: noContent,
    summary: 'Removes an address with its messages.',
  },
  'POST /Webhooks/:id/test': {
    who: 'superadministrators',
    repeatable: true,
    reply: noContent,
    summary: 'Sends a message of the type ping.',
  },
  'GET /Webhooks/:id/deliveries': {
    who: 'superadministrators',
    query: z.object({ page: queryPage, pageSize: queryPageSize, onlyFailed: queryFlag.default(false) }),
    reply: pageSchema(WebhookDelivery),
    summary: 'Lists the messages to an address of the last 30 days, the latest first.',
  },
  'POST /Webhooks/:id/deliveries/:deliveryId/replay': {
    who: 'superadministrators',
    repeatable: true,
    reply: noContent,
    summary: 'Sends a message again, with the same id.',
  },
  'GET /Changes': {
    who: 'superadministrators',
    integration: { permission: 'IntegrationRead', resource: 'changes' },
    query: z.object({
      /** Cursor: `next` of the last answer; 0 for everything that the log still has. */
      after: z.string().transform(Number).pipe(z.int().min(0)).default(0),
    }),
    reply: z.object({ changes: z.array(Change), next: z.int() }),
    summary: 'Lists up to 500 events after a cursor, the oldest first, as webhooks send them.',
  },
})
