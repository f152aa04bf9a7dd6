/** What one tap says of a participant: a state, never a step, so that saying it twice is saying it once. */
export type TapField = 'attended' | 'completed' | 'approved' | 'canceled'

export interface Tap {
  /** Also the key of the request that carries it alone. */
  id: string
  occasionId: number
  resultId: number
  userId: number
  field: TapField
  value: boolean
  /** When it was made; also what an approval is dated by. */
  at: number
  /** Not sent before: what writes to people can be taken back without anybody having heard of it. */
  sendFrom: number
  /** Set once it has been sent and kept until the answer has come: the same people again under the same key. */
  batch?: string | undefined
  /** The server's "no", kept at the row until it has been read. */
  refusal?: string | undefined
}

export type Taps = readonly Tap[]

export const taken = 50
const delays: Record<TapField, number> = { attended: 0, approved: 5000, completed: 5000, canceled: 5000 }

export const newTap = (about: Omit<Tap, 'id' | 'at' | 'sendFrom'>, id: string, now: number): Tap => ({
  ...about,
  id,
  at: now,
  sendFrom: now + delays[about.field],
})

const isSame = (one: Tap, other: Tap) => one.resultId === other.resultId && one.field === other.field

/** A later tap on the same thing replaces one that has not been sent; one under way is followed by it. */
export const withTap = (taps: Taps, tap: Tap): Taps => [
  ...taps.filter((one) => !(isSame(one, tap) && (one.refusal !== undefined || one.batch === undefined))),
  tap,
]

/** Takes a tap back: forgotten if it never left, said the other way round if it may have. */
export function withoutTap(taps: Taps, undone: Tap, opposite: Tap): Taps {
  const kept = taps.find(({ id }) => id === undone.id)
  if (kept && kept.batch === undefined && kept.refusal === undefined) return taps.filter((one) => one !== kept)
  return withTap(taps, opposite)
}

const isWaiting = ({ refusal }: Tap) => refusal === undefined

/** One write changes one thing of a result, so of each result only the first tap goes along. */
function firstOfEach(taps: Taps): Taps {
  const seen = new Set<number>()
  return taps.filter(({ resultId }) => !seen.has(resultId) && seen.add(resultId))
}

/** What is sent next: what has been sent without an answer before anything new. */
export function nextBatch(taps: Taps, now: number): { batch: string; taps: Taps } | null {
  const waiting = taps.filter(isWaiting)
  const sent = waiting.find(({ batch }) => batch !== undefined)
  if (sent?.batch) return { batch: sent.batch, taps: waiting.filter(({ batch }) => batch === sent.batch) }
  const ready = firstOfEach(waiting)
    .filter(({ sendFrom }) => sendFrom <= now)
    .slice(0, taken)
  return ready[0] ? { batch: ready[0].id, taps: ready } : null
}

const ids = (taps: Taps) => new Set(taps.map(({ id }) => id))
const among = (taps: Taps, some: Taps, change: (tap: Tap) => Tap): Taps => {
  const wanted = ids(some)
  return taps.map((tap) => (wanted.has(tap.id) ? change(tap) : tap))
}

export const marked = (taps: Taps, sent: Taps, batch: string): Taps => among(taps, sent, (tap) => ({ ...tap, batch }))

export const answered = (taps: Taps, sent: Taps): Taps => {
  const done = ids(sent)
  return taps.filter(({ id }) => !done.has(id))
}

/** Refused together, each is asked about alone; refused alone, it says why. */
export const refused = (taps: Taps, sent: Taps, reason: string): Taps =>
  sent.length === 1
    ? among(taps, sent, (tap) => ({ ...tap, refusal: reason }))
    : among(taps, sent, (tap) => ({ ...tap, batch: `${tap.id}-alone` }))

/** When something is ready next; null when nothing waits. */
export const readyAt = (taps: Taps): number | null => {
  const times = taps.filter(isWaiting).map(({ sendFrom, batch }) => (batch === undefined ? sendFrom : 0))
  return times.length > 0 ? Math.min(...times) : null
}

/** The tap as the call takes it. */
export const writtenOf = ({ resultId, userId, field, value, at }: Tap) => ({
  resultId,
  userId,
  ...(field === 'approved' ? { signUpDate: new Date(at) } : { [field]: value }),
})
