import { useRef, useState } from 'react'
import type { RegisterStatus } from '#api/people/register/contract.ts'
import { api } from '../client/api.ts'
import { usePoll } from '../client/use-poll.ts'
import { useSaving } from '../editing/use-saving.ts'
import { type AwaitedRead, hasEnded, isRunning } from './has-ended.ts'

/**
 * State of the register's latest read, polled while it goes on, and `start`, which begins another one. `isBusy` is true
 * until the read has ended, too. A refused start is in `failure`, and a refused poll in `polling`; `initial` is read
 * once.
 */
export function useRegister(initial: RegisterStatus) {
  const [status, setStatus] = useState(initial)
  const [isFollowed, setFollowed] = useState(isRunning(initial))
  const awaited = useRef<AwaitedRead | null>(null)
  const { isBusy, failure, run } = useSaving()
  const poll = async (signal: AbortSignal) => {
    const now = await api('GET /PeopleRegister', {}, { signal })
    if (signal.aborted) return true
    setStatus(now)
    return hasEnded(now, awaited.current, Date.now())
  }
  const polling = usePoll(isFollowed, poll, () => setFollowed(false))
  return {
    status,
    failure,
    polling,
    isBusy: isBusy || (isFollowed && polling.failure === null),
    start: () =>
      run(async () => {
        awaited.current = { before: status.run?.started ?? null, since: Date.now() }
        await api('POST /PeopleRegister/sync')
        polling.retry()
        setFollowed(true)
      }),
  }
}
