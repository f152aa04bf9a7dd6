import type { CachedResponse, FreshnessRequirement } from './cached-response.ts'
import { isAtLeast } from './tag-versions.ts'

/** A call to the upstream that is under way in this isolate. */
interface Flight {
  startedAt: number
  versions: string
  response: Promise<CachedResponse>
}

const flights = new Map<string, Flight>()

/** Longest wait for another request's call: it never resolves when that request was cancelled. */
const maxWaitMs = 3000

async function within(ms: number, response: Promise<CachedResponse>): Promise<CachedResponse | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms)
  })
  try {
    return await Promise.race([response, timeout])
  } finally {
    clearTimeout(timer)
  }
}

type Produce = (startedAt: number) => Promise<CachedResponse>

function start(key: string, { versions }: FreshnessRequirement, produce: Produce): Flight {
  const startedAt = Date.now()
  const flight: Flight = { startedAt, versions, response: produce(startedAt) }
  const end = () => {
    if (flights.get(key) === flight) flights.delete(key)
  }
  flights.set(key, flight)
  flight.response.then(end, end)
  return flight
}

/**
 * Coalesces simultaneous misses of one key in this isolate into one call to the upstream, `produce`. Caches nothing:
 * `produce` gets the epoch milliseconds of its start and stores its response itself.
 *
 * A later request joins the call under way if that began after `required.after` with tag versions that are not lower.
 * It gets the response, with `isCoalesced`, or the error. After three seconds without either, it joins a newer call, or
 * makes its own; such waits may follow each other. A request that may not join makes its own call at once. `after` gets
 * the promise of each call, as `waitUntil` does, so that it outlives its client.
 */
export async function singleFlight(
  key: string,
  required: FreshnessRequirement,
  produce: Produce,
  after: (work: Promise<unknown>) => void,
): Promise<{ response: CachedResponse; isCoalesced: boolean }> {
  const joined = flights.get(key)
  if (joined && isAtLeast(joined.versions, required.versions) && joined.startedAt > required.after) {
    const response = await within(maxWaitMs, joined.response)
    if (response) return { response, isCoalesced: true }
    if (flights.get(key) === joined) flights.delete(key)
    return singleFlight(key, required, produce, after)
  }
  const own = start(key, required, produce)
  // Other requests wait for it, so it must finish even when this client disconnects.
  after(own.response.catch(() => undefined))
  return { response: await own.response, isCoalesced: false }
}
