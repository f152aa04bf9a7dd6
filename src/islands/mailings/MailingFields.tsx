import { useRef } from 'react'
import type { MailingFile } from '#api/office/mailings/contract.ts'
import { formatPlaceholder, type Placeholder } from '#api/office/mailings/rules.ts'
import { portalZone } from '#api/zone.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { type DraftFields, draftFields } from '../editing/draft-fields.ts'
import { Button } from '../ui/Button.tsx'
import { DatePicker } from '../ui/DatePicker.tsx'
import { Field } from '../ui/Field.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { TextArea } from '../ui/TextArea.tsx'

interface Wording {
  subject: string
  text: string
}

export interface MailingTexts extends Wording {
  files: MailingFile[]
  isLater: boolean
  due: Date | null
}

interface TextFieldsProps {
  form: DraftFields<Wording>
  placeholders: readonly Placeholder[]
}

/**
 * Fields for subject and text of a message. A button for each placeholder puts it into the text where the cursor is, in
 * place of a selection, and moves the focus behind it. A list below says what each becomes.
 */
export function TextFields({ form, placeholders }: TextFieldsProps) {
  const t = useTexts('mailings')
  const language = useLanguage()
  const frame = useRef<HTMLDivElement>(null)
  const { text } = draftFields<Wording>(form, (field) => t(field))
  const insert = (placeholder: string) => {
    const area = frame.current?.querySelector('textarea')
    const [from, to] = [area?.selectionStart ?? form.draft.text.length, area?.selectionEnd ?? form.draft.text.length]
    form.change({ text: form.draft.text.slice(0, from) + placeholder + form.draft.text.slice(to) })
    requestAnimationFrame(() => {
      area?.focus()
      area?.setSelectionRange(from + placeholder.length, from + placeholder.length)
    })
  }
  return (
    <>
      <Field {...text('subject')} maxLength={200} required />
      <div ref={frame}>
        <TextArea {...text('text')} limit={10_000} rows={12} required />
        <fieldset className="mt-3 flex flex-wrap items-center gap-2">
          <legend className="mb-2 text-sm text-muted">{t('insert')}</legend>
          {placeholders.map((placeholder) => (
            <Button key={placeholder} size="small" onClick={() => insert(formatPlaceholder(placeholder, language))}>
              {t(`placeholder.${placeholder}`)}
            </Button>
          ))}
        </fieldset>
        <details className="mt-3 text-sm">
          <summary className="min-h-6 cursor-pointer text-muted">{t('explain')}</summary>
          <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
            {placeholders.map((placeholder) => (
              <div key={placeholder} className="contents">
                <dt className="font-semibold">{formatPlaceholder(placeholder, language)}</dt>
                <dd className="text-muted">{t(`explain.${placeholder}`)}</dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
    </>
  )
}

/**
 * Choice between now and a time in the portal's zone. Choosing now keeps the time in the draft (`due`), which counts
 * only with `isLater`.
 */
export function DueFields({ form }: { form: DraftFields<MailingTexts> }) {
  const t = useTexts('mailings')
  const { draft, change } = form
  const { value } = draftFields(form, () => t('dueAt'))
  return (
    <>
      <RadioGroup
        name="when"
        label={t('due')}
        value={draft.isLater ? 'later' : 'now'}
        onChange={(value) => change({ isLater: value === 'later' })}
        choices={[
          { value: 'now', label: t('due.now') },
          { value: 'later', label: t('due.later') },
        ]}
      />
      {draft.isLater && <DatePicker {...value('due')} zone={portalZone} hasTime required />}
    </>
  )
}
