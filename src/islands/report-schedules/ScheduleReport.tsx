import { CalendarClock } from '@lucide/icons'
import { useState } from 'react'
import type { CallReply } from '#api/calls.ts'
import type { reportScheduleCalls } from '#api/office/report-schedules/contract.ts'
import { island, useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import { scheduleReportId } from './schedule-body.ts'

export interface ScheduleChoices extends CallReply<(typeof reportScheduleCalls)['GET /ReportSchedules/choices']> {
  /** The reader, who is a receiver at first. */
  me: { id: number; name: string }
  /** Whether the reader may choose other receivers. */
  choosesReceivers: boolean
}

function Schedule(choices: ScheduleChoices) {
  const t = useTexts('report-schedules')
  const [isOpen, setOpen] = useState(false)
  const hasReports = choices.views.length > 0 || choices.hasBoardReport
  return (
    <>
      <Button
        id={scheduleReportId}
        tone="primary"
        icon={<Icon of={CalendarClock} size={18} />}
        disabled={!hasReports}
        onClick={() => setOpen(true)}
      >
        {t('add')}
      </Button>
      {!hasReports && <p className="mt-2 max-w-text text-sm text-muted">{t('noViews')}</p>}
      {isOpen && <ScheduleDialog {...choices} onClose={() => setOpen(false)} />}
    </>
  )
}

/**
 * Button and dialog that schedule a saved view or the board report. The button is disabled, with a note, when there is
 * neither.
 */
export const ScheduleReport = island(Schedule)
