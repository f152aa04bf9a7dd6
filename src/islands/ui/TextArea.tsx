import { type ComponentProps, useState } from 'react'
import { CounterText } from './CounterText.tsx'
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx'
import { controlProps } from './field-attributes.ts'

type TextAreaProps = FieldTexts &
  Omit<ComponentProps<'textarea'>, keyof FieldTexts> & {
    /** Shows a counter. Longer text is not cut off; the reader is asked to shorten it. */
    limit?: number | undefined
    /** Language of its own texts; needed outside an island only. */
    language?: string | undefined
  }

/** Returns the number of characters as readers count them: an emoji is one. */
const countCharacters = (value: unknown) => (typeof value === 'string' ? [...value].length : 0)

/**
 * Multi-line text field, with a counter when it has a `limit` in characters. It accepts text beyond the limit. Works
 * with `value` and with `defaultValue`; `className` goes to the frame, and other properties go to the `textarea`.
 */
export function TextArea(props: TextAreaProps) {
  const { label, name, id, hint, error, required, hidesLabel, className, limit, language, onChange, ...area } = props
  const texts = { label, name, id, hint, error, required, hidesLabel }
  const [typed, setTyped] = useState(countCharacters(area.defaultValue))
  const length = area.value === undefined ? typed : countCharacters(area.value)
  return (
    <FieldFrame {...texts} className={className}>
      <textarea
        rows={4}
        {...area}
        {...controlProps(texts)}
        onChange={(event) => {
          setTyped(countCharacters(event.target.value))
          onChange?.(event)
        }}
        className="control min-h-24 resize-y"
      />
      {limit !== undefined && <CounterText length={length} limit={limit} language={language} />}
    </FieldFrame>
  )
}
