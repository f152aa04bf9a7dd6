import { type ComponentProps, useState } from 'react'
import { CounterText } from './CounterText.tsx'
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx'
import { controlProps } from './field-attributes.ts'

type TextAreaProps = FieldTexts &
  Omit<ComponentProps<'textarea'>, keyof FieldTexts> & {
    /** Shows a counter. More may be typed or pasted, and is then asked to be shortened rather than cut off. */
    limit?: number | undefined
    language?: string | undefined
  }

/** As a reader counts: an emoji is one character. */
const lengthOf = (value: unknown) => (typeof value === 'string' ? [...value].length : 0)

/** Several lines of text. */
export function TextArea(props: TextAreaProps) {
  const { label, name, id, hint, error, required, labelHidden, className, limit, language, onChange, ...area } = props
  const texts = { label, name, id, hint, error, required, labelHidden }
  const [typed, setTyped] = useState(lengthOf(area.defaultValue))
  const length = area.value === undefined ? typed : lengthOf(area.value)
  return (
    <FieldFrame {...texts} className={className}>
      <textarea
        rows={4}
        {...area}
        {...controlProps(texts)}
        onChange={(event) => {
          setTyped(lengthOf(event.target.value))
          onChange?.(event)
        }}
        className="control min-h-24 resize-y"
      />
      {limit !== undefined && <CounterText length={length} limit={limit} language={language} />}
    </FieldFrame>
  )
}
