import { useState } from 'react'
import type { ReportSchedule } from '#api/office/report-schedules/contract.ts'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { toastOnNextPage } from '../ui/toast.ts'

interface ActionsProps extends Pick<ReportSchedule, 'id' | 'isPaused' | 'canChange'> {
  title: string
  /** The schedule is somebody else's, and the user gets it. */
  canLeave: boolean
}

function Actions({ id, isPaused, canChange, canLeave, title }: ActionsProps) {
  const t = useTexts('report-schedules')
  const [asking, setAsking] = useState<'remove' | 'leave' | null>(null)
  const { busy, failure, run } = useSaving()
  const params = { id }
  const write = (call: () => Promise<unknown>, text: string) =>
    run(async () => {
      await call()
      toastOnNextPage(text)
      location.reload()
    })
  const pause = () => write(() => api('PUT /ReportSchedules/:id/pause', { params }), t('action.paused'))
  const resume = () => write(() => api('PUT /ReportSchedules/:id/resume', { params }), t('action.resumed'))
  const remove = () => write(() => api('DELETE /ReportSchedules/:id', { params }), t('action.removed'))
  const leave = () => write(() => api('PUT /ReportSchedules/:id/leave', { params }), t('action.left'))
  const confirm = () => (asking === 'leave' ? leave() : remove()).then(() => setAsking(null))
  return (
    <div className="grid gap-2">
      {failure && <ErrorBox>{failure.message}</ErrorBox>}
      <div className="flex flex-wrap gap-2">
        {canChange && (
          <>
            <Button
              size="small"
              busy={busy}
              aria-label={t(isPaused ? 'resumeOf' : 'pauseOf', { title })}
              onClick={() => void (isPaused ? resume() : pause())}
            >
              {t(isPaused ? 'resume' : 'pause')}
            </Button>
            <Button size="small" tone="quiet" aria-label={t('removeOf', { title })} onClick={() => setAsking('remove')}>
              {t('remove')}
            </Button>
          </>
        )}
        {canLeave && (
          <Button size="small" tone="quiet" aria-label={t('leaveOf', { title })} onClick={() => setAsking('leave')}>
            {t('leave')}
          </Button>
        )}
      </div>
      <Confirm
        open={asking !== null}
        question={t(asking === 'leave' ? 'leaveQuestion' : 'removeQuestion')}
        detail={title}
        action={t(asking === 'leave' ? 'leave' : 'remove')}
        dangerous
        busy={busy}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(null)}
      />
    </div>
  )
}

/**
 * Buttons that pause, resume, remove and leave a scheduled report, the last two after a question. The page is loaded
 * again; a refusal is shown.
 */
export const ScheduleActions = island(Actions)
