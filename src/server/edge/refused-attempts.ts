import type { Visitor } from '#api/context.ts'
import { isRecorded } from '#api/foundation/refused-attempts/rules.ts'
import { recordRefusedAttempt } from '#api/index.ts'
import type { RefusalCode } from '#api/refusals.ts'
import { Seen } from '#platform/seen.ts'

interface RefusedRequest {
  /** The name of the call, or of the kind of request. */
  call: string
  path: string
  /** The body of the call; the user name in it is the one that was tried. */
  body: unknown
}

interface Waiting {
  recordedAt: number
  count: number
}

/** Refusals that this isolate has not written yet: floods must not become as many writes. */
const waiting = new Seen<Waiting>(5000)
const msBetween = 10_000

/** How many refusals of a kind are to be recorded now; 0 while the latest are recorded with a later one. */
function countNow(key: string, now: number): number {
  const { recordedAt, count } = waiting.get(key) ?? { recordedAt: 0, count: 0 }
  const isDue = now - recordedAt >= msBetween
  waiting.see(key, isDue ? { recordedAt: now, count: 0 } : { recordedAt, count: count + 1 })
  return isDue ? count + 1 : 0
}

function nameIn(body: unknown): string | null {
  const name: unknown = Object(body).username
  return typeof name === 'string' ? name.trim().slice(0, 200) : null
}

/** Has a refusal recorded after the answer has gone out, when it is of a kind that is. */
export function noteRefusal(ctx: Visitor, code: RefusalCode, { call, path, body }: RefusedRequest): void {
  if (!isRecorded(code)) return
  const name = nameIn(body)
  // Attempts at a user name are few by their own limits.
  const isNamed = name !== null && code !== 'too_many_requests'
  const count = isNamed ? 1 : countNow(`${call} ${code} ${ctx.address} ${ctx.actor?.id}`, ctx.now.getTime())
  if (count === 0) return
  // A request that is refused before it is read may have a secret in its path, such as a calendar's.
  const asked = code === 'too_many_requests' ? '' : path.slice(0, 200)
  const refusal = { call, code, path: asked, name, count }
  ctx.waitUntil(
    recordRefusedAttempt(ctx, refusal).catch((error: unknown) => ctx.log.error('refusal.unrecorded', error)),
  )
}
