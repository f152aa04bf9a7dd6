import type { StudyOccasion } from '#api/office/study-reports/contract.ts'
import { formatFileName } from '#api/office/study-reports/rules.ts'
import { toPortalDay } from '#api/zone.ts'
import { api } from '../client/api.ts'
import { saveResponse } from '../client/save-response.ts'
import { useTexts } from '../client/texts.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'

/**
 * Saves the file of reports that were made together through the browser, named by the Swedish day of `date`. Rejects
 * when it cannot be read or is empty.
 */
export async function saveReports(fileKey: string, date: Date): Promise<void> {
  const response = await api('GET /StudyReports/Files/:fileKey', { params: { fileKey } })
  await saveResponse(response, formatFileName(toPortalDay(date)))
}

interface ReportFileProps {
  title: string
  report: NonNullable<StudyOccasion['report']>
}

/**
 * Button that downloads the file of the reports that an occasion was reported with once more. A failure is shown.
 * `title` names the occasion for screen readers.
 */
export function ReportFile({ title, report }: ReportFileProps) {
  const t = useTexts('study-reports')
  const { isBusy, failure, run } = useSaving()
  return (
    <>
      <Button
        size="small"
        tone="quiet"
        isBusy={isBusy}
        onClick={() => void run(() => saveReports(report.fileKey, report.date))}
      >
        {t('fetchAgain')}
        <span className="sr-only"> {title}</span>
      </Button>
      {failure && <ErrorBox>{failure.message}</ErrorBox>}
    </>
  )
}
