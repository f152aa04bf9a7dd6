import type { Copy, Demand } from './copy.ts'

/** A call to the upstream that is under way in this isolate. */
interface Flight {
  startedAt: number
  demand: Demand
  copy: Promise<Copy>
}

const flights = new Map<string, Flight>()

/** A leader whose request died resolves nothing; after this, a follower goes on by itself. */
const patienceMs = 3000

async function within(ms: number, copy: Promise<Copy>): Promise<Copy | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms)
  })
  try {
    return await Promise.race([copy, patience])
  } finally {
    clearTimeout(timer)
  }
}

function takeOff(key: string, demand: Demand, produce: (startedAt: number) => Promise<Copy>): Flight {
  const startedAt = Date.now()
  const flight: Flight = { startedAt, demand, copy: produce(startedAt) }
  const land = () => {
    if (flights.get(key) === flight) flights.delete(key)
  }
  flights.set(key, flight)
  flight.copy.then(land, land)
  return flight
}

const isFor = ({ startedAt, demand: own }: Flight, demand: Demand) =>
  own.by === demand.by && own.of === demand.of && startedAt > demand.after

/** A burst of equal misses makes one call to the upstream; those who came later get its answer, or its failure. */
export async function inOneFlight(
  key: string,
  demand: Demand,
  produce: (startedAt: number) => Promise<Copy>,
  after: (work: Promise<unknown>) => void,
): Promise<{ copy: Copy; collapsed: boolean }> {
  const joined = flights.get(key)
  if (joined && isFor(joined, demand)) {
    const copy = await within(patienceMs, joined.copy)
    if (copy) return { copy, collapsed: true }
    if (flights.get(key) === joined) flights.delete(key)
    return inOneFlight(key, demand, produce, after)
  }
  const own = takeOff(key, demand, produce)
  // Others wait for it, so it is finished even when this reader hangs up.
  after(own.copy.catch(() => undefined))
  return { copy: await own.copy, collapsed: false }
}
