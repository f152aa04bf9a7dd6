import { Plus, Trash2 } from '@lucide/icons'
import { useState } from 'react'
import type { OtherRequirement, OtherRequirementResult } from '#api/participation/other-requirements/contract.ts'
import { api } from '../client/api.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { draftFields } from '../editing/draft-fields.ts'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useForm } from '../editing/use-form.ts'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { DayField } from '../ui/DayField.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Select } from '../ui/Select.tsx'
import { toast, toastOnNextPage } from '../ui/toast.ts'
import { formatDay } from './license-texts.ts'

interface OtherResultsProps {
  userId: number
  results: readonly OtherRequirementResult[]
  requirements: readonly OtherRequirement[]
  today: string
}

interface NewResult {
  userId: number
  otherRequirementId: number
  completedDate: string
  validTo: string | null
  note: string | null
}

const register = withIdempotencyKey((body: NewResult, idempotencyKey) =>
  api('POST /OtherRequirement/results', { body }, { idempotencyKey }),
)

function RegisterDialog({ userId, requirements, today, onClose }: OtherResultsProps & { onClose: () => void }) {
  const t = useTexts('licenses')
  const otherRequirementId = requirements[0]?.id ?? 0
  const form = useForm({ otherRequirementId, completedDate: today, validTo: '', note: '' })
  const save = () =>
    form.run(async () => {
      const { validTo, note, ...rest } = form.draft
      await register({ userId, ...rest, validTo: validTo || null, note: note || null })
      toastOnNextPage(t('others.saved'))
      location.reload()
    })
  const labelOf = (name: string) => t(`others.${name}`)
  const { text, choice } = draftFields(form, labelOf)
  const options = requirements.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <FormDialog
      title={t('others.title')}
      verb={t('others.register')}
      labelOf={labelOf}
      onSave={() => void save()}
      isBusy={form.isBusy}
      failure={form.failure}
      onClose={onClose}
    >
      <Select {...choice('otherRequirementId', options)} label={t('others.requirement')} />
      <DayField {...text('completedDate')} max={today} />
      <DayField {...text('validTo')} hint={t('others.validToHint')} />
      <Field {...text('note')} maxLength={500} />
    </FormDialog>
  )
}

function Results(props: OtherResultsProps) {
  const { userId, results, requirements } = props
  const t = useTexts('licenses')
  const language = useLanguage()
  const [adding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<OtherRequirementResult | null>(null)
  const remove = async ({ id }: OtherRequirementResult) => {
    try {
      await api('DELETE /OtherRequirement/results/:userId/:resultId', { params: { userId, resultId: id } })
      toastOnNextPage(t('others.removed'))
      location.reload()
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), 'danger')
    }
  }
  return (
    <div className="grid gap-3 justify-items-start">
      {results.length === 0 && <p className="text-sm text-muted">{t('others.none')}</p>}
      <ul className="grid w-full gap-1">
        {results.map((result) => (
          <li key={result.id} className="flex items-start justify-between gap-2">
            <span>
              <span className="font-medium">{result.otherRequirementName}</span>
              <span className="block text-sm text-muted">
                {[
                  formatDay(result.completedDate, language),
                  result.validTo && t('ready.until', { date: formatDay(result.validTo, language) }),
                  result.note,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <IconButton
              label={t('others.remove', { title: result.otherRequirementName })}
              icon={<Icon of={Trash2} size={17} />}
              onClick={() => setLeaving(result)}
            />
          </li>
        ))}
      </ul>
      {requirements.length > 0 && (
        <Button size="small" icon={<Icon of={Plus} size={16} />} onClick={() => setAdding(true)}>
          {t('others.register')}
        </Button>
      )}
      {adding && <RegisterDialog {...props} onClose={() => setAdding(false)} />}
      <Confirm
        open={leaving !== null}
        question={t('others.removeQuestion', { title: leaving?.otherRequirementName })}
        action={t('others.remove', { title: leaving?.otherRequirementName })}
        isDangerous
        onConfirm={() => {
          if (leaving) void remove(leaving)
          setLeaving(null)
        }}
        onCancel={() => setLeaving(null)}
      />
    </div>
  )
}

/**
 * Results of a person for other requirements, with the form in which the office registers them, and their removal after
 * a question. The page is loaded again, with a toast; a refused removal is a toast. `today` is the last day that can be
 * registered.
 */
export const OtherResults = island(Results)
