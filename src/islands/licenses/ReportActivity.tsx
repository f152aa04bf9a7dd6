import { ClipboardPlus } from '@lucide/icons'
import { useState } from 'react'
import type { OutsideActivity } from '#api/participation/licenses/reported/contract.ts'
import { parseNumberInput } from '../client/amount-input.ts'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { draftFields } from '../editing/draft-fields.ts'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useForm } from '../editing/use-form.ts'
import { Button } from '../ui/Button.tsx'
import { DayField } from '../ui/DayField.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Select } from '../ui/Select.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { toastOnNextPage } from '../ui/toast.ts'

interface ReportActivityProps {
  userId: number
  activities: readonly OutsideActivity[]
  /** Latest day that can be reported. */
  today: string
}

interface Report {
  outsideActivityId: number
  doneOn: string
  amount: string
  note: string
}

const labels: Record<string, string> = {
  doneOn: 'report.doneOn',
  note: 'report.note',
  outsideActivityId: 'report.activity',
}

function useReport({ userId, activities, today }: ReportActivityProps) {
  const t = useTexts('licenses')
  const first = { outsideActivityId: activities[0]?.id ?? 0, doneOn: today, amount: '1', note: '' }
  const form = useForm<Report>(first)
  const [send] = useState(() =>
    withIdempotencyKey((body: Omit<Report, 'amount'> & { amount: number }, idempotencyKey) =>
      api('POST /user/:id/ReportedActivities', { params: { id: userId }, body }, { idempotencyKey }),
    ),
  )
  const save = () =>
    form.run(async () => {
      await send({ ...form.draft, amount: parseNumberInput(form.draft.amount) ?? 0 })
      toastOnNextPage(t('report.sent'))
      location.reload()
    })
  return { ...form, save }
}

function ReportButton(props: ReportActivityProps) {
  const { activities, today } = props
  const t = useTexts('licenses')
  const [open, setOpen] = useState(false)
  const form = useReport(props)
  const activity = activities.find(({ id }) => id === form.draft.outsideActivityId)
  const amountLabel = t(`report.amount.${activity?.unit ?? 'hours'}`)
  const labelOf = (field: string) => (field === 'amount' ? amountLabel : t(labels[field] ?? field))
  const { text, choice } = draftFields(form, labelOf)
  const options = activities.map(({ id, name, categoryName }) => ({ value: id, label: `${name} (${categoryName})` }))
  return (
    <>
      <Button size="small" icon={<Icon of={ClipboardPlus} size={16} />} onClick={() => setOpen(true)}>
        {t('report')}
      </Button>
      {open && (
        <FormDialog
          title={t('report.title')}
          verb={t('report.send')}
          labelOf={labelOf}
          onSave={() => void form.save()}
          onClose={() => setOpen(false)}
          isBusy={form.isBusy}
          failure={form.failure}
        >
          <Select {...choice('outsideActivityId', options)} />
          <DayField {...text('doneOn')} max={today} />
          <Field {...text('amount')} hint={t('report.most', { count: activity?.most })} inputMode="decimal" />
          <TextArea {...text('note')} limit={500} rows={2} />
        </FormDialog>
      )}
    </>
  )
}

/**
 * Button and dialog that report an activity, done on `today` (`yyyy-MM-dd`) at the latest, for the office to approve.
 * They load the page again, with a toast. A refusal is shown and the input stays.
 */
export const ReportActivity = island(ReportButton)
