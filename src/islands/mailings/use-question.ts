import { useCallback, useEffect, useRef, useState } from 'react'
import { type Failure, toFailure } from '../editing/use-draft.ts'

const waitMs = 400

/**
 * Asks the server 400 ms after the first rendering and after the last change of `ask`, which the caller memoises;
 * `reload` asks again at once. The answer is null before the first one. A failure is in `failure` and leaves the
 * earlier answer; a late answer to an earlier question is ignored.
 */
export function useQuestion<Answer>(ask: () => Promise<Answer>) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  // Answers may come in another order than their questions.
  const latest = useRef(0)
  const load = useCallback(async () => {
    latest.current += 1
    const question = latest.current
    try {
      const found = await ask()
      if (question !== latest.current) return
      setAnswer(found)
      setFailure(null)
    } catch (error) {
      if (question === latest.current) setFailure(toFailure(error))
    }
  }, [ask])
  useEffect(() => {
    const timer = setTimeout(() => void load(), waitMs)
    return () => clearTimeout(timer)
  }, [load])
  return { answer, failure, reload: () => void load() }
}
