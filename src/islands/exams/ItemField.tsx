import { Check, MessageSquarePlus, X } from '@lucide/icons'
import { type ReactNode, useState } from 'react'
import type { DriverExam } from '#api/catalogue/exams/contract.ts'
import { useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { fieldId } from '../ui/field-attributes.ts'
import { Icon } from '../ui/Icon.tsx'
import type { ProtocolDraft } from './protocols.ts'

type ItemResult = ProtocolDraft['items'][string]

interface ItemFieldProps {
  item: DriverExam['checklist'][number]
  judged: ItemResult
  error: string | undefined
  onChange: (judged: ItemResult) => void
}

interface ResultOptionProps {
  name: string
  id: string
  label: string
  icon: ReactNode
  look: string
  checked: boolean
  onChoose: () => void
}

/** Radio button that is large enough for gloves. */
function ResultOption({ name, id, label, icon, look, checked, onChoose }: ResultOptionProps) {
  return (
    <label
      className={`flex min-h-12 flex-1 cursor-pointer items-center justify-center gap-2 rounded-control border border-control-line bg-surface px-3 text-center font-semibold has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${look}`}
    >
      <input type="radio" name={name} id={id} checked={checked} onChange={onChoose} className="sr-only" />
      {icon}
      {label}
    </label>
  )
}

/**
 * Field for the result of one checklist item: passed, failed or neither yet, with a comment that a failed item always
 * shows, and others on a button. `onChange` receives the whole result at each edit.
 */
export function ItemField({ item, judged, error, onChange }: ItemFieldProps) {
  const t = useTexts('exams')
  const [isCommentOpen, setWrites] = useState(judged.comment !== '')
  const name = `item-${item.id}`
  const showsComment = isCommentOpen || judged.passed === false
  const choose = (passed: boolean) => onChange({ ...judged, passed })
  return (
    <fieldset className="grid grid-cols-1 gap-2 border-b border-line py-4 last:border-0">
      <legend className="float-left mb-2 w-full font-semibold">
        {item.text}
        {!item.required && <span className="ml-2 text-sm font-normal text-muted">{t('item.optional')}</span>}
      </legend>
      <div className="flex gap-2">
        <ResultOption
          name={name}
          id={fieldId(name)}
          label={t('item.passed')}
          icon={<Icon of={Check} size={20} />}
          look="has-checked:border-success has-checked:bg-success-soft has-checked:text-success-ink"
          checked={judged.passed === true}
          onChoose={() => choose(true)}
        />
        <ResultOption
          name={name}
          id={`${fieldId(name)}-failed`}
          label={t('item.failed')}
          icon={<Icon of={X} size={20} />}
          look="has-checked:border-danger has-checked:bg-danger-soft has-checked:text-danger-ink"
          checked={judged.passed === false}
          onChoose={() => choose(false)}
        />
      </div>
      {error && <p className="text-sm font-medium text-danger-ink">{error}</p>}
      {showsComment ? (
        <Field
          name={`${name}-comment`}
          label={t('item.comment', { text: item.text })}
          hidesLabel
          placeholder={t('item.commentHint')}
          maxLength={500}
          value={judged.comment}
          onChange={(event) => onChange({ ...judged, comment: event.target.value })}
        />
      ) : (
        <Button
          tone="quiet"
          size="small"
          className="justify-self-start"
          icon={<Icon of={MessageSquarePlus} size={16} />}
          onClick={() => setWrites(true)}
        >
          {t('item.write')}
          <span className="sr-only">: {item.text}</span>
        </Button>
      )}
    </fieldset>
  )
}
