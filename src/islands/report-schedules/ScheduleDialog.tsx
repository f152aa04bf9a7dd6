import { useState } from 'react'
import type { NewReportSchedule } from '#api/office/report-schedules/contract.ts'
import { rhythms } from '#api/office/report-schedules/rules.ts'
import { momentText } from '#locales/moments.ts'
import { api } from '../client/api.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { draftFields } from '../editing/draft-fields.ts'
import { FormDialog } from '../editing/FormDialog.tsx'
import { SearchMany } from '../editing/SearchMany.tsx'
import { useForm } from '../editing/use-form.ts'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { Select } from '../ui/Select.tsx'
import { toastOnNextPage } from '../ui/toast.ts'
import type { ScheduleChoices } from './ScheduleReport.tsx'
import { boardChoice, isPrivateView, type ScheduleDraft, toNewSchedule } from './schedule-body.ts'

interface ScheduleDialogProps extends ScheduleChoices {
  onClose: () => void
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

function useSchedule({ views, me }: ScheduleDialogProps) {
  const t = useTexts('report-schedules')
  const language = useLanguage()
  const form = useForm<ScheduleDraft>({
    viewId: views[0]?.id ?? boardChoice,
    rhythm: 'weekly',
    weekday: 1,
    monthday: 1,
    hour: 7,
    receiverIds: [me.id],
  })
  const [write] = useState(() =>
    withIdempotencyKey((body: NewReportSchedule, idempotencyKey) =>
      api('POST /ReportSchedules', { body }, { idempotencyKey }),
    ),
  )
  const save = () =>
    form.run(async () => {
      const { nextDue } = await write(toNewSchedule(form.draft, views, me.id))
      toastOnNextPage(t('action.created', { date: momentText(nextDue, 'moment', language) }))
      location.reload()
    })
  return { form, save }
}

/**
 * Dialog that creates a schedule: the report, its times and its receivers. It begins with Mondays at 7 and the reader
 * as receiver. A private view goes to the reader alone. After a success the page is loaded again, with a toast; a
 * refusal is shown. `onClose` is called on cancel only.
 */
export function ScheduleDialog(props: ScheduleDialogProps) {
  const t = useTexts('report-schedules')
  const { form, save } = useSchedule(props)
  const { draft, change, errorOf, isBusy, failure } = form
  const { chosen } = draftFields(form, () => t('receivers'))
  const { views, hasBoardReport, me, choosesReceivers, onClose } = props
  const reports = views.map(({ id, list, name }) => ({
    value: id,
    label: t('viewOption', { list: t(`list.${list}`), name }),
  }))
  if (hasBoardReport) reports.push({ value: boardChoice, label: t('board') })
  const isPrivate = isPrivateView(draft, views)
  const days = draft.rhythm === 'weekly' ? ('weekday' as const) : ('monthday' as const)
  const dayOptions =
    draft.rhythm === 'weekly'
      ? range(1, 7).map((value) => ({ value, label: t(`weekday.${value}`) }))
      : range(1, 31).map((value) => ({ value, label: String(value) }))
  return (
    <FormDialog
      title={t('add')}
      verb={t('save')}
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
      onSave={() => void save()}
    >
      <Select
        name="savedViewId"
        label={t('report')}
        options={reports}
        value={draft.viewId}
        error={errorOf('savedViewId')}
        onChange={({ target }) => change({ viewId: Number(target.value) })}
      />
      <RadioGroup
        name="rhythm"
        label={t('rhythm')}
        value={draft.rhythm}
        onChange={(value) => change({ rhythm: rhythms.find((one) => one === value) ?? 'weekly' })}
        choices={rhythms.map((value) => ({ value, label: t(`rhythm.${value}`) }))}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          name="day"
          label={t(`day.${draft.rhythm}`)}
          hint={draft.rhythm === 'monthly' ? t('day.monthlyHint') : undefined}
          options={dayOptions}
          value={draft[days]}
          error={errorOf('times.day')}
          onChange={({ target }) => change({ [days]: Number(target.value) })}
        />
        <Select
          name="hour"
          label={t('hour')}
          hint={t('hourHint')}
          options={range(0, 23).map((value) => ({ value, label: clock(value) }))}
          value={draft.hour}
          error={errorOf('times.hour')}
          onChange={({ target }) => change({ hour: Number(target.value) })}
        />
      </div>
      {isPrivate && <p className="text-muted">{t('privateView')}</p>}
      {choosesReceivers && !isPrivate ? (
        <SearchMany
          kind="staff"
          {...chosen('receiverIds')}
          hint={t('receiversHint')}
          known={[{ id: me.id, label: me.name }]}
        />
      ) : (
        !isPrivate && <p className="text-muted">{t('receiversSelf')}</p>
      )}
    </FormDialog>
  )
}
