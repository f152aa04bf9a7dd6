import { useEffect, useRef, useState } from 'react'
import type { RegisterStatus } from '#api/people/register/contract.ts'
import { ApiError, api } from '../client/api.ts'
import { useSaving } from '../editing/use-saving.ts'
import { pollUntil } from '../player/poll.ts'
import { type AwaitedRead, hasEnded, isRunning } from './has-ended.ts'

/**
 * State of the register's latest read, polled while it goes on, and `start`, which begins another one. A refused start
 * is in `failure`, and a refused poll ends the polling; `initial` is read once.
 */
export function useRegister(initial: RegisterStatus) {
  const [status, setStatus] = useState(initial)
  const [isFollowed, setFollowed] = useState(isRunning(initial))
  const awaited = useRef<AwaitedRead | null>(null)
  const { busy, failure, run } = useSaving()
  useEffect(() => {
    if (!isFollowed) return
    const stop = new AbortController()
    const poll = async () => {
      const now = await api('GET /PeopleRegister', {}, { signal: stop.signal })
      if (stop.signal.aborted) return true
      setStatus(now)
      return hasEnded(now, awaited.current, Date.now())
    }
    void pollUntil(poll, stop.signal, (error) => error instanceof ApiError).then(() => {
      if (!stop.signal.aborted) setFollowed(false)
    })
    return () => stop.abort()
  }, [isFollowed])
  return {
    status,
    failure,
    busy: busy || isFollowed,
    start: () =>
      run(async () => {
        awaited.current = { before: status.run?.started ?? null, since: Date.now() }
        await api('POST /PeopleRegister/sync')
        setFollowed(true)
      }),
  }
}
