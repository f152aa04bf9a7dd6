import { useEffect, useState } from 'react'
import type { DailyJob, JobAction, JobState } from '#api/foundation/jobs/rules.ts'
import type { JobList } from '#api/office/job-list/contract.ts'
import { ApiError, api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { pollUntil } from '../player/poll.ts'
import { toast } from '../ui/toast.ts'

export interface JobsQuery {
  state?: JobState | undefined
  page: number
}

export const jobsPerPage = 25

const fetchJobs = (query: JobsQuery, signal?: AbortSignal) =>
  api(
    'GET /jobs',
    { query: { ...(query.state !== undefined && { state: query.state }), page: query.page, pageSize: jobsPerPage } },
    signal && { signal },
  )

/**
 * State of the job list, polled every two seconds while the page is visible until a poll is refused.
 *
 * A failure with status 500 or above, or of the connection, is retried; a refusal, with 429 too, ends the polling
 * without a message. An action is ignored while another runs, and its outcome is shown in a toast.
 */
export function useJobs(initial: JobList, query: JobsQuery) {
  const t = useTexts('jobs')
  const [list, setList] = useState(initial)
  const [busy, setBusy] = useState<string | null>(null)
  const { state, page } = query
  useEffect(() => {
    const stop = new AbortController()
    const poll = async () => {
      const now = await fetchJobs({ state, page }, stop.signal)
      if (!stop.signal.aborted) setList(now)
      return false
    }
    // A person who has lost access is informed by the page that the call leads to.
    void pollUntil(poll, stop.signal, (error) => error instanceof ApiError && error.status < 500).catch(() => undefined)
    return () => stop.abort()
  }, [state, page])
  const runAction = async (busyWith: string, operation: () => Promise<unknown>, done: string) => {
    if (busy) return
    setBusy(busyWith)
    try {
      await operation()
      toast(done)
      setList(await fetchJobs(query))
    } catch (error) {
      toast(toFailure(error).message, 'danger')
    } finally {
      setBusy(null)
    }
  }
  const act = (id: string, action: JobAction) =>
    runAction(id, () => api(`POST /jobs/:id/${action}`, { params: { id } }), t(`done.${action}`))
  const runDaily = (kind: DailyJob) => runAction(kind, () => api('POST /jobs/daily', { body: { kind } }), t('done.run'))
  return { list, busy, act, runDaily }
}
