import { ClipboardCheck } from '@lucide/icons'
import { useState } from 'react'
import type { NewRestoreDrill } from '#api/office/operations/contract.ts'
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
import { toastOnNextPage } from '../ui/toast.ts'

interface NoteDrillProps {
  /** Latest day that a drill can have. */
  today: string
}

function useDrill({ today }: NoteDrillProps) {
  const t = useTexts('operations')
  const form = useForm({ day: today, minutes: '' })
  const [send] = useState(() =>
    withIdempotencyKey((body: NewRestoreDrill, idempotencyKey) =>
      api('POST /Operations/restoreDrills', { body }, { idempotencyKey }),
    ),
  )
  const save = () =>
    form.run(async () => {
      await send({ day: form.draft.day, minutes: parseNumberInput(form.draft.minutes) ?? 0 })
      toastOnNextPage(t('drill.saved'))
      location.reload()
    })
  return { ...form, save }
}

function DrillButton(props: NoteDrillProps) {
  const t = useTexts('operations')
  const [open, setOpen] = useState(false)
  const form = useDrill(props)
  const labelOf = (field: string) => t(`drill.${field}`)
  const { text } = draftFields(form, labelOf)
  return (
    <>
      <Button size="small" icon={<Icon of={ClipboardCheck} size={16} />} onClick={() => setOpen(true)}>
        {t('drill.action')}
      </Button>
      {open && (
        <FormDialog
          title={t('drill.title')}
          verb={t('drill.save')}
          labelOf={labelOf}
          onSave={() => void form.save()}
          onClose={() => setOpen(false)}
          isBusy={form.isBusy}
          failure={form.failure}
        >
          <p className="text-muted">{t('drill.lead')}</p>
          <DayField {...text('day')} max={props.today} required />
          <Field {...text('minutes')} inputMode="numeric" required />
        </FormDialog>
      )}
    </>
  )
}

/**
 * Button and dialog that note a rehearsal of restoring a backup, its day (`today` at the latest) and minutes. They load
 * the page again, with a toast. A refusal is shown.
 */
export const NoteDrill = island(DrillButton)
