import type { ComponentProps, ReactNode } from 'react'
import { controlProps, FieldError, fieldId, RequiredMark } from './FieldFrame.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'name' | 'id'> & {
  label: ReactNode
  name: string
  id?: string | undefined
  hint?: ReactNode
  error?: string | undefined
  /** Some, not all, of what the box stands for. */
  partly?: boolean | undefined
  labelHidden?: boolean | undefined
}

function showPartly(partly: boolean) {
  return (input: HTMLInputElement | null) => {
    if (input) input.indeterminate = partly
  }
}

/** A tick box. */
export function Checkbox(props: CheckboxProps) {
  const { label, name, id = fieldId(name), hint, error, partly = false, labelHidden, className = '', ...input } = props
  const wiring = controlProps({ label: '', name, id, hint, error, required: input.required })
  return (
    <div className={className}>
      <label className="flex min-h-8 items-start gap-3 py-1">
        <input
          type="checkbox"
          {...input}
          {...wiring}
          ref={showPartly(partly)}
          className="mt-0.5 size-5 shrink-0 rounded-sm"
        />
        <span className={labelHidden ? 'sr-only' : undefined}>
          {label}
          {input.required && <RequiredMark />}
        </span>
      </label>
      {hint && (
        <p id={`${id}-hint`} className="pl-8 text-sm text-muted">
          {hint}
        </p>
      )}
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  )
}
