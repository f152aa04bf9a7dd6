import type { GlobalObjectives } from './global-objectives.ts'
import type { Kept, RecordStore, Unsent } from './record-store.ts'
import type { ScormStatement } from './statements.ts'

/** The browser's own copy of what is not confirmed yet, for a tab that dies without a line. */
export interface LocalCopy {
  read: () => Unsent | null
  write: (unsent: Unsent | null) => void
}

/** What a page that is left may still send, all requests together (fetch, "keepalive"). */
const KEEPALIVE_BYTES = 60_000

const PAUSES = [500, 1000, 2000, 5000, 10_000, 30_000]

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length

interface Given {
  store: RecordStore
  copy: LocalCopy
  wait: (milliseconds: number) => Promise<void>
}

/** Brings what happens to the record store, once, in its order and until it is confirmed. */
export function outbox({ store, copy, wait }: Given) {
  let kept: Kept | null = null
  let statements: ScormStatement[] = []
  let shared: GlobalObjectives = {}
  const told = new Set<string>()
  let isClosed = false
  let running: Promise<void> | null = null

  const isSharing = () => Object.keys(shared).length > 0
  const isUnsent = () => kept !== null || statements.length > 0 || isSharing()
  const remember = () => copy.write(isUnsent() ? { kept, statements, shared } : null)

  const confirmed = (sent: readonly ScormStatement[]) => {
    statements = statements.filter((one) => !sent.includes(one))
    remember()
  }

  /** A batch is taken or refused as a whole; one that is refused is told one by one, and those refused alone are known or wrong. */
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

  async function keepOnce(wanted: Kept): Promise<boolean> {
    const answer = await store.keep(wanted)
    if ((answer === 'done' || answer === 'refused') && kept === wanted) {
      kept = null
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

  /** Statements before what other units read, and that before the unit's own place. */
  const sendNext = (): Promise<boolean> | boolean => {
    if (statements.length > 0) return tellOnce()
    if (isSharing()) return shareOnce()
    return kept ? keepOnce(kept) : true
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
    keep(next: Kept): void {
      kept = next
      remember()
      begin()
    },

    share(news: GlobalObjectives): void {
      if (Object.keys(news).length === 0) return
      shared = { ...shared, ...news }
      remember()
      begin()
    },

    tell(said: readonly ScormStatement[]): void {
      const news = said.filter(({ id }) => !told.has(id))
      for (const { id } of news) told.add(id)
      if (news.length === 0) return
      statements.push(...news)
      remember()
      begin()
    },

    /** Of an earlier session, and known to have been told. */
    regardAsTold(said: readonly ScormStatement[]): void {
      for (const { id } of said) told.add(id)
    },

    /** The page is left: everything unconfirmed is sent once more in a way that outlives it, statements before places. */
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
      if (kept) void store.keep(kept, fits(kept))
    },

    /** When everything is confirmed. */
    settled: () => running ?? Promise.resolve(),
  }
}

export type Outbox = ReturnType<typeof outbox>
