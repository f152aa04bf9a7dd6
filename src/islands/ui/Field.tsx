import type { ComponentProps } from 'react'
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx'
import { controlProps } from './field-attributes.ts'

type FieldProps = FieldTexts & Omit<ComponentProps<'input'>, keyof FieldTexts>

/**
 * Single-line text field with its label, hint and error. `className` goes to its frame; other properties, also `type`,
 * go to the `input`.
 */
export function Field({ label, name, id, hint, error, required, hidesLabel, className, ...input }: FieldProps) {
  const texts = { label, name, id, hint, error, required, hidesLabel }
  return (
    <FieldFrame {...texts} className={className}>
      <input type="text" {...input} {...controlProps(texts)} className="control" />
    </FieldFrame>
  )
}
