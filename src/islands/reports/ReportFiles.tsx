import { jobStates } from '#api/foundation/jobs/rules.ts'
import type { ReportFile } from '#api/office/reports/contract.ts'
import { momentText } from '#locales/moments.ts'
import { PollFailure } from '../client/PollFailure.tsx'
import { useLanguage, useTexts } from '../client/texts.tsx'
import type { PollState } from '../client/use-poll.ts'
import { Progress } from '../ui/Progress.tsx'
import { toast } from '../ui/toast.ts'
import { DownloadButton } from './DownloadButton.tsx'
import { saveReportFile } from './save-report.ts'

const { succeeded, failed, canceled, running } = jobStates

function Standing({ file: { state, done, total, expires, fileName } }: { file: ReportFile }) {
  const t = useTexts('reports')
  const language = useLanguage()
  if (state === succeeded) return t('files.until', { date: momentText(expires, 'day', language) })
  if (state === failed) return <span className="text-danger-ink">{t('files.failed')}</span>
  if (state === canceled) return t('files.canceled')
  if (state !== running && done === 0) return t('files.waiting')
  const text = total > 0 ? t('files.rows', { done, total }) : t('files.rowsSoFar')
  return (
    <span className="block max-w-80">
      <Progress
        label={t('files.progress', { file: fileName })}
        hidesLabel
        {...(total > 0 && { done, total })}
        text={text}
      />
      <span className="tabular-nums">{text}</span>
    </span>
  )
}

/**
 * Lists the reports that the reader has created in the background, in the given order, which is the latest first.
 * Buttons save finished ones, with a toast of the outcome (none for a file that is no report). A refused poll of
 * `polling` is shown. Nothing without reports.
 */
export function ReportFiles({ files, polling }: { files: ReportFile[]; polling: PollState }) {
  const t = useTexts('reports')
  if (files.length === 0) return null
  const save = async ({ id, fileName }: ReportFile) => {
    const saved = await saveReportFile(id, fileName)
    if (saved) toast(t('saved', { file: saved }))
  }
  return (
    <section aria-labelledby="report-files">
      <h2 id="report-files" className="text-lg">
        {t('files.title')}
      </h2>
      <p className="mb-3 max-w-text text-sm text-muted">{t('files.lead')}</p>
      <PollFailure polling={polling} />
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {files.map((file) => (
          <li key={file.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-3">
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-medium wrap-anywhere">{file.fileName}</p>
              <div className="text-sm text-muted">
                <Standing file={file} />
              </div>
            </div>
            {file.state === succeeded && (
              <DownloadButton save={() => save(file)} name={t('files.fetchNamed', { file: file.fileName })}>
                {t('files.fetch')}
              </DownloadButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
