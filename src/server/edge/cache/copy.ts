/** A shared answer as the edge keeps it. Plain data: it may cross requests, which nothing with I/O behind it may. */
export interface Copy {
  /** JSON text. */
  text: string
  etag: string
  /** When the upstream was asked, epoch milliseconds: the copy knows nothing that happened later. */
  startedAt: number
  /** The generations of its tags when the upstream was asked. */
  generation: string
  /** Their versions then, when somebody asked for whom a session row told them. */
  version: string
}

/** What a reader asks of a copy before it counts as fresh. */
export interface Demand {
  seconds: number
  /** Who says what has been purged: the data centre's cache its `generation`, a session row its `version`. */
  by: 'generation' | 'version'
  of: string
  /** Epoch milliseconds: the reader has changed something then, and must see it. */
  after: number
}

/** How long a copy is kept beyond its freshness, for the case that the upstream fails. */
export const staleSeconds = 3600

export const secondsLeft = (copy: Copy, seconds: number, now: number) =>
  Math.ceil((copy.startedAt + seconds * 1000 - now) / 1000)

export const isFresh = (copy: Copy, demand: Demand, now: number) =>
  secondsLeft(copy, demand.seconds, now) > 0 && copy[demand.by] === demand.of && copy.startedAt > demand.after

/** Better than nothing: outdated or purged, but not too old to show when the upstream fails. */
export const isPresentable = (copy: Copy, demand: Demand, now: number) =>
  secondsLeft(copy, demand.seconds + staleSeconds, now) > 0
