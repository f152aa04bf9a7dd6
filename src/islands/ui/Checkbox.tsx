import type { ComponentProps, ReactNode } from 'react'
import { checkboxLook } from './checkbox-look.ts'
import { FieldError, RequiredMark } from './FieldFrame.tsx'
import { controlProps, fieldId } from './field-attributes.ts'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'name' | 'id'> & {
  label: ReactNode
  name: string
  id?: string | undefined
  hint?: ReactNode
  error?: string | undefined
  /** Whether some, but not all, of the items that the box stands for are checked. */
  isPartly?: boolean | undefined
  hidesLabel?: boolean | undefined
}

function showPartly(isPartly: boolean) {
  return (input: HTMLInputElement | null) => {
    if (input) input.indeterminate = isPartly
  }
}

/**
 * Checkbox with its label, hint and error; `className` goes to its frame, and other properties go to the `input`.
 * `isPartly` shows it as neither checked nor unchecked, for a box that stands for several.
 */
export function Checkbox(props: CheckboxProps) {
  const { label, name, id = fieldId(name), hint, error, isPartly = false, hidesLabel, className = '', ...input } = props
  const wiring = controlProps({ name, id, hint, error, required: input.required })
  return (
    <div className={className}>
      <label className={checkboxLook.label}>
        <input type="checkbox" {...input} {...wiring} ref={showPartly(isPartly)} className={checkboxLook.box} />
        <span className={hidesLabel ? 'sr-only' : undefined}>
          {label}
          {input.required && <RequiredMark />}
        </span>
      </label>
      {hint && (
        <p id={`${id}-hint`} className={checkboxLook.hint}>
          {hint}
        </p>
      )}
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  )
}
