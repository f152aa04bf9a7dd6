import { useState } from 'react'
import type { ReportSchedule } from '#api/office/report-schedules/contract.ts'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { toastOnNextPage } from '../ui/toast.ts'
import { scheduleReportId } from './schedule-body.ts'

interface ActionsProps extends Pick<ReportSchedule, 'id' | 'isPaused' | 'canChange'> {
  title: string
  /** False when all receivers have left: the schedule is paused, and the server resumes it no more. */
  hasReceivers: boolean
  /** The schedule is somebody else's, and the user gets it. */
  canLeave: boolean
}

function Actions({ id, isPaused, canChange, canLeave, hasReceivers, title }: ActionsProps) {
  const t = useTexts('report-schedules')
  const [asking, setAsking] = useState<'remove' | 'leave' | null>(null)
  const { isBusy, failure, run } = useSaving()
  const params = { id }
  const isAbandoned = isPaused && !hasReceivers
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
      {canChange && isAbandoned && (
        <p className="max-w-80 text-sm">
          {t('abandoned')}{' '}
          <a href={`#${scheduleReportId}`} className="underline underline-offset-3">
            {t('scheduleAgain')}
          </a>
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {canChange && (
          <>
            {!isAbandoned && (
              <Button
                size="small"
                isBusy={isBusy}
                aria-label={t(isPaused ? 'resumeOf' : 'pauseOf', { title })}
                onClick={() => void (isPaused ? resume() : pause())}
              >
                {t(isPaused ? 'resume' : 'pause')}
              </Button>
            )}
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
        isDangerous
        isBusy={isBusy}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(null)}
      />
    </div>
  )
}

/**
 * Buttons that pause, resume, remove and leave a scheduled report, the last two after a question. A report that all
 * receivers have left has a link to a new one instead of the resumption. The page is loaded again, with a toast; a
 * refusal is shown. `canChange` offers all but leaving, `canLeave` that alone.
 */
export const ScheduleActions = island(Actions)
