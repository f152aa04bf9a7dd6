import { useEffect, useRef, useState } from 'react'
import { follow } from './poll.ts'

/**
 * Polls by `ask` while `isActive`, as `pollPatiently` does, and calls `onEnd` when that returns true; it then polls no
 * more until `isActive` has been false. `failure` has the text of the error that ended the polling, and `retry` begins
 * it again.
 */
export function usePoll(isActive: boolean, ask: (signal: AbortSignal) => Promise<boolean>, onEnd?: () => void) {
  const [failure, setFailure] = useState<string | null>(null)
  const latest = useRef({ ask, onEnd })
  latest.current = { ask, onEnd }
  useEffect(() => {
    if (!isActive || failure !== null) return
    return follow({
      ask: (signal) => latest.current.ask(signal),
      onEnd: () => latest.current.onEnd?.(),
      onFailure: (error) => setFailure(error instanceof Error ? error.message : String(error)),
    })
  }, [isActive, failure])
  return { failure, retry: () => setFailure(null) }
}

export type PollState = ReturnType<typeof usePoll>
