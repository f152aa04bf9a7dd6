import { useEffect, useState } from 'react'
import type { DailyJob, JobAction, JobState } from '#api/foundation/jobs/rules.ts'
import type { JobList } from '#api/office/job-list/contract.ts'
import { ApiError, api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { failureOf } from '../editing/use-draft.ts'
import { pollUntil } from '../player/poll.ts'
import { toast } from '../ui/toast.ts'

export interface JobsAsked {
  state?: JobState | undefined
  page: number
}

export const jobsPerPage = 25

const ask = (asked: JobsAsked, signal?: AbortSignal) =>
  api(
    'GET /jobs',
    { query: { ...(asked.state !== undefined && { state: asked.state }), page: asked.page, pageSize: jobsPerPage } },
    signal && { signal },
  )

/** The list as it is now, asked for again while the page is looked at. */
export function useJobs(given: JobList, asked: JobsAsked) {
  const t = useTexts('jobs')
  const [list, setList] = useState(given)
  const [busy, setBusy] = useState<string | null>(null)
  const { state, page } = asked
  useEffect(() => {
    const stop = new AbortController()
    const again = async () => {
      const now = await ask({ state, page }, stop.signal)
      if (!stop.signal.aborted) setList(now)
      return false
    }
    // Who may no longer ask is told by the page they are sent to.
    void pollUntil(again, stop.signal, (error) => error instanceof ApiError && error.status < 500).catch(
      () => undefined,
    )
    return () => stop.abort()
  }, [state, page])
  const doing = async (what: string, work: () => Promise<unknown>, done: string) => {
    if (busy) return
    setBusy(what)
    try {
      await work()
      toast(done)
      setList(await ask(asked))
    } catch (error) {
      toast(failureOf(error).message, 'danger')
    } finally {
      setBusy(null)
    }
  }
  const act = (id: string, action: JobAction) =>
    doing(id, () => api(`POST /jobs/:id/${action}`, { params: { id } }), t(`done.${action}`))
  const runDaily = (kind: DailyJob) => doing(kind, () => api('POST /jobs/daily', { body: { kind } }), t('done.run'))
  return { list, busy, act, runDaily }
}
