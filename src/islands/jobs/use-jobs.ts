import { useState } from 'react'
import type { DailyJob, JobAction } from '#api/foundation/jobs/rules.ts'
import type { JobList, JobQuery } from '#api/office/job-list/contract.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { usePoll } from '../client/use-poll.ts'
import { toFailure } from '../editing/use-draft.ts'
import { toast } from '../ui/toast.ts'

const fetchJobs = (query: JobQuery, signal?: AbortSignal) => api('GET /jobs', { query }, signal && { signal })

/**
 * State of the job `list` that `query` selects, polled every two seconds while the page is visible; a refused poll is
 * in `polling`. `initial` is read once.
 *
 * `act` performs an action on a job, and `runDaily` starts a daily job of a kind. An action is ignored while another
 * runs, its outcome is shown in a toast, and the list is read again after a success. `busyId` is the job's id or the
 * kind of the daily job while an action runs, else null.
 */
export function useJobs(initial: JobList, query: JobQuery) {
  const t = useTexts('jobs')
  const [list, setList] = useState(initial)
  const [busyId, setBusyId] = useState<string | null>(null)
  const poll = async (signal: AbortSignal) => {
    const now = await fetchJobs(query, signal)
    if (!signal.aborted) setList(now)
    return false
  }
  const polling = usePoll(true, poll)
  const runAction = async (busyWith: string, operation: () => Promise<unknown>, done: string) => {
    if (busyId) return
    setBusyId(busyWith)
    try {
      await operation()
      toast(done)
      setList(await fetchJobs(query))
    } catch (error) {
      toast(toFailure(error).message, 'danger')
    } finally {
      setBusyId(null)
    }
  }
  const act = (id: string, action: JobAction) =>
    runAction(id, () => api(`POST /jobs/:id/${action}`, { params: { id } }), t(`done.${action}`))
  const runDaily = (kind: DailyJob) => runAction(kind, () => api('POST /jobs/daily', { body: { kind } }), t('done.run'))
  return { list, polling, busyId, act, runDaily }
}
