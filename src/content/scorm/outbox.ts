import type { GlobalObjectives } from './global-objectives.ts'
import type { RecordStore, StoredState, UnsentData } from './record-store.ts'
import type { ScormStatement } from './statements.ts'

/** The browser's copy of unconfirmed data, for a tab that closes while offline. */
export interface LocalCopy {
  read: () => UnsentData | null
  write: (unsent: UnsentData | null) => void
}

/** Bytes that a closing page may still send, over all requests (fetch with `keepalive`). */
const KEEPALIVE_BYTES = 60_000

const PAUSES = [500, 1000, 2000, 5000, 10_000, 30_000]

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length

interface OutboxOptions {
  store: RecordStore
  copy: LocalCopy
  wait: (milliseconds: number) => Promise<void>
}

/**
 * Creates the outbox of a launch, which sends statements, shared objectives and state to the record store, in that
 * order. It repeats them until they are confirmed or refused, or the launch is closed, and updates `copy` with what is
 * unsent. A statement with a known id is sent once.
 */
export function outbox({ store, copy, wait }: OutboxOptions) {
  let pendingState: StoredState | null = null
  let statements: ScormStatement[] = []
  let shared: GlobalObjectives = {}
  const knownIds = new Set<string>()
  let isClosed = false
  let running: Promise<void> | null = null

  const isSharing = () => Object.keys(shared).length > 0
  const isUnsent = () => pendingState !== null || statements.length > 0 || isSharing()
  const remember = () => copy.write(isUnsent() ? { kept: pendingState, statements, shared } : null)

  const confirmed = (sent: readonly ScormStatement[]) => {
    statements = statements.filter((one) => !sent.includes(one))
    remember()
  }

  /**
   * Sends a batch. A refused batch is sent again one statement at a time, so that only the invalid ones are dropped.
   */
  async function tellOnce(): Promise<boolean> {
    const batch = [...statements]
    const answer = await store.tell(batch)
    if (answer === 'refused' && batch.length > 1) {
      for (const one of batch) {
        const alone = await store.tell([one])
        if (alone === 'later' || alone === 'closed') return settle(alone)
        confirmed([one])
      }
      return true
    }
    if (answer === 'done' || answer === 'refused') confirmed(batch)
    return settle(answer)
  }

  async function keepOnce(state: StoredState): Promise<boolean> {
    const answer = await store.keep(state)
    if ((answer === 'done' || answer === 'refused') && pendingState === state) {
      pendingState = null
      remember()
    }
    return settle(answer)
  }

  async function shareOnce(): Promise<boolean> {
    const news = shared
    const answer = await store.share(news)
    if (answer === 'done' || answer === 'refused') {
      shared = Object.fromEntries(Object.entries(shared).filter(([name, value]) => news[name] !== value))
      remember()
    }
    return settle(answer)
  }

  /** Sends statements first, then shared objectives, then the unit's own state. */
  const sendNext = (): Promise<boolean> | boolean => {
    if (statements.length > 0) return tellOnce()
    if (isSharing()) return shareOnce()
    return pendingState ? keepOnce(pendingState) : true
  }

  function settle(answer: string): boolean {
    if (answer === 'closed') isClosed = true
    return answer !== 'later'
  }

  async function run(): Promise<void> {
    for (let failures = 0; !isClosed && isUnsent(); ) {
      const isThrough = await sendNext()
      failures = isThrough ? 0 : failures + 1
      if (failures > 0) await wait(PAUSES[Math.min(failures, PAUSES.length) - 1] ?? 0)
    }
    running = null
  }

  const begin = () => {
    running ??= run()
  }

  return {
    keep(next: StoredState): void {
      pendingState = next
      remember()
      begin()
    },

    share(news: GlobalObjectives): void {
      if (Object.keys(news).length === 0) return
      shared = { ...shared, ...news }
      remember()
      begin()
    },

    tell(newStatements: readonly ScormStatement[]): void {
      const news = newStatements.filter(({ id }) => !knownIds.has(id))
      for (const { id } of news) knownIds.add(id)
      if (news.length === 0) return
      statements.push(...news)
      remember()
      begin()
    },

    /** Removes statements of an earlier session that the record store already has. */
    regardAsTold(earlierStatements: readonly ScormStatement[]): void {
      for (const { id } of earlierStatements) knownIds.add(id)
    },

    /** Sends all unconfirmed data with `keepalive` when the page closes, statements before state. */
    leave(): void {
      if (isClosed) return
      let room = KEEPALIVE_BYTES
      const fits = (value: unknown) => {
        const bytes = bytesOf(value)
        if (bytes > room) return false
        room -= bytes
        return true
      }
      if (statements.length > 0) void store.tell(statements, fits(statements))
      if (isSharing()) void store.share(shared, fits(shared))
      if (pendingState) void store.keep(pendingState, fits(pendingState))
    },

    /** Resolves when everything is confirmed. */
    settled: () => running ?? Promise.resolve(),
  }
}

export type Outbox = ReturnType<typeof outbox>
