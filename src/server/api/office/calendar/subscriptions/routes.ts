import { isEducatorLevel } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit, recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { translator } from '#locales/translate.ts'
import { createFeedUrl } from './addresses.ts'
import { type CalendarSubscription, calendarSubscriptions } from './contract.ts'
import { serveFeed, serveInvitation } from './serve-feed.ts'
import {
  insertSubscription,
  isNotSubscribed,
  isOrganization,
  listSubscriptions,
  markRevoked,
  type NewSubscription,
  type SubscriptionRow,
} from './storage.ts'

const toSubscription = (ctx: Ctx, row: SubscriptionRow): CalendarSubscription => ({
  id: row.id,
  kind: row.kind,
  organizationId: row.organizationId,
  organizationName: row.organizationName,
  address: createFeedUrl(ctx, row.id, row.nonce),
  created: row.createdAt,
})

/**
 * Creates a subscription, or returns the existing one.
 * @throws Refused('not_allowed') when a non-educator asks for the calendar of led occasions.
 * @throws Refused('invalid_input') when the organisation does not exist.
 */
async function subscribe(ctx: Ctx, subscription: NewSubscription): Promise<CalendarSubscription> {
  const { kind, organizationId } = subscription
  if (kind === 'teaching' && !isEducatorLevel(ctx.actor)) throw new Refused('not_allowed')
  if (organizationId !== null && !(await isOrganization(ctx.db, organizationId))) {
    const t = translator(ctx.language, 'refusals')
    throw new Refused('invalid_input', { fields: { organizationId: t('invalid.unknown_reference') } })
  }
  const person = { type: 'user', id: ctx.actor.id } as const
  await ctx.db.commit([
    // Before the insert, after which `isNotSubscribed` would be false.
    recordAuditWhen(ctx, isNotSubscribed(ctx, subscription), 'calendar.subscribed', person, { ...subscription }),
    insertSubscription(ctx, subscription),
  ])
  const rows = await listSubscriptions(ctx)
  const row = rows.find((one) => one.kind === kind && one.organizationId === organizationId)
  if (!row) throw new Refused('not_found')
  return toSubscription(ctx, row)
}

async function revoke(ctx: Ctx, id: number): Promise<undefined> {
  const row = (await listSubscriptions(ctx)).find((one) => one.id === id)
  if (!row) throw new Refused('not_found')
  const { kind, organizationId } = row
  const person = { type: 'user', id: ctx.actor.id } as const
  await ctx.db.commit([markRevoked(ctx, id), recordAudit(ctx, 'calendar.revoked', person, { kind, organizationId })])
}

export const routes = serve(calendarSubscriptions, {
  'GET /Calendar/subscriptions': async (_input, ctx) =>
    (await listSubscriptions(ctx)).map((row) => toSubscription(ctx, row)),
  'POST /Calendar/subscriptions': ({ body }, ctx) => subscribe(ctx, body),
  'DELETE /Calendar/subscriptions/:id': ({ params }, ctx) => revoke(ctx, params.id),
  'GET /Calendar/feeds/:address': ({ params, request }, ctx) => serveFeed(ctx, params.address, request),
  'GET /Calendar/invitations/:address': ({ params, request }, ctx) => serveInvitation(ctx, params.address, request),
})
