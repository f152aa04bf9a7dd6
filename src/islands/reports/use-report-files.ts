import { useState } from 'react'
import { isOver } from '#api/foundation/jobs/rules.ts'
import type { ReportFile } from '#api/office/reports/contract.ts'
import type { PeriodReport } from '#api/office/reports/rules.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { usePoll } from '../client/use-poll.ts'
import { toFailure } from '../editing/use-draft.ts'
import { toast } from '../ui/toast.ts'
import { toReportQuery } from './report-query.ts'
import type { ReportSearch } from './reports-url.ts'

const hasUnfinished = (files: readonly ReportFile[]) => files.some(({ state }) => !isOver(state))

/**
 * State of the reader's reports from the background, polled while one is being created. A refused poll is in
 * `polling`. `begin` requests a report with a toast of its outcome, and never rejects.
 */
export function useReportFiles(initial: ReportFile[]) {
  const t = useTexts('reports')
  const [files, setFiles] = useState(initial)
  const poll = async (signal: AbortSignal) => {
    const now = await api('GET /reports/files', {}, { signal })
    if (!signal.aborted) setFiles(now)
    return !hasUnfinished(now)
  }
  const polling = usePoll(hasUnfinished(files), poll)
  const begin = async (report: PeriodReport, search: ReportSearch) => {
    try {
      await api('POST /reports/files', { body: { report, ...toReportQuery(search) } })
      setFiles(await api('GET /reports/files'))
      polling.retry()
      toast(t('files.begun'))
    } catch (error) {
      toast(toFailure(error).message, 'danger')
    }
  }
  return { files, polling, begin }
}
