import { useEffect, useState } from 'react'
import { isOver } from '#api/foundation/jobs/rules.ts'
import type { ReportFile } from '#api/office/reports/contract.ts'
import type { PeriodReport } from '#api/office/reports/rules.ts'
import { ApiError, api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { pollUntil } from '../player/poll.ts'
import { toast } from '../ui/toast.ts'
import { toReportQuery } from './report-query.ts'
import type { ReportSearch } from './reports-url.ts'

const hasUnfinished = (files: readonly ReportFile[]) => files.some(({ state }) => !isOver(state))

/**
 * State of the reader's reports from the background, polled while one is being created. A refused poll ends the
 * polling. `begin` requests a report with a toast of its outcome, and never rejects.
 */
export function useReportFiles(initial: ReportFile[]) {
  const t = useTexts('reports')
  const [files, setFiles] = useState(initial)
  const isPolling = hasUnfinished(files)
  useEffect(() => {
    if (!isPolling) return
    const stop = new AbortController()
    const poll = async () => {
      const now = await api('GET /reports/files', {}, { signal: stop.signal })
      if (!stop.signal.aborted) setFiles(now)
      return !hasUnfinished(now)
    }
    void pollUntil(poll, stop.signal, (error) => error instanceof ApiError && error.status < 500).catch(() => undefined)
    return () => stop.abort()
  }, [isPolling])
  const begin = async (report: PeriodReport, search: ReportSearch) => {
    try {
      await api('POST /reports/files', { body: { report, ...toReportQuery(search) } })
      setFiles(await api('GET /reports/files'))
      toast(t('files.begun'))
    } catch (error) {
      toast(toFailure(error).message, 'danger')
    }
  }
  return { files, begin }
}
