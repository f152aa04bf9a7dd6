import { ClipboardPlus } from '@lucide/icons'
import { useState } from 'react'
import type { OutsideActivity } from '#api/participation/licenses/reported/contract.ts'
import { api } from '../client/api.ts'
import { repeatable } from '../client/repeatable.ts'
import { island, useTexts } from '../client/texts.tsx'
import { typedNumber } from '../client/typed-amount.ts'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Select } from '../ui/Select.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { toastAfterwards } from '../ui/toast.ts'

interface ReportActivityProps {
  userId: number
  activities: readonly OutsideActivity[]
  /** The last day that can be reported. */
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
  const [report, setReport] = useState<Report>(first)
  const saving = useSaving()
  const [send] = useState(() =>
    repeatable((body: Omit<Report, 'amount'> & { amount: number }, idempotencyKey) =>
      api('POST /user/:id/ReportedActivities', { params: { id: userId }, body }, { idempotencyKey }),
    ),
  )
  const save = () =>
    saving.run(async () => {
      await send({ ...report, amount: typedNumber(report.amount) ?? 0 })
      toastAfterwards(t('report.sent'))
      location.reload()
    })
  return { ...saving, report, save, change: (fields: Partial<Report>) => setReport((now) => ({ ...now, ...fields })) }
}

/** Something that was done outside the portal, for the office to approve. */
function Reporter(props: ReportActivityProps) {
  const { activities, today } = props
  const t = useTexts('licenses')
  const [open, setOpen] = useState(false)
  const { report, change, save, busy, failure } = useReport(props)
  const activity = activities.find(({ id }) => id === report.outsideActivityId)
  const amountLabel = t(`report.amount.${activity?.unit ?? 'hours'}`)
  return (
    <>
      <Button size="small" icon={<Icon of={ClipboardPlus} size={16} />} onClick={() => setOpen(true)}>
        {t('report')}
      </Button>
      {open && (
        <FormDialog
          title={t('report.title')}
          verb={t('report.send')}
          labelOf={(field) => (field === 'amount' ? amountLabel : t(labels[field] ?? field))}
          onSave={() => void save()}
          onClose={() => setOpen(false)}
          busy={busy}
          failure={failure}
        >
          <Select
            name="outsideActivityId"
            label={t('report.activity')}
            value={report.outsideActivityId}
            onChange={(event) => change({ outsideActivityId: Number(event.target.value) })}
            options={activities.map(({ id, name, categoryName }) => ({
              value: id,
              label: `${name} (${categoryName})`,
            }))}
          />
          <Field
            name="doneOn"
            label={t('report.doneOn')}
            type="date"
            max={today}
            error={failure?.fields['doneOn']}
            value={report.doneOn}
            onChange={(event) => change({ doneOn: event.target.value })}
          />
          <Field
            name="amount"
            label={amountLabel}
            hint={t('report.most', { count: activity?.most })}
            inputMode="decimal"
            error={failure?.fields['amount']}
            value={report.amount}
            onChange={(event) => change({ amount: event.target.value })}
          />
          <TextArea
            name="note"
            label={t('report.note')}
            limit={500}
            rows={2}
            value={report.note}
            onChange={(event) => change({ note: event.target.value })}
          />
        </FormDialog>
      )}
    </>
  )
}

export const ReportActivity = island(Reporter)
