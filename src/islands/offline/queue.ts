/** Something said without waiting for a line: how a thing shall stand, never a step, so that saying it twice is saying it once. */
export interface Said {
  /** Also the key of the request that carries it alone. */
  id: string
  /** When it was said. */
  at: number
  /** Not sent before: what writes to people can be taken back without anybody having heard of it. */
  sendFrom: number
  /** Set once it has been sent and kept until the answer has come: the same again under the same key. */
  batch?: string | undefined
  /** The server's "no", kept until it has been read. */
  refusal?: string | undefined
}

interface Rules<Item extends Said> {
  /** A later word on the same thing replaces an earlier one. */
  isSame: (one: Item, other: Item) => boolean
  /** What a request changes one thing of at most; and what travels in one request has the same address. */
  subjectOf: (item: Item) => number
  addressOf: (item: Item) => number
  atMost: number
}

const isWaiting = ({ refusal }: Said) => refusal === undefined
const ids = (items: readonly Said[]) => new Set(items.map(({ id }) => id))

function among<Item extends Said>(all: readonly Item[], some: readonly Item[], change: (item: Item) => Item): Item[] {
  const wanted = ids(some)
  return all.map((item) => (wanted.has(item.id) ? change(item) : item))
}

const marked = <Item extends Said>(all: readonly Item[], sent: readonly Item[], batch: string): Item[] =>
  among(all, sent, (item) => ({ ...item, batch }))

function answered<Item extends Said>(all: readonly Item[], sent: readonly Item[]): Item[] {
  const done = ids(sent)
  return all.filter(({ id }) => !done.has(id))
}

/** Refused together, each is asked about alone; refused alone, it says why. */
const refused = <Item extends Said>(all: readonly Item[], sent: readonly Item[], reason: string): Item[] =>
  sent.length === 1
    ? among(all, sent, (item) => ({ ...item, refusal: reason }))
    : among(all, sent, (item) => ({ ...item, batch: `${item.id}-alone` }))

/** When something is ready next; null when nothing waits. */
function readyAt(all: readonly Said[]): number | null {
  const times = all.filter(isWaiting).map(({ sendFrom, batch }) => (batch === undefined ? sendFrom : 0))
  return times.length > 0 ? Math.min(...times) : null
}

/** What waits to be sent, as pure steps from one list to the next. */
export function queueOf<Item extends Said>({ isSame, subjectOf, addressOf, atMost }: Rules<Item>) {
  /** A later word replaces one that has not been sent; one under way is followed by it. */
  const withSaid = (all: readonly Item[], item: Item): readonly Item[] => [
    ...all.filter((one) => !(isSame(one, item) && (one.refusal !== undefined || one.batch === undefined))),
    item,
  ]

  /** Takes a word back: forgotten if it never left, said the other way round if it may have. */
  function withoutSaid(all: readonly Item[], undone: Item, opposite: Item): readonly Item[] {
    const kept = all.find(({ id }) => id === undone.id)
    if (kept && kept.batch === undefined && kept.refusal === undefined) return all.filter((one) => one !== kept)
    return withSaid(all, opposite)
  }

  /** One write changes one thing, so of each only the first word goes along, and only to one address. */
  function together(items: readonly Item[]): Item[] {
    const seen = new Set<number>()
    const first = items.filter((item) => !seen.has(subjectOf(item)) && seen.add(subjectOf(item)))
    const [leading] = first
    return first.filter((item) => leading && addressOf(item) === addressOf(leading)).slice(0, atMost)
  }

  /** What is sent next: what has been sent without an answer before anything new. */
  function nextBatch(all: readonly Item[], now: number): { batch: string; items: readonly Item[] } | null {
    const waiting = all.filter(isWaiting)
    const sent = waiting.find(({ batch }) => batch !== undefined)
    if (sent?.batch) return { batch: sent.batch, items: waiting.filter(({ batch }) => batch === sent.batch) }
    const ready = together(waiting.filter(({ sendFrom }) => sendFrom <= now))
    return ready[0] ? { batch: ready[0].id, items: ready } : null
  }

  return { withSaid, withoutSaid, nextBatch, marked, answered, refused, readyAt }
}

export type Queue<Item extends Said> = ReturnType<typeof queueOf<Item>>
