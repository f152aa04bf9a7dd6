import type { Visitor } from '#api/context.ts'
import type { RefusalCode } from '#api/refusals.ts'
import { BoundedMap } from '#platform/bounded-map.ts'
import { isRecorded } from './rules.ts'
import { recordRefusedAttempt } from './storage.ts'

interface RefusedRequest {
  /** The name of the call, or of the kind of request. */
  call: string
  path: string
  /** The body of the call; the user name in it is the one that was tried. */
  body: unknown
}

interface PendingCount {
  recordedAt: number
  count: number
}

/** Refusals that this isolate has not recorded yet, so that a flood of requests causes few writes. */
const pending = new BoundedMap<PendingCount>(5000)
const msBetween = 10_000

/** Returns the number of refusals of a kind to record now; 0 when this one will be recorded with a later one. */
function countNow(key: string, now: number): number {
  const { recordedAt, count } = pending.get(key) ?? { recordedAt: 0, count: 0 }
  const isDue = now - recordedAt >= msBetween
  pending.set(key, isDue ? { recordedAt: now, count: 0 } : { recordedAt, count: count + 1 })
  return isDue ? count + 1 : 0
}

function nameIn(body: unknown): string | null {
  const name: unknown = Object(body).username
  return typeof name === 'string' ? name.trim().slice(0, 200) : null
}

/**
 * Records a refused request for the office, after the response has been sent; does nothing for codes that are not
 * recorded.
 *
 * Attempts whose body has a `username` are recorded one by one, except `too_many_requests`, whose path is left out too.
 * Others of one call, code, IP address and user are counted, and written at most every ten seconds; a count that no
 * later refusal follows stays unwritten. The path is cut at 200 characters, the name too. A failure to write is only
 * logged.
 */
export function recordRefusal(ctx: Visitor, code: RefusalCode, { call, path, body }: RefusedRequest): void {
  if (!isRecorded(code)) return
  const name = nameIn(body)
  // Attempts with a user name have limits of their own, so each is recorded.
  const isNamed = name !== null && code !== 'too_many_requests'
  const count = isNamed ? 1 : countNow(`${call} ${code} ${ctx.address} ${ctx.actor?.id}`, ctx.now.getTime())
  if (count === 0) return
  // The path of a rate-limited request may contain a secret, such as that of a calendar feed.
  const recordedPath = code === 'too_many_requests' ? '' : path.slice(0, 200)
  const refusal = { call, code, path: recordedPath, name, count }
  ctx.waitUntil(
    recordRefusedAttempt(ctx, refusal).catch((error: unknown) => ctx.log.error('refusal.unrecorded', error)),
  )
}
