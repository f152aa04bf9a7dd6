import { island, useTexts } from '../client/texts.tsx'
import { DownloadButton } from '../reports/DownloadButton.tsx'
import { saveParticipants } from '../reports/save-report.ts'

function Export({ examId }: { examId: number }) {
  const t = useTexts('exams')
  return <DownloadButton save={() => saveParticipants(examId, 'exam')}>{t('export')}</DownloadButton>
}

/** Button that saves all drivers of an exam with their results as an Excel file. A failure is a toast. */
export const ExportDrivers = island(Export)
