import type { MiddlewareHandler } from 'hono'
import type { CacheTag } from '#api/calls.ts'
import type { Ctx, Visitor } from '#api/context.ts'
import { wakeQueuedJobs } from '#api/foundation/jobs/run.ts'
import { pushToPlayers, queueOffers } from '#api/index.ts'
import { getRequestUrl } from '#platform/request-url.ts'
import { invalidate } from './cache/tag-versions.ts'
import { toResponse } from './call-response.ts'
import { getMatchedCall } from './contract-routes.ts'
import type { EdgeEnv } from './edge-env.ts'
import { writeBrowserKey, writeChangeCookies, writeKnownDevices, writePageSession } from './response-cookies.ts'

/** Pushes messages to open course players. A player that is not reached polls. */
function sendPlayerMessages({ env, openPlayers, waitUntil: after, log }: Ctx<null> | Visitor): void {
  const message = { ask: openPlayers.ask.splice(0), leave: openPlayers.leave.splice(0) }
  if (message.ask.length + message.leave.length === 0) return
  after(pushToPlayers(env, message).catch((error: unknown) => log.error('players.push', error)))
}

/**
 * Invalidates cached responses, wakes queued jobs and notifies course players after work that succeeded. After a change
 * of occasions it also queues offers of free seats.
 *
 * Returns the invalidated tags, each once and sorted. Empties the lists of `ctx`, so that a second call repeats
 * nothing. Does not wait until the jobs have run or the players are notified. A failure to notify or to queue offers is
 * only logged. Rejects when the invalidation or the queue fails, although the work is done.
 */
export async function runAfterCommit(ctx: Ctx<null> | Visitor): Promise<CacheTag[]> {
  const tags = [...new Set(ctx.changedTags.splice(0))].sort()
  sendPlayerMessages(ctx)
  // A write that may have freed a seat; the clock asks each minute too.
  if (tags.includes('occasions')) await queueOffers(ctx).catch((error: unknown) => ctx.log.error('offers.queue', error))
  await Promise.all([invalidate(ctx, tags), wakeQueuedJobs(ctx)])
  return tags
}

/**
 * Sets response headers after a write, so that the browser's next reads are not older than the write.
 *
 * The header `Changes` names the invalidated cache tags, separated by spaces. The cookie `changed` has the moment of
 * each, with the browser's earlier changes. Both are left out without tags. The cookie `bookmark` is set whenever the
 * database has a bookmark.
 */
export function setInvalidationHeaders(headers: Headers, ctx: Visitor, tags: readonly CacheTag[]): void {
  if (tags.length > 0) headers.set('changes', tags.join(' '))
  writeChangeCookies(ctx, headers, tags)
}

/**
 * Completes a successful call: invalidates its tags, wakes its jobs, notifies players, creates the response from
 * `result` and sets its cookies. Does nothing when the call failed.
 *
 * The contract's `changes` are invalidated after a write only; a `GET` gets the work that it queued itself, and no
 * invalidation headers.
 *
 * @throws Refused('not_found') when no call matches.
 */
export const afterCommit: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  await next()
  if (c.error) return
  const request = c.req.raw
  const { ctx } = c.var
  const { name, call } = getMatchedCall(c).served
  const isWrite = !name.startsWith('GET ')
  if (isWrite) ctx.changedTags.push(...(call.changes ?? []))
  const tags = await runAfterCommit(ctx)
  const response = await toResponse(c.var.result, { request, call })
  const { headers } = response
  if (isWrite) setInvalidationHeaders(headers, ctx, tags)
  await writePageSession(ctx, getRequestUrl(request), headers)
  writeBrowserKey(ctx, headers)
  writeKnownDevices(ctx, headers)
  return response
}
