import { useState } from 'react'
import { useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import type { Conflict, DraftState } from './use-draft.ts'

interface ConflictDialogProps<Draft extends object> {
  form: Pick<DraftState<Draft>, 'conflict' | 'draft' | 'decide' | 'leaveConflict'>
  labelOf: (field: string) => string
  /** Formats a value for the reader, where it is more than its own text. */
  textOf?: ((field: keyof Draft & string, value: unknown) => string) | undefined
}

const textOfValue = (_: string, value: unknown): string => {
  if (typeof value === 'string') return value.replace(/<[^>]+>/g, ' ').trim()
  return value === null || value === undefined ? '' : JSON.stringify(value)
}

type Side = 'mine' | 'theirs'

/**
 * Dialog for a version conflict: shows both values of each field that two people have changed, with a choice for each.
 * The person's own value is preselected; the button saves the choice, and leaving it keeps the draft unsaved. Nothing
 * while the form has no conflict.
 */
export function ConflictDialog<Draft extends object>(props: ConflictDialogProps<Draft>) {
  const { conflict } = props.form
  return conflict && <Choices {...props} conflict={conflict} />
}

function Choices<Draft extends object>(props: ConflictDialogProps<Draft> & { conflict: Conflict<Draft> }) {
  const { conflict, form, labelOf, textOf = textOfValue } = props
  const { draft: mine, decide: onDecide, leaveConflict: onCancel } = form
  const t = useTexts('editing')
  const [sides, setSides] = useState<Partial<Record<keyof Draft, Side>>>({})
  const decide = () => {
    const chosen = conflict.fields.map((field) => [
      field,
      (sides[field] ?? 'mine') === 'mine' ? mine[field] : conflict.theirs[field],
    ])
    onDecide(Object.fromEntries(chosen) as Partial<Draft>)
  }
  const value = (field: keyof Draft & string, from: Draft) => textOf(field, from[field]) || t('conflict.empty')
  const actions = (
    <>
      <Button tone="primary" onClick={decide}>
        {t('conflict.save')}
      </Button>
      <Button onClick={onCancel}>{t('conflict.later')}</Button>
    </>
  )
  return (
    <Dialog open onClose={onCancel} title={t('conflict.title')} size="large" closesOutside={false} actions={actions}>
      <p className="mb-5 text-muted">{t('conflict.text')}</p>
      <div className="grid gap-6">
        {conflict.fields.map((field) => (
          <RadioGroup
            key={field}
            name={`conflict-${field}`}
            label={labelOf(field)}
            value={sides[field] ?? 'mine'}
            onChange={(side) => setSides((now) => ({ ...now, [field]: side as Side }))}
            choices={[
              { value: 'mine', label: t('conflict.mine'), hint: value(field, mine) },
              { value: 'theirs', label: t('conflict.theirs'), hint: value(field, conflict.theirs) },
            ]}
          />
        ))}
      </div>
    </Dialog>
  )
}
