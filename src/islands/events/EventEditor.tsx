import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { maxEventLength } from '#api/catalogue/events/rules.ts'
import { useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import type { EventDraft } from './state.ts'

interface EventEditorProps {
  draft: EventDraft
  onType: (content: string) => void
  onSave: () => void
  onCancel: () => void
}

const ownProblems = ['contentMissing', 'contentTooLong']

/**
 * Editor of an event, which takes the focus. `onType` receives the text at each edit, `onSave` follows the button, and
 * Escape or a button calls `onCancel`. The caller saves, validates and closes it; the problem of the draft is shown at
 * the field.
 */
export function EventEditor({ draft, onType, onSave, onCancel }: EventEditorProps) {
  const t = useTexts('events')
  const area = useRef<HTMLFormElement>(null)
  useEffect(() => area.current?.querySelector('textarea')?.focus(), [])
  const problem = draft.problem && (ownProblems.includes(draft.problem) ? t(draft.problem) : draft.problem)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave()
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // Escape closes only the editor and not the dialog around it.
    event.preventDefault()
    event.stopPropagation()
    onCancel()
  }
  return (
    <form ref={area} onSubmit={submit} onKeyDown={leave} className="py-1" noValidate>
      <TextArea
        label={t(draft.event ? 'editLabel' : 'newLabel')}
        name={`event-${draft.event?.id ?? 'new'}`}
        rows={3}
        required
        limit={maxEventLength}
        value={draft.content}
        error={problem}
        onChange={(event) => onType(event.target.value)}
      />
      <div className="mt-3 flex flex-wrap gap-3">
        <Button type="submit" tone="primary">
          {t('save')}
        </Button>
        <Button onClick={onCancel}>{t('cancel')}</Button>
      </div>
    </form>
  )
}
