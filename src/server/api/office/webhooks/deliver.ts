import type { Ctx, Visitor } from '#api/context.ts'
import { queueJobWhen } from '#api/foundation/jobs/queue-job-when.ts'
import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { formatErrorMessage } from '#platform/describe-error.ts'
import { fetchConfigured } from '#platform/outbound.ts'
import {
  type DeliveryRow,
  hasWork,
  listActiveEndpoints,
  listDueDeliveries,
  markRead,
  readEntries,
  removeOldDeliveries,
  stopEndpoint,
  storeAttempt,
} from './delivery-storage.ts'
import { listActions, nextAttemptAt, toWebhookEvent } from './rules.ts'
import { signMessage } from './signing-secret.ts'
import { type EndpointRow, insertDeliveries } from './storage.ts'

/**
 * Queues the job that sends messages to webhooks, when there is something to send and no such job is unfinished. It
 * commits at once. The scheduled worker calls it each minute.
 */
export const queueWebhooks = (ctx: Visitor): Promise<void> =>
  queueJobWhen(ctx, hasWork(ctx.now), { kind: 'webhooks.deliver', key: 'webhooks.deliver' })

/** Makes messages of the entries that an endpoint has not read, and notes how far it has read in the same commit. */
async function collectMessages(ctx: Ctx<null>, endpoint: EndpointRow): Promise<void> {
  const actions = listActions(endpoint.eventTypes)
  const { entries, next } = await readEntries(ctx.db, endpoint.readUntilEntryId, actions)
  if (next === endpoint.readUntilEntryId) return
  const events = entries.map(toWebhookEvent).filter((event) => event !== null)
  const deliveries = events.map(({ id: eventId, ...message }) => ({
    endpointId: endpoint.id,
    eventId,
    type: message.type,
    body: JSON.stringify(message),
  }))
  await ctx.db.commit([...insertDeliveries(ctx.db, deliveries, ctx.now), markRead(ctx.db, endpoint.id, next)])
}

/** Time that a receiver has to answer. */
const timeoutMilliseconds = 15_000

interface Answer {
  status: number | null
  error: string | null
}

async function send(ctx: Ctx<null>, endpoint: EndpointRow, { eventId, body }: DeliveryRow): Promise<Answer> {
  try {
    const headers = signMessage({ ...ctx, now: new Date() }, endpoint, { eventId, body })
    const signal = AbortSignal.timeout(timeoutMilliseconds)
    const response = await fetchConfigured(endpoint.url, { method: 'POST', headers, body, signal })
    await response.body?.cancel()
    return { status: response.status, error: response.ok ? null : `answered ${response.status}` }
  } catch (error) {
    return { status: null, error: formatErrorMessage(error).slice(0, 300) }
  }
}

/** Status by which a receiver says that it wants no more messages. */
const goneStatus = 410

/** Whether an endpoint has more to send at once, has nothing left, or did not accept a message. */
type SendOutcome = 'more' | 'done' | 'refused'

/** Sends the messages to an endpoint that are due, in their order, until one is not accepted. */
async function sendMessages(ctx: Ctx<null>, endpoint: EndpointRow): Promise<SendOutcome> {
  const due = await listDueDeliveries(ctx.db, endpoint.id, ctx.now)
  for (const delivery of due) {
    const { status, error } = await send(ctx, endpoint, delivery)
    const now = new Date()
    const isDelivered = error === null
    const dueAt = isDelivered ? null : nextAttemptAt(delivery.attempts + 1, now)
    await ctx.db.commit([
      storeAttempt(ctx.db, delivery, { isDelivered, status, error, dueAt }, now),
      ...(status === goneStatus ? [stopEndpoint(ctx.db, endpoint.id, now)] : []),
    ])
    if (!isDelivered) return 'refused'
  }
  return due.length > 0 ? 'more' : 'done'
}

interface DeliveryPayload {
  /** Endpoints that did not accept a message in an earlier part of this job; they wait for the next minute. */
  skipped?: number[]
}

/**
 * Makes messages of new entries of the log and sends those that are due. A message is sent at least once, always with
 * the same id; a receiver that does not answer with 2xx within 15 seconds is asked again for about three days. An
 * endpoint that answers 410 is stopped.
 */
export const deliverWebhooks: JobHandler = async (ctx, { skipped = [] }: DeliveryPayload) => {
  await ctx.db.commit([removeOldDeliveries(ctx.db, ctx.now)])
  const endpoints = await listActiveEndpoints(ctx.db)
  for (const endpoint of endpoints) await collectMessages(ctx, endpoint)
  const dueEndpoints = endpoints.filter(({ id }) => !skipped.includes(id))
  const outcomes = await Promise.all(dueEndpoints.map((endpoint) => sendMessages(ctx, endpoint)))
  const refused = dueEndpoints.filter((_, at) => outcomes[at] === 'refused').map(({ id }) => id)
  return outcomes.includes('more') ? { rest: { skipped: [...skipped, ...refused] } } : undefined
}
