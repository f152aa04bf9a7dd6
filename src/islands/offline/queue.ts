/**
 * Mutation that is made without waiting for the connection. It holds the new value and not a step, so that repeating it
 * is harmless.
 */
export interface QueuedMutation {
  /** Also the idempotency key of a request that carries it alone. */
  id: string
  /** When it was made, in epoch milliseconds. */
  at: number
  /** Not sent before this time, so that a mutation that mails people can be undone unnoticed. */
  sendFrom: number
  /** Idempotency key of its request, set until the answer has come, so that a retry repeats the request. */
  batch?: string | undefined
  /** Text of the server's refusal, stored until the reader has dismissed it. */
  refusal?: string | undefined
}

interface QueueRules<Item extends QueuedMutation> {
  /** Whether two mutations concern the same value; the later one replaces the earlier. */
  isSame: (one: Item, other: Item) => boolean
  /** A request changes each subject once, and carries mutations of one URL. */
  getSubject: (item: Item) => number
  getAddress: (item: Item) => number
  /** Most mutations of one request. */
  maxItems: number
}

const isWaiting = ({ refusal }: QueuedMutation) => refusal === undefined
const ids = (items: readonly QueuedMutation[]) => new Set(items.map(({ id }) => id))

function mapItems<Item extends QueuedMutation>(
  all: readonly Item[],
  selected: readonly Item[],
  change: (item: Item) => Item,
): Item[] {
  const selectedIds = ids(selected)
  return all.map((item) => (selectedIds.has(item.id) ? change(item) : item))
}

const marked = <Item extends QueuedMutation>(all: readonly Item[], sent: readonly Item[], batch: string): Item[] =>
  mapItems(all, sent, (item) => ({ ...item, batch }))

function answered<Item extends QueuedMutation>(all: readonly Item[], sent: readonly Item[]): Item[] {
  const done = ids(sent)
  return all.filter(({ id }) => !done.has(id))
}

/** Handles the refusal of a request: several mutations are retried one by one; a single one stores the reason. */
const refused = <Item extends QueuedMutation>(all: readonly Item[], sent: readonly Item[], reason: string): Item[] =>
  sent.length === 1
    ? mapItems(all, sent, (item) => ({ ...item, refusal: reason }))
    : mapItems(all, sent, (item) => ({ ...item, batch: `${item.id}-alone` }))

/** Returns when the next mutation can be sent; null when none waits. */
function readyAt(all: readonly QueuedMutation[]): number | null {
  const times = all.filter(isWaiting).map(({ sendFrom, batch }) => (batch === undefined ? sendFrom : 0))
  return times.length > 0 ? Math.min(...times) : null
}

/**
 * Returns the operations of an offline queue as pure functions from one list to the next. `isSame` decides which
 * mutations are of the same value; one request has at most `maxItems`, one for each `getSubject`, all of one
 * `getAddress`. `enqueue` adds a mutation in place of an unsent or refused one of the same value; `enqueueUndo` removes
 * an unsent one, and otherwise adds its opposite.
 *
 * `nextBatch` returns the key (`batch`) and the mutations (`items`) of one request, first again those of a request
 * without an answer; null when nothing may be sent at `now` (epoch milliseconds). `marked` gives the sent items the key
 * of their request, `answered` removes them, and `refused` stores the reason on a single one. Of several refused items
 * each is sent again alone. `readyAt` is in epoch milliseconds, 0 for a request without an answer, and null when
 * nothing waits.
 */
export function createQueue<Item extends QueuedMutation>({
  isSame,
  getSubject: subjectOf,
  getAddress: addressOf,
  maxItems: atMost,
}: QueueRules<Item>) {
  /** Adds a mutation. It replaces an unsent one of the same value and is sent after one under way. */
  const enqueue = (all: readonly Item[], item: Item): readonly Item[] => [
    ...all.filter((one) => !(isSame(one, item) && (one.refusal !== undefined || one.batch === undefined))),
    item,
  ]

  /** Undoes a mutation: removes one that was neither sent nor refused, and otherwise adds its opposite. */
  function enqueueUndo(all: readonly Item[], undone: Item, opposite: Item): readonly Item[] {
    const queued = all.find(({ id }) => id === undone.id)
    if (queued && queued.batch === undefined && queued.refusal === undefined) return all.filter((one) => one !== queued)
    return enqueue(all, opposite)
  }

  /** Returns the mutations for one request: the first of each subject, all with the same URL. */
  function selectForRequest(items: readonly Item[]): Item[] {
    const seen = new Set<number>()
    const first = items.filter((item) => !seen.has(subjectOf(item)) && seen.add(subjectOf(item)))
    const [leading] = first
    return first.filter((item) => leading && addressOf(item) === addressOf(leading)).slice(0, atMost)
  }

  /** Returns the next request, a sent one without an answer before any new one; `now` is in epoch milliseconds. */
  function nextBatch(all: readonly Item[], now: number): { batch: string; items: readonly Item[] } | null {
    const waiting = all.filter(isWaiting)
    const sent = waiting.find(({ batch }) => batch !== undefined)
    if (sent?.batch) return { batch: sent.batch, items: waiting.filter(({ batch }) => batch === sent.batch) }
    const ready = selectForRequest(waiting.filter(({ sendFrom }) => sendFrom <= now))
    return ready[0] ? { batch: ready[0].id, items: ready } : null
  }

  return { enqueue, enqueueUndo, nextBatch, marked, answered, refused, readyAt }
}

export type Queue<Item extends QueuedMutation> = ReturnType<typeof createQueue<Item>>
