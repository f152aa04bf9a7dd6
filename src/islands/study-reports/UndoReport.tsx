import { useState } from 'react'
import type { StudyOccasion } from '#api/office/study-reports/contract.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { toastOnNextPage } from '../ui/toast.ts'

interface UndoReportProps {
  title: string
  report: NonNullable<StudyOccasion['report']>
}

function UndoDialog({ title, report, onClose }: UndoReportProps & { onClose: () => void }) {
  const t = useTexts('study-reports')
  const common = useTexts('common')
  const [reason, setReason] = useState('')
  const { isBusy, failure, run } = useSaving()
  const undo = async () => {
    await api('POST /StudyReports/:id/Undo', { params: { id: report.id }, body: { reason } })
    toastOnNextPage(t('undone'))
    location.reload()
  }
  const actions = (
    <>
      <Button tone="danger" isBusy={isBusy} disabled={reason.trim() === ''} onClick={() => void run(undo)}>
        {t('undo')}
      </Button>
      <Button onClick={onClose}>{common('cancel')}</Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('undoOf', { title })} closesOutside={false} actions={actions}>
      <div className="grid gap-5">
        {failure && <ErrorBox>{failure.message}</ErrorBox>}
        <p>{t('undoText')}</p>
        <TextArea
          name="reason"
          label={t('reason')}
          required
          limit={500}
          value={reason}
          error={failure?.fields?.['reason']}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Dialog>
  )
}

/**
 * Button that undoes a report, after a question for the reason, which is required, and loads the page again, with a
 * toast. A refusal is shown.
 */
export function UndoReport(props: UndoReportProps) {
  const t = useTexts('study-reports')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" tone="quiet" onClick={() => setOpen(true)}>
        {t('undo')}
        <span className="sr-only"> {props.title}</span>
      </Button>
      {isOpen && <UndoDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
