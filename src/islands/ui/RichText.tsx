import { lazy, Suspense, useEffect, useState } from 'react'
import { FieldError, FieldHint, type FieldTexts, RequiredMark } from './FieldFrame.tsx'
import { fieldId } from './field-attributes.ts'

const Editor = lazy(() => import('./RichTextEditor.tsx'))

type RichTextProps = FieldTexts & {
  /** HTML as the server's sanitiser leaves it. */
  value: string | null
  onChange: (html: string | null) => void
}

const waiting = <div className="min-h-40 rounded-control border border-control-line bg-surface" />

/** Formatted text: paragraphs, headings, lists, bold, italics and links. The editor is fetched when the field is there. */
export function RichText({ value, onChange, ...texts }: RichTextProps) {
  const { name, id = fieldId(name), label, hint, error, required } = texts
  // The editor needs a document, which the server has not.
  const [isHere, setIsHere] = useState(false)
  useEffect(() => setIsHere(true), [])
  return (
    <div className="min-w-0">
      <span id={`${id}-label`} className="mb-1.5 block font-semibold">
        {label}
        {required && <RequiredMark />}
      </span>
      {hint && <FieldHint id={id}>{hint}</FieldHint>}
      {isHere ? (
        <Suspense fallback={waiting}>
          <Editor id={id} labelledBy={`${id}-label`} value={value} onChange={onChange} isInvalid={Boolean(error)} />
        </Suspense>
      ) : (
        waiting
      )}
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  )
}
