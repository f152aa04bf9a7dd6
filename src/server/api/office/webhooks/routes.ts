import type { Ctx } from '#api/context.ts'
import { auditCreation, auditEdit, auditRemoval } from '#api/foundation/audit/edits/audit-edit.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { isAllowedAddress } from './address.ts'
import { type Webhook, type WebhookEdit, webhookCalls } from './contract.ts'
import { queueWebhooks } from './deliver.ts'
import { readEntries } from './delivery-storage.ts'
import { hoursOfPreviousSecret, listActions, toWebhookEvent, webhookEventTypes } from './rules.ts'
import { generateSecret, sealSecret } from './signing-secret.ts'
import { webhookSnapshot } from './snapshot.ts'
import {
  type EndpointRow,
  findEndpoint,
  findEndpointId,
  hasDelivery,
  insertDeliveries,
  insertEndpoint,
  listDeliveries,
  listEndpoints,
  removeEndpoint,
  replaceEndpointSecret,
  replayDelivery,
  updateEndpoint,
} from './storage.ts'

const target = (id: number) => ({ type: 'webhook', id }) as const

const snapshot = { type: 'webhook', of: webhookSnapshot } as const

async function listWebhooks({ db }: Ctx): Promise<Webhook[]> {
  const rows = await listEndpoints(db)
  return rows.map(
    ({ endpoint: { id, url, description, eventTypes, active, changedAt }, lastDelivered, ...counts }) => ({
      id,
      url,
      description,
      eventTypes,
      active,
      ...counts,
      lastDelivered: lastDelivered === null ? null : new Date(lastDelivered),
      lastChange: changedAt,
    }),
  )
}

async function getWebhook(ctx: Ctx, id: number): Promise<Webhook> {
  const found = (await listWebhooks(ctx)).find((webhook) => webhook.id === id)
  if (!found) throw new Refused('not_found')
  return found
}

async function getEndpoint(ctx: Ctx, id: number): Promise<EndpointRow> {
  const endpoint = await findEndpoint(ctx.db, id)
  if (!endpoint) throw new Refused('not_found')
  return endpoint
}

/** @throws Refused('webhook_address') for a URL that messages may not be sent to. */
function requireAddress({ env }: Ctx, url: string): void {
  if (!isAllowedAddress(url, env.WEBHOOKS_LOCAL === '1')) throw new Refused('webhook_address')
}

async function create(ctx: Ctx, body: Pick<WebhookEdit, 'url' | 'description' | 'eventTypes'>) {
  requireAddress(ctx, body.url)
  const secret = generateSecret()
  const key = ctx.newId()
  await ctx.db.commit([
    insertEndpoint(ctx.db, {
      ...body,
      eventTypes: [...new Set(body.eventTypes)],
      key,
      sealedSecret: sealSecret(ctx, key, secret),
      createdAt: ctx.now,
      changedAt: ctx.now,
    }),
    auditCreation(ctx, { ...snapshot, action: 'webhook.created' }),
  ])
  const id = await findEndpointId(ctx.db, key)
  if (id === null) throw new Refused('not_found')
  return { ...(await getWebhook(ctx, id)), secret }
}

async function edit(ctx: Ctx, id: number, input: WebhookEdit): Promise<Webhook> {
  requireAddress(ctx, input.url)
  await getEndpoint(ctx, id)
  const edited = { ...input, eventTypes: [...new Set(input.eventTypes)] }
  const audit = auditEdit(ctx, { action: 'webhook.changed', target: target(id), of: webhookSnapshot(id) })
  await ctx.db.commit([audit.before, updateEndpoint(ctx.db, id, edited, ctx.now), ...audit.after])
  return getWebhook(ctx, id)
}

async function rotate(ctx: Ctx, id: number) {
  const { key } = await getEndpoint(ctx, id)
  const secret = generateSecret()
  const previousUntil = new Date(ctx.now.getTime() + hoursOfPreviousSecret * 3_600_000)
  await ctx.db.commit([
    replaceEndpointSecret(ctx.db, id, { sealed: sealSecret(ctx, key, secret), previousUntil }),
    recordAudit(ctx, 'webhook.secretChanged', target(id)),
  ])
  return { secret }
}

async function remove(ctx: Ctx, id: number): Promise<undefined> {
  await getEndpoint(ctx, id)
  await ctx.db.commit([
    auditRemoval(ctx, { ...snapshot, action: 'webhook.removed' }, id),
    ...removeEndpoint(ctx.db, id),
  ])
}

async function sendTest(ctx: Ctx, id: number): Promise<undefined> {
  await getEndpoint(ctx, id)
  const message = { type: 'ping', timestamp: ctx.now.toISOString(), data: { target: target(id) } }
  const body = JSON.stringify(message)
  const delivery = { endpointId: id, eventId: `evt_test_${ctx.newId()}`, type: message.type, body }
  await ctx.db.commit(insertDeliveries(ctx.db, [delivery], ctx.now))
  await queueWebhooks(ctx)
}

async function replay(ctx: Ctx, id: number, deliveryId: number): Promise<undefined> {
  if (!(await hasDelivery(ctx.db, id, deliveryId))) throw new Refused('not_found')
  await ctx.db.commit([
    replayDelivery(ctx.db, id, deliveryId, ctx.now),
    recordAudit(ctx, 'webhook.replayed', target(id)),
  ])
  await queueWebhooks(ctx)
}

async function listChanges({ db }: Ctx, after: number) {
  const { entries, next } = await readEntries(db, after, listActions(webhookEventTypes))
  return { changes: entries.map(toWebhookEvent).filter((event) => event !== null), next }
}

export const routes = serve(webhookCalls, {
  'GET /Webhooks': (_input, ctx) => listWebhooks(ctx),
  'POST /Webhooks': ({ body }, ctx) => create(ctx, body),
  'PUT /Webhooks/:id': ({ params, body }, ctx) => edit(ctx, params.id, body),
  'POST /Webhooks/:id/newsecret': ({ params }, ctx) => rotate(ctx, params.id),
  'DELETE /Webhooks/:id': ({ params }, ctx) => remove(ctx, params.id),
  'POST /Webhooks/:id/test': ({ params }, ctx) => sendTest(ctx, params.id),
  'GET /Webhooks/:id/deliveries': async ({ params, query }, ctx) => {
    await getEndpoint(ctx, params.id)
    return listDeliveries(ctx.db, params.id, query)
  },
  'POST /Webhooks/:id/deliveries/:deliveryId/replay': ({ params }, ctx) => replay(ctx, params.id, params.deliveryId),
  'GET /Changes': ({ query }, ctx) => listChanges(ctx, query.after),
})
