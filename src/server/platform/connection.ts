import type { BatchItem } from 'drizzle-orm/batch'

export type Statement = BatchItem<'sqlite'>

/** A question that the next read takes along; who needs its verdict sooner has it asked alone. */
export interface Rider {
  question: Statement
  /** Hears the answer, and throws when nothing more may be done for it. */
  judge: (answer: unknown) => void
  verdict: Promise<void> | null
}

/** Reads that have begun together and wait to go in one trip. */
export interface Group {
  queries: Statement[]
  answers: Promise<readonly PromiseSettledResult<unknown>[]>
}

/** What one request has asked so far. */
export interface Trips {
  made: number
  rider: Rider | null
  group: Group | null
}

/** The rider's verdict; it is asked by itself unless a read has taken it along. */
export function verdictOf(rider: Rider | null): Promise<void> {
  if (!rider) return Promise.resolve()
  rider.verdict ??= Promise.resolve(rider.question).then(rider.judge)
  return rider.verdict
}

const isQuestion = (text: string) => /^select\b/i.test(text)

/** Nothing is written before the rider's verdict; a question that cannot take it along at least does not make it wait. */
async function inTurn<T>(isRead: boolean, trips: Trips, go: () => Promise<T>): Promise<T> {
  if (!isRead) await verdictOf(trips.rider)
  trips.made++
  return go()
}

type Member = (...given: unknown[]) => Promise<unknown>

const asking = ['all', 'run', 'first', 'raw']

function counted(inner: D1PreparedStatement, isRead: boolean, trips: Trips): D1PreparedStatement {
  return new Proxy(inner, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key, target)
      if (typeof member !== 'function') return member
      if (key === 'bind') return (...values: unknown[]) => counted(target.bind(...values), isRead, trips)
      if (!asking.includes(String(key))) return member.bind(target)
      // All of them answer with a promise.
      return (...given: unknown[]) => inTurn(isRead, trips, () => (member as Member).apply(target, given))
    },
  })
}

/** A session of D1 that counts its round trips. A batch is let through: who makes one knows what is in it. */
export function counting(session: D1DatabaseSession, trips: Trips): D1DatabaseSession {
  return new Proxy(session, {
    get(target, key) {
      if (key === 'prepare') return (text: string) => counted(target.prepare(text), isQuestion(text), trips)
      if (key === 'batch') trips.made++
      const member: unknown = Reflect.get(target, key, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}
