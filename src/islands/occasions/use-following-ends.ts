import { useRef } from 'react'
import { endAfter, type Session } from './occasion-times.ts'

/**
 * Lets the ends of a form follow their starts at the distance that they had at first, until an end is changed by hand.
 * A cleared start leaves its end.
 *
 * `withStart` and `withEnd` take the index `at`, the present pair and the new moment (null when cleared), and return
 * the changed pair, which the caller stores. The caller reports pairs that it adds at the end or removes by `add` and
 * `remove`.
 */
export function useFollowingEnds(initial: readonly Session[]) {
  // Null where the end was changed by hand.
  const lengths = useRef<(Session | null)[]>([...initial])
  return {
    /** Returns a pair with another start, and the end that follows it. */
    withStart: (at: number, pair: Session, start: Date | null): Session => {
      const length = lengths.current[at]
      return { start, end: start && length ? endAfter(start, length) : pair.end }
    },
    /** Returns a pair with another end, which the start no longer moves. */
    withEnd: (at: number, pair: Session, end: Date | null): Session => {
      lengths.current[at] = null
      return { ...pair, end }
    },
    add: (pair: Session) => {
      lengths.current.push(pair)
    },
    remove: (at: number) => {
      lengths.current.splice(at, 1)
    },
  }
}
