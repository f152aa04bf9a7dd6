import { useState } from 'react'
import type { ReportSchedule } from '#api/office/report-schedules/contract.ts'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { toastOnNextPage } from '../ui/toast.ts'

interface ActionsProps extends Pick<ReportSchedule, 'id' | 'isPaused'> {
  title: string
}

function Actions({ id, isPaused, title }: ActionsProps) {
  const t = useTexts('report-schedules')
  const [isAsking, setAsking] = useState(false)
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
  const remove = () =>
    write(() => api('DELETE /ReportSchedules/:id', { params }), t('action.removed')).then(() => setAsking(false))
  return (
    <div className="grid gap-2">
      {failure && <ErrorBox>{failure.message}</ErrorBox>}
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          busy={busy}
          aria-label={t(isPaused ? 'resumeOf' : 'pauseOf', { title })}
          onClick={() => void (isPaused ? resume() : pause())}
        >
          {t(isPaused ? 'resume' : 'pause')}
        </Button>
        <Button size="small" tone="quiet" aria-label={t('removeOf', { title })} onClick={() => setAsking(true)}>
          {t('remove')}
        </Button>
      </div>
      <Confirm
        open={isAsking}
        question={t('removeQuestion')}
        detail={title}
        action={t('remove')}
        dangerous
        busy={busy}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      />
    </div>
  )
}

/** Buttons that pause, resume and remove a scheduled report. */
export const ScheduleActions = island(Actions)
