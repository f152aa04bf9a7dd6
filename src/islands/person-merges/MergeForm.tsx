import { useState } from 'react'
import type { MergePreview } from '#api/office/person-merges/contract.ts'
import type { ChosenField, FieldChoice } from '#api/office/person-merges/rules.ts'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { proven } from '../second-factors/proven.ts'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { toastOnNextPage } from '../ui/toast.ts'

interface MergeFormProps {
  from: { id: number; name: string }
  into: { id: number; name: string }
  fields: MergePreview['fields']
}

type Choices = Partial<Record<ChosenField, FieldChoice>>

function Form({ from, into, fields }: MergeFormProps) {
  const t = useTexts('person-merges')
  const [choices, setChoices] = useState<Choices>(() =>
    Object.fromEntries(fields.map(({ field, suggested }) => [field, suggested])),
  )
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, failure, run } = useSaving()
  const merge = async () => {
    const body = { fromUserId: from.id, intoUserId: into.id, choices }
    const made = await proven(() => api('POST /PersonMerges', { body }))
    toastOnNextPage(t('mergeDone'))
    location.assign(`/users/merges/${made.id}`)
  }
  const names = { from: from.name, into: into.name, fromId: String(from.id), intoId: String(into.id) }
  return (
    <div className="grid gap-5">
      {fields.map((one) => (
        <RadioGroup
          key={one.field}
          name={one.field}
          label={t(`field.${one.field}`)}
          value={choices[one.field] ?? one.suggested}
          choices={(['into', 'from'] as const).map((side) => ({
            value: side,
            label: one[side] ?? t('noValue'),
            hint: t('record', { id: String(side === 'into' ? into.id : from.id) }),
          }))}
          onChange={(value) => setChoices((now) => ({ ...now, [one.field]: value === 'from' ? 'from' : 'into' }))}
        />
      ))}
      <p className="text-muted">{t('keeps')}</p>
      {failure && <ErrorBox>{failure.message}</ErrorBox>}
      <div>
        <Button tone="danger" onClick={() => setIsAsking(true)}>
          {t('merge')}
        </Button>
      </div>
      <Confirm
        open={isAsking}
        question={t('mergeQuestion', names)}
        detail={t('mergeText', names)}
        action={t('merge')}
        isDangerous
        isBusy={isBusy}
        onConfirm={() => void run(merge).then(() => setIsAsking(false))}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  )
}

/**
 * Choice of the values that stay, with the suggested ones preselected, and the button that merges two people after a
 * question. The record `from` becomes part of `into`, and the page of the merge follows. It needs a recent proof of
 * identity; a refusal is shown.
 */
export const MergeForm = island(Form)
