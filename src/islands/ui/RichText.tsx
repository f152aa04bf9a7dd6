import { Suspense, useEffect, useState } from 'react'
import { FieldError, FieldHint, type FieldTexts, RequiredMark } from './FieldFrame.tsx'
import { describedBy, fieldId } from './field-attributes.ts'
import { lazyWithRetry } from './lazy-with-retry.tsx'

const Editor = lazyWithRetry(() => import('./RichTextEditor.tsx'))

type RichTextProps = Omit<FieldTexts, 'hidesLabel'> & {
  /** HTML that the server's sanitiser accepts. */
  value: string | null
  onChange: (html: string | null) => void
}

const placeholder = <div className="min-h-40 rounded-control border border-control-line bg-surface" />

/**
 * Field for formatted text as HTML: paragraphs, headings, lists, bold, italics and links. The editor is loaded when the
 * field is mounted; an empty frame stands in its place until then. A later `value` from elsewhere, such as a merged
 * conflict, replaces the text without a call of `onChange`. `onChange` gets null for an empty text.
 */
export function RichText({ value, onChange, ...texts }: RichTextProps) {
  const { name, id = fieldId(name), label, hint, error, required } = texts
  // The editor needs a DOM, which the server lacks.
  const [isMounted, setIsMounted] = useState(false)
  useEffect(() => setIsMounted(true), [])
  return (
    <div className="min-w-0">
      <span id={`${id}-label`} className="mb-1.5 block font-semibold">
        {label}
        {required && <RequiredMark />}
      </span>
      {hint && <FieldHint id={id}>{hint}</FieldHint>}
      {isMounted ? (
        <Suspense fallback={placeholder}>
          <Editor
            id={id}
            labelledBy={`${id}-label`}
            value={value}
            onChange={onChange}
            describedBy={describedBy({ id, hint, error })}
            isInvalid={Boolean(error)}
          />
        </Suspense>
      ) : (
        placeholder
      )}
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  )
}
