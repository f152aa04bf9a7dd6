import { useEffect, useState } from 'react'
import { isOver } from '#api/foundation/jobs/rules.ts'
import type { ReportFile } from '#api/office/reports/contract.ts'
import type { PeriodReport } from '#api/office/reports/rules.ts'
import { ApiError, api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { failureOf } from '../editing/use-draft.ts'
import { pollUntil } from '../player/poll.ts'
import { toast } from '../ui/toast.ts'
import { toReportQuery } from './report-query.ts'
import type { ReportSearch } from './reports-url.ts'

const isAtWork = (files: readonly ReportFile[]) => files.some(({ state }) => !isOver(state))

/** The own reports that are made in the background, asked for again while one of them is. */
export function useReportFiles(given: ReportFile[]) {
  const t = useTexts('reports')
  const [files, setFiles] = useState(given)
  const atWork = isAtWork(files)
  useEffect(() => {
    if (!atWork) return
    const stop = new AbortController()
    const ask = async () => {
      const now = await api('GET /reports/files', {}, { signal: stop.signal })
      if (!stop.signal.aborted) setFiles(now)
      return !isAtWork(now)
    }
    void pollUntil(ask, stop.signal, (error) => error instanceof ApiError && error.status < 500).catch(() => undefined)
    return () => stop.abort()
  }, [atWork])
  const begin = async (report: PeriodReport, search: ReportSearch) => {
    try {
      await api('POST /reports/files', { body: { report, ...toReportQuery(search) } })
      setFiles(await api('GET /reports/files'))
      toast(t('files.begun'))
    } catch (error) {
      toast(failureOf(error).message, 'danger')
    }
  }
  return { files, begin }
}
