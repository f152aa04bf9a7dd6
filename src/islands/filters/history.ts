import { useEffect, useRef } from 'react'

/** Debounce of typing. Browsers also limit how often a URL is written. */
export const typingWaitMs = 250

/** Calls the latest `onStep` when the reader steps back or forward in the history. */
export function usePopState(onStep: () => void): void {
  const latest = useRef(onStep)
  latest.current = onStep
  useEffect(() => {
    const step = () => latest.current()
    addEventListener('popstate', step)
    return () => removeEventListener('popstate', step)
  }, [])
}
