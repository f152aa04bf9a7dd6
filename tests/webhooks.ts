import { createExecutionContext, createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { inject } from 'vitest'
import { auditEntries } from '#api/foundation/audit/table.ts'
import type { AuditAction } from '#api/foundation/audit/text-types.ts'
import type { Webhook, WebhookDelivery } from '#api/office/webhooks/contract.ts'
import { database, signedIn } from './portal.ts'
import { drainJobs } from './queue.ts'
import { inMinutes } from './time.ts'
import type { ReceiverChannel } from './webhook-receiver.ts'
import worker from './worker.ts'

export type CreatedWebhook = Webhook & { secret: string }

const receiver = `http://127.0.0.1:${inject('webhookPort')}`

/** Creates a superadministrator with what the tests of webhooks do as one. */
export async function createWebhookAdministrator() {
  const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
  /** Adds a webhook whose messages a channel of the receiver gets. */
  const subscribe = async (eventTypes = ['license.issued'], channel: Partial<ReceiverChannel> = {}) => {
    // Test files run beside each other and share the receiver.
    const url = `${receiver}/${crypto.randomUUID()}`
    const created = await superadministrator.json<CreatedWebhook>('POST', '/Webhooks', {
      url,
      description: 'Medlemssystem',
      eventTypes,
    })
    const set = (change: Partial<ReceiverChannel>) =>
      fetch(url, {
        method: 'PUT',
        body: JSON.stringify({ secret: created.secret, failEvery: 0, status: null, ...channel, ...change }),
      })
    await set({})
    const read = async () => (await (await fetch(url)).json()) as ReceiverChannel
    return { ...created, url, set, read }
  }
  const listDeliveries = (id: number, query = '') =>
    superadministrator.json<{ items: WebhookDelivery[]; total: number }>('GET', `/Webhooks/${id}/deliveries${query}`)
  return { superadministrator, subscribe, listDeliveries }
}

/** Writes an entry of the log as the portal's code does, and returns the id of its event. */
export async function logEntry(action: AuditAction, data: Record<string, unknown> = {}): Promise<string> {
  const [row] = await database()
    .query.insert(auditEntries)
    .values({ at: new Date(), userId: null, action, targetType: 'user', targetId: '42', data, requestId: 'test' })
    .returning({ id: auditEntries.id })
  return `evt_${row?.id}`
}

/** Runs what the platform runs each minute. */
export const runSchedule = () => worker.scheduled(createScheduledController(), env, createExecutionContext())

/** Runs what the platform runs each minute, with all jobs that follow. */
export async function passMinute(): Promise<void> {
  await runSchedule()
  await drainJobs()
}

/** Makes waiting messages due, as time does. */
export const skipWaiting = () =>
  env.DB.prepare('UPDATE webhook_deliveries SET due_at = ?1 WHERE state = 0').bind(inMinutes(-1).toISOString()).run()
