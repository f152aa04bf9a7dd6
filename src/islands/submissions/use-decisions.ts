import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../client/texts.tsx'
import { findUndoable, type HeldDecision } from './decision-queue.ts'
import { createDecisionState } from './decision-state.ts'

/**
 * State of the reader's held decisions, as `createDecisionState`, of which a page that the server rendered shows none
 * until it is hydrated. `last` is null as soon as the last decision can no longer be undone, as when the hidden page
 * has sent it early. `onSettled` is called after one was sent or refused.
 */
export function useDecisions(readerId: number, onSettled: () => void) {
  const t = useTexts('submissions')
  const latest = useRef(onSettled)
  latest.current = onSettled
  const [state] = useState(() => createDecisionState({ readerId, t, onSettled: () => latest.current() }))
  const [decisions, setDecisions] = useState<readonly HeldDecision[]>([])
  const [last, setLast] = useState<HeldDecision | null>(null)
  const [reachable, setReachable] = useState(true)
  useEffect(() => {
    const stops = [
      state.$decisions.subscribe((all) => setDecisions(all)),
      state.$last.subscribe((one) => setLast(one)),
      state.$reachable.subscribe((isReachable) => setReachable(isReachable)),
      state.keepSending(),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [state])
  return {
    ...state,
    decisions,
    last: findUndoable(last, decisions),
    reachable,
    waiting: decisions.filter(({ refusal }) => refusal === undefined),
    refused: decisions.filter(({ refusal }) => refusal !== undefined),
  }
}

export type Decisions = ReturnType<typeof useDecisions>
